// Shows a run in a browser. The engine says what there is (look_json, program_json); here it is laid out, and
// what a person does is passed on. No sentence about a step and no number of one is made here.
import { connect } from './wire.mjs';
import { $, blocks, button, el, heading, put, visible, words } from './dom.mjs';
import { arrows } from './arrows.mjs';
import { how } from './cell.mjs';
import { code, showLine } from './code.mjs';
import { choose, close, closeOutside, edit, fail, numbers, page, prompt, word } from './dialogs.mjs';
import { answerBegins, exercise, forgetPressed, optionPressed, promptOf, tasks } from './exercise.mjs';
import { arrive, atStop, follow, keepOwn, moved, stay } from './address.mjs';
import { copy } from './links.mjs';
import { chooseFiles, droppedFiles, giveFiles, listFiles, unpackFiles } from './files.mjs';
import { fit } from './fit.mjs';
import { grow, move, settle } from './motion.mjs';
import { picture } from './picture.mjs';
import { softmax } from './softmax.mjs';
import { fillLater, legend, tables } from './tables.mjs';
import { band, isFirst, keys, running, showPlace } from './way.mjs';

export let engine, program, look, lessons = [];
export let good = null; // the call that opens what was run last; of a lesson that was edited its text, too
let original = null; // ... before it was edited
let opener = null; // the lesson that own code was opened from, and the place in it
let first = '', before = []; // the text as it was opened, and before each edit, with the place where that began
let firstRow; // where one stood when it was opened
export let knobs = []; // the numbers with which it began

// --- the two halves ---

const proseOf = (stop) => (stop?.blocks ?? []).filter((block, k) => !(k === 0 && block.kind === 'heading'));

// What was edited or opened, and the way back.
function changes() {
    const to = (label, count, title) => button(label, () => undo(count), { title });
    return el('div', { class: 'changes' }, look.changed ? el('p', { class: 'note' }, `the code: ${look.changed}`) : null,
        before.length > 0 ? to('Undo the edit', before.length - 1, 'the text before the last edit; Ctrl and Z') : null,
        before.length > 1 || (before.length > 0 && before[0].text !== first) ? to('Original', 0, 'the text as it was opened') : null,
        opener !== null ? button(`Back to ${titleOf(opener.call.name)}`, leave, { title: 'the lesson that this was opened from' }) : null);
}

async function leave() {
    const { call, place } = opener;
    await bringBack(call);
    if (place !== null) await act({ what: 'line', text: place });
}

// Of what is silently wrong own code says so where it begins, before anything else.
function warned() {
    const { warnings: [first, ...more] } = program, begins = look.stop === undefined ? look.row === firstRow : isFirst();
    if (first === undefined || ownText() === null || !begins) return null;
    return el('p', { class: 'warning first' }, `${more.length + 1} warning${more.length > 0 ? 's' : ''}: `, button(more.length > 0 ? 'show the first' : 'show it', () => act({ what: 'line', text: `:${first.step}` })));
}

function left() {
    const stop = look.stop, parts = [warned()];
    if (look.message) parts.push(el('p', { class: 'message' }, look.message));
    if (stop?.heading) parts.push(el('h2', {}, heading(stop.heading)));
    if (look.changed || before.length > 0 || opener !== null) parts.push(changes());
    if (stop?.words) parts.push(el('p', { class: 'lit' }, words(stop.words)));
    if (stop?.blocks) parts.push(el('div', { class: 'prose' }, blocks(proseOf(stop))));
    if (look.exercise) parts.push(exercise(look.exercise));
    if (stop?.exercises?.length > 0) parts.push(tasks(stop));
    if (stop?.kind === 'end') parts.push(el('p', {}, look.title.includes('.') ? 'This is the end.' : 'This is the end of the lesson.'));
    const at = look.at ?? null, reads = stop?.reads ?? false;
    if (!reads && at !== null && at.cell >= 0) parts.push(code(at.cell, at));
    if (!reads && at !== null && at.cell < 0) parts.push(el('p', { class: 'own' }, at.file), el('ol', { class: 'code' }, el('li', { class: 'now' }, el('span', {}, at.text ?? ''))));
    return parts.filter(Boolean);
}

