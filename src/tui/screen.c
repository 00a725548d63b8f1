/* Curses. No other file includes it: it defines hundreds of names, so it comes behind everything
 * else.
 */
#include "tui/screen.h"

#include "tui/action.h"
#include "tui/scene.h"
#include "tui/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>
/* term.h defines "lines" and "columns" too: this is all of it that is needed */
extern char *tigetstr(const char *capability);

enum color_mode { COLOR_NO, COLOR_FEW, COLOR_MANY }; /* none, 8, 256 */

struct look_row {
    short ink, paper, ink8, paper8;
    unsigned look;
};

static const struct look_row looks[] = {
#define STYLE(id, letter, ink, paper, ink8, paper8, look) {ink, paper, ink8, paper8, look},
#include "tui/styles.def"
#undef STYLE
};

/* Heat in 256 colors: viridis, as near as the 256 come; ink that is legible on it. With 8 colors
 * four steps. */
static const short heat_paper[HEAT_LEVELS] = {53, 53, 54, 60, 60, 25,  24,  30,
                                              30, 36, 36, 72, 77, 113, 149, 220};
static const short heat_ink[HEAT_LEVELS] = {231, 231, 231, 231, 231, 231, 231, 231,
                                            16,  16,  16,  16,  16,  16,  16,  16};
static const short heat_paper8[HEAT_LEVELS] = {
    COLOR_BLUE,   COLOR_BLUE,   COLOR_BLUE,   COLOR_BLUE,  COLOR_CYAN,  COLOR_CYAN,
    COLOR_CYAN,   COLOR_CYAN,   COLOR_GREEN,  COLOR_GREEN, COLOR_GREEN, COLOR_GREEN,
    COLOR_YELLOW, COLOR_YELLOW, COLOR_YELLOW, COLOR_YELLOW};
static const short heat_ink8[HEAT_LEVELS] = {COLOR_WHITE, COLOR_WHITE, COLOR_WHITE, COLOR_WHITE,
                                             COLOR_BLACK, COLOR_BLACK, COLOR_BLACK, COLOR_BLACK,
                                             COLOR_BLACK, COLOR_BLACK, COLOR_BLACK, COLOR_BLACK,
                                             COLOR_BLACK, COLOR_BLACK, COLOR_BLACK, COLOR_BLACK};

#define HEAT_PAIRS (STYLE_COUNT + 1) /* pairs from here on are heat */
#define SILENT_MOST 50
#define LEAVE 3 /* ^C: raw mode hands it over as a character */

/* A process has one terminal, and curses has one screen: so there is one state. */
static struct {
    SCREEN *curses;
    enum color_mode color;
    bool ascii;
    int silent; /* how often no key could be read */
} terminal;

/* --- colors --- */

static void make_pairs(void)
{
    const char *no = getenv("NO_COLOR");
    terminal.color = COLOR_NO;
    if (!has_colors() || (no != NULL && *no != '\0') || start_color() == ERR) {
        return;
    }
    use_default_colors();
    terminal.color = COLORS >= 256 ? COLOR_MANY : COLOR_FEW;
    bool many = terminal.color == COLOR_MANY;
    for (short k = 0; k < STYLE_COUNT; k++) {
        const struct look_row *row = &looks[k];
        init_pair((short)(k + 1), many ? row->ink : row->ink8, many ? row->paper : row->paper8);
    }
    if (HEAT_PAIRS + HEAT_LEVELS > COLOR_PAIRS) {
        return;
    }
    for (short k = 0; k < HEAT_LEVELS; k++) {
        init_pair((short)(HEAT_PAIRS + k), many ? heat_ink[k] : heat_ink8[k],
                  many ? heat_paper[k] : heat_paper8[k]);
    }
}

static bool has_colors_of(const struct look_row *row)
{
    return terminal.color == COLOR_MANY ? row->ink >= 0 || row->paper >= 0
                                        : row->ink8 >= 0 || row->paper8 >= 0;
}

static attr_t attributes_of(const struct glyph *at, short *pair)
{
    const struct look_row *row = &looks[at->style];
    unsigned look = row->look;
    attr_t a = A_NORMAL;
    *pair = 0;
    if (terminal.color != COLOR_NO && at->heat > 0 && HEAT_PAIRS + HEAT_LEVELS <= COLOR_PAIRS) {
        *pair = (short)(HEAT_PAIRS + at->heat - 1);
    } else if (terminal.color != COLOR_NO && has_colors_of(row)) {
        *pair = (short)(at->style + 1);
        look &= ~(unsigned)(LOOK_REVERSE | LOOK_DIM); /* the colors say it */
    }
    a |= look & LOOK_BOLD ? A_BOLD : 0;
    a |= look & LOOK_UNDERLINE ? A_UNDERLINE : 0;
    a |= look & LOOK_REVERSE ? A_REVERSE : 0;
    a |= look & LOOK_DIM ? A_DIM : 0;
    return a;
}

/* --- frames --- */

static void show_grid(const struct grid *g)
{
    erase();
    for (int y = 0; y < g->height; y++) {
        for (int x = 0; x < g->width; x++) {
            const struct glyph *at = &g->at[y * g->width + x];
            short pair;
            attr_t attributes = attributes_of(at, &pair);
            wchar_t text[2] = {(wchar_t)at->c, 0};
            cchar_t cell;
            if (at->c == 0) {
                continue;
            }
            if (at->style == STYLE_BLOCK && at->heat > 0 && pair >= HEAT_PAIRS) {
                text[0] = L' '; /* the color says it */
            }
            if (terminal.ascii && at->c > 126) {
                text[0] = L'?';
            }
            setcchar(&cell, text, attributes, pair, NULL);
            mvadd_wch(y, x, &cell);
        }
    }
    move(g->cursor_y, g->cursor_x);
    refresh();
}

