/* This is the only file that includes curses. It includes it last, because curses defines hundreds
 * of names. */
#include "tui/screen.h"

#include "tui/act/act_mouse.h"
#include "tui/action.h"
#include "tui/escape.h"
#include "tui/palette.h"
#include "tui/pane/signs.h"
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
extern int tigetflag(const char *capability);
extern int tigetnum(const char *capability);

static const unsigned looks[] = {
#define STYLE(id, letter, ink, paper, ink8, paper8, light_ink, light_paper, look) look,
#include "tui/styles.def"
#undef STYLE
};

#define HEAT_PAIRS (STYLE_COUNT + 1) /* pairs from here on are heat */
#define SILENT_MOST 50
#define LOOK_MILLISECONDS 400 /* between two looks at a file */
#define REST_MILLISECONDS 25  /* until the rest of a character or sequence is there */
#define SUSPEND 26            /* ^Z */

/* A process has one terminal, and curses has one screen: so there is one state. */
static struct {
    SCREEN *curses;
    enum palette_depth depth, most; /* of the colors; the most that were asked for */
    bool never, light, ascii, mouse;
    int map; /* of the heat */
    int mouse_x, mouse_y;
    int silent; /* how often there was something to read and no key in it */
} terminal;

/* --- colors --- */

/* 24 bits only where the terminal's own entry says that a number of a color is red, green and blue.
 */
static bool is_direct(void)
{
    const char *bits = tigetstr("RGB");
    return COLORS > 256 && (tigetflag("RGB") == 1 || tigetnum("RGB") == 8 ||
                            (bits != NULL && bits != (char *)-1 && strcmp(bits, "8/8/8") == 0));
}

static void make_pair(int pair, struct palette_pair c)
{
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
    init_extended_pair(pair, c.ink, c.paper);
#else
    init_pair((short)pair, (short)c.ink, (short)c.paper);
#endif
}

static bool has_heat(void)
{
    return terminal.depth != PALETTE_NONE && HEAT_PAIRS + HEAT_ALL <= COLOR_PAIRS;
}

static void make_heat(int map)
{
    terminal.map = map;
    for (int k = 0; k < HEAT_ALL && has_heat(); k++) {
        make_pair(HEAT_PAIRS + k, palette_heat(map, k + 1, terminal.depth));
    }
}

static void make_pairs(void)
{
    terminal.depth = PALETTE_NONE;
    if (terminal.never || !has_colors() || start_color() == ERR) {
        return;
    }
    use_default_colors();
    terminal.depth = is_direct() ? PALETTE_DIRECT : COLORS >= 256 ? PALETTE_MANY : PALETTE_FEW;
    bool direct = terminal.depth == PALETTE_DIRECT; /* there a number is no color of the 256 */
    if (terminal.most < terminal.depth && !(direct && terminal.most == PALETTE_MANY)) {
        terminal.depth = terminal.most;
    }
    for (int k = 0; k < STYLE_COUNT; k++) {
        make_pair(k + 1, palette_style((enum style)k, terminal.depth, terminal.light));
    }
    make_heat(0);
}

/* "0;15": the second number is the background. */
static bool is_light(const char *theme)
{
    const char *colors = getenv("COLORFGBG"), *back = colors != NULL ? strrchr(colors, ';') : NULL;
    return theme != NULL ? strcmp(theme, "light") == 0
                         : back != NULL && (strcmp(back, ";7") == 0 || strcmp(back, ";15") == 0);
}

bool screen_colors(const char *color, const char *theme, struct error *err)
{
    static const struct {
        const char *name;
        enum palette_depth most;
    } modes[] = {{"auto", PALETTE_DIRECT},
                 {"never", PALETTE_NONE},
                 {"8", PALETTE_FEW},
                 {"256", PALETTE_MANY},
                 {"24bit", PALETTE_DIRECT}};
    const char *no = getenv("NO_COLOR");
    size_t k = 0, count = sizeof modes / sizeof modes[0];
    while (color != NULL && k < count && strcmp(color, modes[k].name) != 0) {
        k++;
    }
    if (k == count) {
        return error_set(err, ERROR_INPUT, "--color %s: give auto, never, 8, 256 or 24bit", color);
    }
    if (theme != NULL && strcmp(theme, "light") != 0 && strcmp(theme, "dark") != 0) {
        return error_set(err, ERROR_INPUT, "--theme %s: give light or dark", theme);
    }
    terminal.most = modes[k].most;
    terminal.never = terminal.most == PALETTE_NONE || (color == NULL && no != NULL && *no != '\0');
    terminal.light = is_light(theme);
    return true;
}