// A sentence, with its words of the glossary to be pressed.
export function worded(text, explained = []) {
    const parts = [];
    for (const term of new Set(explained)) {
        const at = text.indexOf(term);
        if (at < 0) continue;
        const sign = /^[,.;:)]*/.exec(text.slice(at + term.length))[0]; // it does not begin a line
        parts.push(text.slice(0, at), el('span', { class: 'bound' }, word(term), sign));
        text = text.slice(at + term.length + sign.length);
    }
    return [...parts, text];
}

function sentences() {
    const shapes = look.names ?? look.sizes ?? ''; // of a step that leaves them alone the tables say enough
    return [look.caption ? el('p', { class: 'caption', id: 'caption' }, worded(look.caption, look.captionWords)) : null,
        look.reading ? el('p', { class: 'reading' }, look.reading) : null,
        !look.reading && shapes.includes('->') ? el('p', { class: 'shapes' }, shapes) : null,
        look.way ? el('p', { class: 'note instead' }, look.way, ' ', look.wayNan, ' ', look.wayCode ? el('code', {}, look.wayCode) : null) : null,
        look.compared ? el('p', { class: 'note' }, look.compared) : null];
}

function step() {
    const warnings = look.warnings.map((text) => el('p', { class: 'warning' }, text));
    if (look.softmax) return [warnings, softmax()];
    const plane = arrows();
    return [sentences(), warnings, look.picture ? picture(look.picture) : null,
        el('div', { class: 'stand' }, el('div', { class: 'all' }, plane ? el('div', { class: 'beside' }, tables(), plane) : tables(), legend()), look.cell ? how(look.cell) : null)];
}

function right() {
    const stop = look.stop, parts = [];
    if (look.nothing) parts.push(el('p', {}, look.nothing));
    if (stop?.reads) {
        const { printed, printer } = stop;
        if (printed) parts.push(code(printer.cell, printer), look.picture ? picture(look.picture) : null);
        const text = look.picture ? printed?.replace(/^<Figure size .*>\n/m, '') : printed;
        if (text) parts.push(el('p', { class: 'note' }, 'This prints:'), el('pre', { class: text.trimEnd().includes('\n') ? 'printed' : 'printed line', tabindex: 0 }, text));
        parts.push(code(stop.code, null));
    } else if (look.tensors) parts.push(step());
    if (look.failure && stepIsLast()) parts.push(el('pre', { class: 'error', tabindex: 0 }, look.failure));
    return parts.flat(9).filter(Boolean);
}

const stepIsLast = () => look.nothing !== undefined || look.row === undefined || look.row === program.rows.length - 1;

// --- showing ---

// Below whose edge something is: it fades out there.
const isMore = (at) => at.scrollLeft + at.clientWidth < at.scrollWidth - 4;
const edge = (at, more = isMore(at)) => at.classList.toggle('more', more);

// What was scrolled, and how far: it stays so while one looks at another cell.
const scrolled = () => [...document.querySelectorAll('.scroll, ol.code')].map((at) => [at.scrollLeft, at.scrollTop]);

// What has to know where things lie waits for the frame that shows them. All is measured before anything is moved:
// who asks where something lies after a change has the page laid out again.
function settled(fresh, far, sight) {
    if (fresh) fit();
    const wide = [...document.querySelectorAll('.scroll, pre')].map((at) => [at, isMore(at)]);
    showPlace();
    showLine();
    wide.forEach(([at, more]) => edge(at, more));
    document.querySelector('.moves tr.now th')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!fresh && sight !== null) document.querySelector(sight)?.scrollIntoView({ block: 'nearest' });
    if (far !== null) [...document.querySelectorAll('.scroll, ol.code')].forEach((at, k) => far[k] && ([at.scrollLeft, at.scrollTop] = far[k]));
    if (fresh) look.softmax ? grow() : move();
}