/* A key as the rest of the program knows it; 0: nothing to do, or the screen has another size. */
static uint32_t read_key(void)
{
    wint_t c = 0;
    int kind = get_wch(&c);
    static const struct {
        int curses;
        uint32_t key;
    } map[] = {{KEY_UP, PRESSED_UP},        {KEY_DOWN, PRESSED_DOWN},
               {KEY_LEFT, PRESSED_LEFT},    {KEY_RIGHT, PRESSED_RIGHT},
               {KEY_HOME, PRESSED_HOME},    {KEY_END, PRESSED_END},
               {KEY_PPAGE, PRESSED_PGUP},   {KEY_NPAGE, PRESSED_PGDN},
               {KEY_BTAB, PRESSED_BACKTAB}, {KEY_BACKSPACE, PRESSED_BACKSPACE},
               {KEY_ENTER, PRESSED_ENTER}};
    if (kind == KEY_CODE_YES) {
        for (size_t k = 0; k < sizeof map / sizeof map[0]; k++) {
            if (map[k].curses == (int)c) {
                return map[k].key;
            }
        }
        return c >= KEY_F(1) && c <= KEY_F(12) ? PRESSED_F1 + (uint32_t)(c - KEY_F(1)) : 0;
    }
    if (kind == ERR) { /* a signal; or, again and again, a terminal that is gone */
        return ++terminal.silent > SILENT_MOST ? LEAVE : 0;
    }
    terminal.silent = 0;
    return c == '\n' ? PRESSED_ENTER : c == '\b' ? PRESSED_BACKSPACE : (uint32_t)c;
}

bool screen_is_ascii(void)
{
    return terminal.ascii;
}

/* --- opening and closing --- */

bool screen_is_there(bool piped)
{
    return (piped || isatty(STDIN_FILENO)) && isatty(STDOUT_FILENO);
}

bool screen_take_keys(struct error *err)
{
    return isatty(STDIN_FILENO) || freopen("/dev/tty", "r", stdin) != NULL ||
           error_set(err, ERROR_INPUT, "there is no terminal to read keys from; use --plain");
}

bool screen_open(struct error *err)
{
    const char *name = getenv("TERM");
    if (!screen_is_there(false)) {
        return error_set(err, ERROR_INPUT,
                         "the list of lessons needs a terminal; name a lesson to walk it as text, "
                         "or see qkv lessons");
    }
    terminal.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    terminal_guard();
    terminal.curses = newterm(NULL, stdout, stdin);
    if (terminal.curses == NULL) {
        terminal_release();
        return error_set(err, ERROR_INPUT,
                         "the terminal %s is not one that curses knows; set TERM, or use --plain",
                         name != NULL ? name : "(TERM is not set)");
    }
    set_term(terminal.curses);
    const char *clear = tigetstr("cup");
    if (clear == NULL || clear == (char *)-1) {
        screen_close();
        return error_set(err, ERROR_INPUT,
                         "the terminal %s cannot move its cursor, which walk needs; use --plain",
                         name != NULL ? name : "");
    }
    if (getenv("ESCDELAY") == NULL) {
        set_escdelay(25);
    }
    terminal_note(tigetstr("rmcup"));
    terminal_note(tigetstr("cnorm"));
    terminal_note(tigetstr("sgr0"));
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    make_pairs();
    return true;
}

void screen_close(void)
{
    if (terminal.curses != NULL) {
        endwin();
        delscreen(terminal.curses);
        terminal.curses = NULL;
        terminal_release();
    }
}

static void suspend(void)
{
    endwin();
    terminal_stop();
    refresh();
}

/* --- loops: draw the whole state, take one key --- */

static bool draw_viewer(struct viewer *v)
{
    struct grid g;
    v->width = COLS;
    v->height = LINES;
    if (!grid_init(&g, COLS, LINES)) {
        return error_set(&v->at.tape->session->in.error, ERROR_MEMORY,
                         "the system has no memory left");
    }
    scene_draw(v, &g);
    show_grid(&g);
    grid_free(&g);
    return true;
}

bool screen_walk(struct viewer *v, unsigned *end)
{
    unsigned reaction = REACT_LOOK | REACT_DRAW;
    v->ascii = terminal.ascii = terminal.ascii || v->ascii;
    while ((reaction & REACT_ENDS) == 0 && terminal_asked() == 0) {
        if (((reaction & REACT_LOOK) != 0 && !viewer_look(v)) || !draw_viewer(v)) {
            return false;
        }
        uint32_t key = read_key();
        reaction = key == LEAVE ? REACT_QUIT : key == 0 ? REACT_DRAW : action_key(v, key);
        if ((reaction & REACT_SUSPEND) != 0) {
            suspend();
        }
        if ((reaction & REACT_REPAINT) != 0) {
            clearok(stdscr, TRUE);
        }
    }
    *end = terminal_asked() != 0 ? REACT_QUIT : reaction;
    return true;
}

int screen_menu(struct menu *m)
{
    enum menu_answer answer = MENU_STAY;
    m->ascii = terminal.ascii;
    while (answer == MENU_STAY && terminal_asked() == 0) {
        struct grid g;
        if (!grid_init(&g, COLS, LINES)) {
            return -1;
        }
        menu_draw(m, &g);
        show_grid(&g);
        grid_free(&g);
        uint32_t key = read_key();
        answer = key == LEAVE ? MENU_QUIT : key == 0 ? MENU_STAY : menu_key(m, key);
    }
    return answer == MENU_CHOSEN ? m->at : -1;
}