static bool has_colors_of(enum style style)
{
    struct palette_pair c = palette_style(style, terminal.depth, terminal.light);
    return c.ink >= 0 || c.paper >= 0;
}

/* What the terminal has for italics. */
static attr_t italic(void)
{
#ifdef A_ITALIC
    if ((termattrs() & A_ITALIC) != 0) {
        return A_ITALIC;
    }
#endif
    return A_UNDERLINE;
}

static attr_t attributes_of(const struct glyph *at, short *pair)
{
    unsigned look = looks[at->style] | at->look;
    attr_t a = A_NORMAL;
    *pair = 0;
    if (at->heat > 0 && has_heat()) {
        *pair = (short)(HEAT_PAIRS + at->heat - 1);
    } else if (has_colors_of((enum style)at->style)) {
        *pair = (short)(at->style + 1);
        look &= ~(unsigned)(LOOK_REVERSE | LOOK_DIM); /* the colors say it */
    }
    a |= look & LOOK_BOLD ? A_BOLD : 0;
    a |= look & LOOK_UNDERLINE ? A_UNDERLINE : 0;
    a |= look & LOOK_REVERSE ? A_REVERSE : 0;
    a |= look & LOOK_DIM ? A_DIM : 0;
    a |= look & LOOK_ITALIC ? italic() : 0;
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

/* The wheel and the first button; with Shift, and the others, the terminal selects text. */
static void use_mouse(bool on)
{
    if (on != terminal.mouse) {
        mouseinterval(0); /* a click is told when it is pressed */
        mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
        terminal.mouse = on;
    }
}

static uint32_t mouse(void)
{
    MEVENT event;
    if (getmouse(&event) != OK) {
        return 0;
    }
    terminal.mouse_x = event.x;
    terminal.mouse_y = event.y;
    return event.bstate & BUTTON4_PRESSED   ? PRESSED_WHEEL_UP
           : event.bstate & BUTTON5_PRESSED ? PRESSED_WHEEL_DOWN
           : event.bstate & BUTTON1_PRESSED ? PRESSED_CLICK
                                            : 0;
}

static int next_character(wint_t *c, int milliseconds)
{
    int kind = get_wch(c); /* what is there already; and the size of the screen */
    if (kind == ERR && terminal_wait(milliseconds)) {
        kind = get_wch(c);
        terminal.silent = kind == ERR ? terminal.silent + 1 : 0;
    }
    return kind;
}

/* Behind ESC: a sequence that curses knows no key for does nothing. */
static uint32_t read_escape(void)
{
    enum escape at = ESCAPE_BEGUN;
    wint_t c;
    while (at < ESCAPE_OVER && get_wch(&c) == OK) {
        at = escape_next(at, (uint32_t)c);
    }
    if (at == ESCAPE_NONE) {
        unget_wch((wchar_t)c);
    }
    return at == ESCAPE_NONE || at == ESCAPE_BEGUN ? PRESSED_ESC : 0;
}

static uint32_t key_of(int kind, wint_t c)
{
    static const struct {
        int curses;
        uint32_t key;
    } map[] = {{KEY_UP, PRESSED_UP},        {KEY_DOWN, PRESSED_DOWN},
               {KEY_LEFT, PRESSED_LEFT},    {KEY_RIGHT, PRESSED_RIGHT},
               {KEY_HOME, PRESSED_HOME},    {KEY_END, PRESSED_END},
               {KEY_PPAGE, PRESSED_PGUP},   {KEY_NPAGE, PRESSED_PGDN},
               {KEY_BTAB, PRESSED_BACKTAB}, {KEY_BACKSPACE, PRESSED_BACKSPACE},
               {KEY_ENTER, PRESSED_ENTER}};
    if (kind == OK) {
        return c == PRESSED_ESC ? read_escape()
               : c == '\n'      ? PRESSED_ENTER
               : c == '\b'      ? PRESSED_BACKSPACE
                                : (uint32_t)c;
    }
    if (kind != KEY_CODE_YES || c == KEY_MOUSE) {
        return kind == KEY_CODE_YES ? mouse() : 0;
    }
    for (size_t k = 0; k < sizeof map / sizeof map[0]; k++) {
        if (map[k].curses == (int)c) {
            return map[k].key;
        }
    }
    return c >= KEY_F(1) && c <= KEY_F(12) ? PRESSED_F1 + (uint32_t)(c - KEY_F(1)) : 0;
}

/* The screen again, whatever the terminal was made of meanwhile. */
static void come_back(void)
{
    endwin();
    clearok(stdscr, TRUE);
    refresh();
}

static void suspend(void)
{
    endwin();
    terminal_stop();
    come_back();
}

/* What was typed while code ran, for afterwards. */
static struct {
    uint32_t key[256];
    int at, count;
} typed;

/* A key as the rest of the program knows it; 0: nothing to do, or the screen has another size. */
static uint32_t fresh_key(int milliseconds)
{
    wint_t c = 0;
    int kind = next_character(&c, milliseconds);
    uint32_t key = scene_key(COLS, LINES, key_of(kind, c));
    if (key == SUSPEND || terminal_stop_asked()) {
        suspend();
        return 0;
    }
    if (terminal_continued()) {
        come_back();
    }
    return key;
}

/* The next of what was typed while code ran, else a fresh one. */
static uint32_t read_key(int milliseconds)
{
    if (typed.at < typed.count) {
        return typed.key[typed.at++];
    }
    return fresh_key(milliseconds);
}

/* Somebody wants the program to end, or the terminal is gone. */
static bool is_over(void)
{
    return terminal_asked() != 0 || terminal.silent > SILENT_MOST;
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

/* Home and End as the Linux console, screen, rxvt and xterm send them, whatever TERM says. */
static void know_more_keys(void)
{
    static const struct {
        const char *sent;
        int key;
    } more[] = {{"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME},
                {"\033OH", KEY_HOME},  {"\033[4~", KEY_END},  {"\033[8~", KEY_END},
                {"\033[F", KEY_END},   {"\033OF", KEY_END}};
    for (size_t k = 0; k < sizeof more / sizeof more[0]; k++) {
        if (key_defined(more[k].sent) == 0) {
            define_key(more[k].sent, more[k].key);
        }
    }
}

/* COLUMNS and LINES may be of a size that no screen has; then the terminal is asked itself. */
static SCREEN *open_curses(void)
{
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (screen == NULL && (getenv("COLUMNS") != NULL || getenv("LINES") != NULL)) {
        unsetenv("COLUMNS");
        unsetenv("LINES");
        screen = newterm(NULL, stdout, stdin);
    }
    return screen;
}

bool screen_open(struct error *err)
{
    const char *name = getenv("TERM");
    if (!screen_is_there(false)) {
        return error_set(err, ERROR_INPUT, "there is no terminal here; use --plain");
    }
    terminal.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    terminal_guard();
    terminal.curses = open_curses();
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
    const char *mouse_key = tigetstr("kmous");
    if (mouse_key != NULL && mouse_key != (char *)-1) {
        terminal_note("\033[?1006l\033[?1000l"); /* the mouse is the terminal's again */
    }
    terminal_note(tigetstr("rmcup"));
    terminal_note(tigetstr("cnorm"));
    terminal_note(tigetstr("sgr0"));
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    timeout(REST_MILLISECONDS);
    know_more_keys();
    make_pairs();
    return true;
}

void screen_close(void)
{
    if (terminal.curses != NULL) {
        use_mouse(false);
        endwin();
        delscreen(terminal.curses);
        terminal.curses = NULL;
        terminal_release();
    }
}

/* --- loops: draw the whole state, take one key --- */

static bool draw_viewer(struct viewer *v)
{
    struct grid g;
    v->width = COLS;
    v->height = LINES;
    if (!grid_init(&g, COLS, LINES)) {
        return error_memory(&v->where.at.tape->session->in.error);
    }
    if (v->chosen.map != terminal.map) {
        make_heat(v->chosen.map);
    }
    use_mouse(v->chosen.mouse);
    scene_draw(v, &g);
    if (v->signs != NULL) {
        signs_put(v->signs, v, &g);
    }
    show_grid(&g);
    grid_free(&g);
    return true;
}

bool screen_wait(struct viewer *v)
{
    bool ends = !draw_viewer(v);
    if (typed.at == typed.count) {
        typed.at = typed.count = 0;
    }
    for (uint32_t key; !ends && !is_over() && (key = fresh_key(0)) != 0;) {
        ends = key == PRESSED_ESC || key == PRESSED_INTERRUPT;
        if (key != PRESSED_CLICK && typed.count < (int)(sizeof typed.key / sizeof *typed.key)) {
            typed.key[typed.count++] = key;
        }
    }
    if (ends) {
        typed.at = typed.count = 0;
    }
    return !ends && !is_over();
}

bool screen_walk(struct viewer *v, unsigned *end)
{
    unsigned reaction = REACT_LOOK | REACT_DRAW;
    v->chosen.ascii = terminal.ascii = terminal.ascii || v->chosen.ascii;
    v->chosen.mono = terminal.depth == PALETTE_NONE;
    while ((reaction & REACT_ENDS) == 0 && !is_over()) {
        if (((reaction & REACT_LOOK) != 0 && !viewer_look(v)) || !draw_viewer(v)) {
            return false;
        }
        uint32_t key = read_key(-1);
        reaction = key == 0               ? REACT_DRAW
                   : key == PRESSED_CLICK ? act_click(v, terminal.mouse_x, terminal.mouse_y)
                                          : action_key(v, key);
        if ((reaction & REACT_SUSPEND) != 0) {
            suspend();
        }
        if ((reaction & REACT_REPAINT) != 0) {
            clearok(stdscr, TRUE);
        }
    }
    *end = is_over() ? REACT_QUIT : reaction;
    return true;
}

enum welcome_answer screen_welcome(struct welcome *w)
{
    enum welcome_answer answer = WELCOME_STAY;
    w->ascii = terminal.ascii;
    while (answer == WELCOME_STAY && !is_over()) {
        struct grid g;
        if (!grid_init(&g, COLS, LINES)) {
            return WELCOME_LIST;
        }
        welcome_draw(w, &g);
        show_grid(&g);
        grid_free(&g);
        uint32_t key = read_key(-1);
        answer = key == 0 ? WELCOME_STAY : welcome_key(w, key);
        if (key_action(key) == ACTION_repaint) {
            clearok(stdscr, TRUE);
        }
    }
    return is_over() ? WELCOME_QUIT : answer;
}

enum menu_answer screen_menu(struct menu *m)
{
    enum menu_answer answer = MENU_STAY;
    m->ascii = terminal.ascii;
    m->mono = terminal.depth == PALETTE_NONE;
    use_mouse(true);
    while (answer == MENU_STAY && !is_over()) {
        struct grid g;
        if (!grid_init(&g, COLS, LINES)) {
            return MENU_QUIT;
        }
        menu_draw(m, &g);
        show_grid(&g);
        grid_free(&g);
        uint32_t key = read_key(-1);
        answer = key == 0 ? MENU_STAY
                 : key == PRESSED_CLICK
                     ? menu_click(m, terminal.mouse_x, terminal.mouse_y, COLS, LINES)
                     : menu_key(m, key);
        if (key_action(key) == ACTION_repaint) {
            clearok(stdscr, TRUE);
        }
    }
    return answer == MENU_STAY ? MENU_QUIT : answer;
}

bool screen_practice(struct practice *p, bool (*look)(void *self), void *self,
                     enum practice_wish *wish, struct error *err)
{
    bool draw = true, ok = true;
    *wish = PRACTICE_STAY;
    p->ascii = terminal.ascii = terminal.ascii || p->ascii;
    p->mono = terminal.depth == PALETTE_NONE;
    while (ok && *wish == PRACTICE_STAY && !is_over()) {
        struct grid g;
        if (draw && grid_init(&g, COLS, LINES)) {
            practice_draw(p, &g);
            show_grid(&g);
            grid_free(&g);
        }
        uint32_t key = read_key(p->file[0] != '\0' ? LOOK_MILLISECONDS : -1);
        draw = true;
        if (key == PRESSED_INTERRUPT || key == PRESSED_PLAIN) {
            *wish = key == PRESSED_PLAIN ? PRACTICE_PLAIN : PRACTICE_QUIT;
        } else if (key_action(key) == ACTION_repaint) {
            clearok(stdscr, TRUE);
        } else if (key != 0) {
            ok = practice_draw_key(p, key, wish, err);
            if (key == PRESSED_ENTER || key == '\n') {
                break; /* a step: what was done is kept */
            }
        } else if (p->file[0] != '\0') {
            look(self);
        }
    }
    *wish = is_over() ? PRACTICE_QUIT : *wish;
    return ok;
}