// What a screen reader says of a place: a step's sentence, a text under its heading, a question.
const textIn = (all) => all.map(({ words: runs }) => runs.map(([text]) => text).join('')).join(' ');
function news() {
    const { stop, exercise: x } = look;
    return look.softmax?.parts[look.softmax.at].sentence ?? look.caption ??
        [stop?.heading?.replaceAll('`', ''), textIn(proseOf(stop)), x ? textIn([...promptOf(x), ...x.told]) : ''].filter(Boolean).join(' ');
}

export let draft = null; // the text that was edited last and failed
export let mending = null; // ... of which only a cell was edited: that and its code
let shown = ''; // which place was shown last

function show(told) {
    keep('progress', told.progress);
    if (told.program) program = told.program;
    const was = textIn(look?.exercise?.told ?? []), way = look?.way;
    look = told.look;
    const sight = look.exercise && textIn(look.exercise.told) !== was ? '.ask .told' // what was answered has got its verdict
        : look.way && look.way !== way ? '.instead' : null;
    const place = [look.title, look.stop?.at, look.stop?.between, look.step, look.softmax?.at, look.exercise?.name].join(), fresh = place !== shown;
    if (fresh) [...$('main').children, $('main')].forEach((at) => { at.scrollTop = 0; }); // while all that is there is laid out
    $('title').textContent = visible(titleOf(look.title));
    document.body.dataset.step = look.stop?.reads || look.folded ? '' : look.step ?? '';
    $('say').textContent = visible(look.message ?? (fresh ? news() : look.page ? '' : look.exercise ? textIn(look.exercise.told) : look.cell?.title ?? ''));
    document.title = `${visible(titleOf(look.title))} \u00b7 qkv`;
    const focused = document.activeElement?.closest?.('table') !== null && document.activeElement !== document.body;
    const far = fresh ? null : scrolled(), side = right(), [one, two] = halves();
    $('main').dataset.shows = side.length === 0 ? 'text' : look.stop?.reads ? 'code' : 'step';
    $('where').textContent = $('main').dataset.shows !== 'step' ? '' : [look.stage, look.function].filter(Boolean).join(' \u00b7 ');
    one.replaceChildren(...left());
    put(two, side);
    shown = place;
    if (focused) document.querySelector('td.here')?.focus({ preventScroll: true });
    band();
    keys();
    if (look.page) page();
    else if (look.prompt !== undefined) prompt();
    else if ($('dialog').dataset.of === 'page') close();
    stay();
    requestAnimationFrame(() => settled(fresh, far, sight));
}

function halves() {
    if ($('main').querySelector('.left') === null) $('main').replaceChildren(el('section', { class: 'left', 'aria-label': 'the text' }), el('section', { class: 'right', 'aria-label': 'the step' }));
    return $('main').children;
}

// What was done of exercises stays in the browser, where it lets a file keep anything.
function keep(what, text) { try { if (text !== undefined) localStorage.setItem(`qkv-${what}`, text); } catch { /* it is not kept */ } }
function kept(what) { try { return localStorage.getItem(`qkv-${what}`); } catch { return null; } }

// A lesson as the list of lessons calls it; own code by its name.
const lessonAt = (name) => lessons.findIndex((lesson) => lesson.name.replaceAll('-', ' ') === name.replaceAll('-', ' '));
const titleOf = (name) => lessons[lessonAt(name)]?.title ?? name;
// The lesson before the one that is shown, or behind it.
export const neighbor = (by) => lessonAt(program.title) < 0 ? undefined : lessons[lessonAt(program.title) + by];

// What was answered is forgotten, in all lessons: the next class begins anew.
export async function forget() {
    try { localStorage.removeItem('qkv-progress'); } catch { /* nothing was kept */ }
    forgetPressed();
    await engine.call({ what: 'remember' });
    await again();
}

// --- what a person does ---

export let busy = false;
let wished = null; // the last place or cell that was gone to while another one was being told

const here = () => atStop() ? `:stop ${look.stop.at + 1}` : look?.step !== undefined ? `:${look.step}` : null;

async function opening({ edited, ...call }) {
    const whole = await engine.call(call);
    return edited === undefined ? whole : engine.call({ what: 'edit', text: edited });
}

async function again() {
    if (kept('progress') !== null) await engine.call({ what: 'remember', text: kept('progress') });
    await giveFiles();
    const place = here();
    const numbers = good === null ? [] : turned();
    show(await opening(good ?? { what: 'lesson', name: lessons[0].name }));
    for (const number of numbers) show(await engine.call({ what: 'line', text: `:set ${number}` }));
    if (place !== null) show(await engine.call({ what: 'line', text: place }));
}

// What is open, if it is a person's own; null: a lesson as it was written.
export const ownText = () => good?.what === 'open' ? good.text : good?.edited ?? null;

// The name under which the text that can be edited is opened again.
export const textName = () => good?.what === 'open' ? good.name : `${program.file}.md`;

// Those that are others than the code began with: "T=6".
export const turned = () => program.knobs.filter(({ set, value }) => knobs.some((was) => was.set === set && was.value !== value)).map(({ set, value }) => `${set}=${value}`);

// On a narrow page the arithmetic of a cell that was pointed at stays at the bottom, and on a wide one where it would lie
// below the edge. The cell is above it, once it was pressed. Under a pointer nothing moves: there it leaves the tables free.
let peeks = false; // it is there for a pointer alone
let sees = 0; // the frame in which it opens
function seen(pressed = true, walks = false, held = false) {
    const cell = document.querySelector('td.here'), how = document.querySelector('.how'), main = $('main');
    if (walks) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    main.dataset.pointed = '';
    peeks = !pressed;
    delete main.dataset.peeks;
    if (!cell || !how) return;
    how.style.removeProperty('--lift');
    if (getComputedStyle(how).position !== 'sticky') {
        if (how.getBoundingClientRect().bottom <= main.getBoundingClientRect().bottom) return;
        main.dataset.pointed = 'below';
    }
    const room = how.closest('.right'), page = getComputedStyle(room).overflowY === 'auto' ? room : main;
    if (!pressed) return leaveFree(how, cell, page, held);
    for (let k = 0; k < 2; k++) { // the arithmetic moves a little, too
        const hidden = cell.getBoundingClientRect().bottom + 8 - how.getBoundingClientRect().top;
        if (hidden > 0) page.scrollBy(0, hidden);
    }
}

// Of the arithmetic as much as there is room for below the tables, at least its first line: above them, where no room is
// left below.
function leaveFree(how, cell, page, held) {
    const { left, right, top, bottom } = how.getBoundingClientRect(), row = cell.closest('tr').getBoundingClientRect();
    const tables = [...page.querySelectorAll('.right .scroll')].map((at) => at.getBoundingClientRect()).filter((at) => at.left < right && at.right > left);
    const end = Math.max(row.bottom, ...tables.map((table) => table.bottom));
    peeks = !held || top < row.bottom; // what a press opened stays whole where it can
    if (!peeks || end <= top) return;
    $('main').dataset.peeks = '';
    const edge = page.getBoundingClientRect(), least = how.querySelector('h3').offsetHeight + 12;
    how.style.setProperty('--most', `${Math.max(bottom - end - 4, least)}px`);
    const at = how.getBoundingClientRect();
    if (at.top < row.bottom || (at.top < end && tables.every((table) => table.top > edge.top + at.height))) how.style.setProperty('--lift', `${edge.top - at.top}px`);
}
export function unpoint() {
    delete $('main').dataset.pointed;
    delete $('main').dataset.peeks;
}
const isPointed = () => $('main').dataset.pointed !== undefined && getComputedStyle(document.querySelector('.how') ?? $('main')).position === 'sticky';

async function told(call, answer) {
    if (answer.error !== undefined) {
        if (call.typed) draft = call.text;
        fail(answer.error);
        if (look !== undefined) keys();
        return;
    }
    const fails = call.what === 'edit' && answer.look.page !== undefined, opens = ['edit', 'lesson', 'open'].includes(call.what);
    if (opens) [draft, mending] = fails ? [call.text, call.lines ?? null] : [null, null];
    if (opens && !fails) {
        const { text } = await engine.call({ what: 'text' });
        if (call.what !== 'edit') {
            firstRow = answer.look.row;
            opener = call.what === 'lesson' ? null : good?.what === 'lesson' ? { call: good, place: here() } : opener;
            good = original = { what: call.what, name: call.name, text: call.text };
            [first, before] = [text, []];
        } else {
            if (answer.look.changed === undefined) good = original;
            else good = original.what === 'lesson' ? { ...original, edited: text } : { what: 'open', name: textName(), text };
            before = call.back !== undefined ? before.slice(0, call.back) : text === call.over ? before : [...before, { text: call.over, place: call.from }];
        }
        ({ knobs } = answer.program);
        keepOwn(good);
    }
    if (call.last) answer = { ...await engine.call({ what: 'stop', at: answer.program.stops.length - 1 }), program: answer.program };
    const held = isPointed() && !peeks;
    unpoint();
    moved(call);
    optionPressed(call);
    show(answer);
    if (call.what === 'point') sees = requestAnimationFrame(() => seen(!call.hovers, call.walks, held));
    if (answer.wish === 'lesson') await next();
    if (answer.wish === 'edit') edit();
}

function occupy(on) {
    busy = on;
    document.body.toggleAttribute('data-busy', on);
}

// A run that takes long can be stopped: then the last one that came to its end is opened anew. Where calls within calls
// went deeper than the browser's stack, the same is done again, and ends before that.
async function mend(failure, call) {
    if (failure.stopped) return again();
    if (/call stack|too much recursion/.test(failure.message) && engine.shallow?.()) {
        await again();
        return told(call, await engine.call(call)).catch((more) => mend(more, call));
    }
    fail(`${failure.message}\n\nThe engine was started anew.`);
    engine.stop?.();
    return again();
}

export async function act(call) {
    if (busy) {
        if (['point', 'stop', 'row'].includes(call.what)) wished = call;
        return;
    }
    occupy(true);
    settle();
    fillLater();
    const late = setTimeout(() => engine.stop !== undefined && running(() => engine.stop()), 700);
    try {
        if (call.what === 'edit') call = { ...call, over: (await engine.call({ what: 'text' })).text, from: here() };
        const answer = await engine.call(call);
        clearTimeout(late);
        await told(call, answer);
    } catch (failure) {
        clearTimeout(late);
        await mend(failure, call);
    } finally {
        occupy(false);
    }
    if (wished !== null) {
        const last = wished;
        wished = null;
        await act(last);
    }
    prepare(PAUSE);
}

// Questions that are still to come are made while nobody does anything: each takes a run of the lesson, or several.
const PAUSE = 300;
let idle = 0, prepares = true;

function prepare(after) {
    clearTimeout(idle);
    if (prepares && engine.stop !== undefined) idle = setTimeout(prepareOne, after);
}

async function prepareOne() {
    if (busy) return;
    try {
        if ((await engine.call({ what: 'prepare' })).more) prepare(0);
        else document.body.dataset.prepared = '';
    } catch (failure) {
        if (!failure.stopped) unprepared();
    }
}

// One that ends the engine is made when it is asked.
function unprepared() {
    prepares = false;
    engine.stop();
    again();
}

// Opens what was open once; of a lesson that was edited then its text runs over it.
export async function bringBack({ edited, ...call }) {
    const was = good;
    await act(call);
    if (edited !== undefined && good !== was) await act({ what: 'edit', text: edited });
}

// The text before the last edits: so many are left. One stands where the first of the others began.
async function undo(count) {
    if (before.length === 0) return;
    const { text, place } = before[count];
    await act({ what: 'edit', text: count === 0 ? first : text, back: count });
    if (before.length === count && place !== null && place !== here()) await act({ what: 'line', text: place });
}

// The same code anew, at the same place; what failed begins at its beginning.
export async function reopen() {
    const place = look.failure ? null : here();
    await bringBack(good);
    if (place !== null) await act({ what: 'line', text: place });
}

export const press = (name) => act({ what: 'key', key: typeof name === 'number' ? name : name.codePointAt(0) });

// Where the pointer was seen last: a table that is drawn anew below a pointer at rest is not pointed at.
let pointer = '';
export function pointerMoved({ clientX, clientY }) {
    const was = pointer;
    pointer = [clientX, clientY].join();
    return pointer !== was;
}

// A press on the cell that is looked at opens its arithmetic where that lies at the bottom; one more closes it.
export function point(cell, pressed = false) {
    if (cell === null || cell.dataset.row === undefined) return null;
    if (!cell.classList.contains('here')) return act({ what: 'point', row: Number(cell.dataset.row), column: Number(cell.dataset.column), hovers: !pressed });
    cancelAnimationFrame(sees); // a press that comes before it
    if (!pressed) isPointed() || seen(false);
    else isPointed() && !peeks ? unpoint() : seen();
    return null;
}

export const forward = () => press(' ');
// Before the first place of a lesson is the last one of the lesson before.
export async function back() {
    const before = neighbor(-1);
    if (!isFirst() || before === undefined) return press('p');
    return act({ what: 'lesson', name: before.name, last: true });
}

async function next() {
    occupy(false);
    if (neighbor(1) !== undefined) await act({ what: 'lesson', name: neighbor(1).name });
}

// --- the tools above ---

const SIZE = 'qkv-size'; // in the tab: whether type is large

// Large type, a slider, on demand one row alone.
export function present() {
    const root = document.documentElement;
    root.dataset.size = root.dataset.size === 'large' ? 'plain' : 'large';
    root.dataset.row = 'all';
    root.dataset.tools = 'hidden';
    try { sessionStorage.setItem(SIZE, root.dataset.size); } catch { /* it is large until it is loaded anew */ }
    keys();
    fit();
    document.querySelectorAll('.scroll, pre').forEach((at) => edge(at));
    showLine();
}

function theme() {
    const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = (root.dataset.theme ?? (dark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
    keep('theme', root.dataset.theme);
}

function menu(open) {
    $('tools').classList.toggle('open', open);
    $('tools').querySelector('.menu').setAttribute('aria-expanded', String($('tools').classList.contains('open')));
}

function tools() {
    const entry = (label, does, title, traits = {}) => button(label, () => { menu(false); does(); }, { title, ...traits });
    $('tools').replaceChildren(button('Menu', () => menu(), { class: 'menu', 'aria-expanded': 'false' }), el('div', { class: 'entries' },
        entry('Lessons', choose, 'all lessons'), entry('Open', chooseFiles, 'a notebook, or code, of your own'), entry('Code', edit, 'the code of all this, to edit and run'), entry('Files', listFiles, 'files that the code imports and opens', { id: 'files' }), entry('Numbers', numbers, 'the numbers of the code, to change'),
        entry('Output', () => press('o'), 'what was printed so far'), entry('Words', () => press('W'), 'what the words here mean'), entry('Link', copy, 'a link to what is shown'), entry('Present', present, 'large type, for a projector'), entry(['\u25d0', el('span', {}, ' Dark or light')], theme, 'dark or light', { 'aria-label': 'dark or light' })));
    document.addEventListener('click', ({ target }) => target.closest('#tools') === null && menu(false));
}

const SPECIAL = { ArrowUp: 0x110001, ArrowDown: 0x110002, ArrowLeft: 0x110003, ArrowRight: 0x110004, Home: 0x110005, End: 0x110006, PageUp: 0x110007, PageDown: 0x110008, Backspace: 127, Enter: 13, Escape: 27 };

// What was opened last, one thing at a time; large type at the end.
async function leaveOne() {
    const cell = document.activeElement?.closest?.('td'), { stop, exercise: x } = look;
    if (isPointed() || cell) {
        unpoint();
        cell?.blur(); // the arrows lead to the next place again
    } else if (look.softmax || look.inside) press('S');
    else if (look.wayAt >= 0) for (let left = look.ways; left > 0 && look.wayAt >= 0; left--) await press('I'); // behind the last way is none
    else if (look.tensors?.some(({ role }) => ['before', 'change'].includes(role))) press('=');
    else if (stop?.between || (stop?.kind === 'more' && x)) press(SPECIAL.Escape);
    else if (document.documentElement.dataset.size === 'large') present();
}

function hear(event) {
    const inside = event.target.closest?.('input, textarea, select, dialog');
    if (!inside && (event.ctrlKey || event.metaKey) && event.key === 'z') undo(before.length - 1);
    if (inside || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if ((event.key === ' ' || event.key === 'Enter') && event.target.closest?.('button, summary, a')) return;
    if ([...event.key].length === 1 && answerBegins(event.key)) return;
    if (event.target.closest?.('#tools')) event.target.blur(); // what was opened there is over
    const cell = event.target.closest?.('td');
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (cell && way && look.cell) {
        event.preventDefault();
        act({ what: 'point', row: look.cell.row + way[0], column: look.cell.column + way[1], walks: true });
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        event.preventDefault();
        event.key === 'ArrowRight' ? forward() : back();
    } else if (event.key === 'Escape') {
        event.preventDefault();
        leaveOne();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        return;
    } else if (event.key === 'e' && !look.exercise?.letter) {
        event.preventDefault(); // it would be typed into what opens
        edit();
    } else if (SPECIAL[event.key] !== undefined || [...event.key].length === 1) {
        event.preventDefault();
        press(SPECIAL[event.key] ?? event.key);
    }
}

async function dropped(event) {
    event.preventDefault();
    document.body.classList.remove('drop');
    if (!busy) await droppedFiles(event.dataTransfer);
}

async function begin() {
    tools();
    addEventListener('keydown', hear);
    addEventListener('pointermove', pointerMoved);
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('drop'); });
    addEventListener('dragleave', () => document.body.classList.remove('drop'));
    addEventListener('drop', dropped);
    closeOutside();
    addEventListener('hashchange', arrive);
    $('main').addEventListener('click', ({ target }) => isPointed() && target.closest('.how, td') === null && unpoint());
    $('main').addEventListener('scroll', ({ target }) => target.matches?.('.scroll') && edge(target), true);
    if (kept('theme') !== null) document.documentElement.dataset.theme = kept('theme');
    try { document.documentElement.dataset.size = sessionStorage.getItem(SIZE) ?? 'plain'; } catch { /* nothing is kept */ }
    engine = await connect($('wasm'), $('worker'));
    lessons = (await engine.call({ what: 'lessons' })).lessons;
    if (kept('progress') !== null) await engine.call({ what: 'remember', text: kept('progress') });
    const start = JSON.parse($('start').textContent);
    await unpackFiles(start);
    await follow(start);
    document.body.dataset.ready = Math.round(performance.now()); // milliseconds since it was opened
}

begin().catch((failure) => fail(String(failure.stack ?? failure)));
