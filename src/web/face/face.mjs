// What a browser shows of a run. The engine says what there is (look_json, program_json); here it is laid out, and
// what a person does is passed on. No sentence about a step and no number of one is made here.
import { connect } from './wire.mjs';
import { $, blocks, button, el, heading, visible, words } from './dom.mjs';
import { arrows } from './arrows.mjs';
import { how } from './cell.mjs';
import { code, showLine } from './code.mjs';
import { choose, close, edit, fail, numbers, page, prompt } from './dialogs.mjs';
import { exercise, tasks } from './exercise.mjs';
import { copy, shared } from './links.mjs';
import { grow, move, settle } from './motion.mjs';
import { picture } from './picture.mjs';
import { softmax } from './softmax.mjs';
import { tables } from './tables.mjs';
import { band, keys, running } from './way.mjs';

export let engine, program, look, lessons = [];
export let good = null; // the call that opens what was run last

// --- the two halves ---

function left() {
    const stop = look.stop, parts = [];
    if (look.message) parts.push(el('p', { class: 'message', role: 'status' }, look.message));
    if (stop?.heading) parts.push(el('h2', {}, heading(stop.heading)));
    if (look.changed) parts.push(el('p', { class: 'note' }, `the code: ${look.changed}`));
    if (stop?.words) parts.push(el('p', { class: 'lit' }, words(stop.words)));
    if (stop?.blocks) parts.push(el('div', { class: 'prose' }, blocks(stop.blocks.filter((b, k) => !(k === 0 && b.kind === 'heading')))));
    if (look.exercise) parts.push(exercise(look.exercise));
    if (stop?.exercises?.length > 0) parts.push(tasks(stop));
    if (stop?.kind === 'end') parts.push(el('p', {}, 'This is the end of the lesson.'), stop.next ? button(`Next: ${stop.next.replaceAll('-', ' ')}`, next, { class: 'go' }) : null);
    const at = look.at ?? null, reads = stop?.reads ?? false;
    if (!reads && at !== null && at.cell >= 0) parts.push(code(at.cell, at));
    if (!reads && at !== null && at.cell < 0) parts.push(el('p', { class: 'own' }, at.file), el('ol', { class: 'code' }, el('li', { class: 'now' }, el('span', {}, at.text ?? ''))));
    return parts.filter(Boolean);
}

function sentences() {
    const shapes = look.names ?? look.sizes ?? ''; // of a step that leaves them alone the tables say enough
    return [look.caption ? el('p', { class: 'caption', id: 'caption' }, look.caption) : null,
        look.reading ? el('p', { class: 'reading' }, look.reading) : null,
        !look.reading && shapes.includes('->') ? el('p', { class: 'shapes' }, shapes) : null,
        look.way ? el('p', { class: 'note' }, look.way, ' ', look.wayCode ? el('code', {}, look.wayCode) : null) : null,
        look.compared ? el('p', { class: 'note' }, look.compared) : null];
}

function step() {
    if (look.softmax) return softmax();
    const plane = arrows();
    return [sentences(), look.picture ? picture(look.picture) : null, plane ? el('div', { class: 'beside' }, tables(), plane) : tables(),
        look.cell ? how(look.cell) : null, look.warnings.map((text) => el('p', { class: 'warning' }, text))];
}

function right() {
    const stop = look.stop, parts = [];
    if (look.nothing) parts.push(el('p', {}, look.nothing));
    if (stop?.reads) {
        if (stop.printed) parts.push(el('p', { class: 'note' }, 'This prints:'), el('pre', { class: 'printed', tabindex: 0 }, stop.printed));
        parts.push(code(stop.code, null));
    } else if (look.tensors) parts.push(step());
    if (look.failure && stepIsLast()) parts.push(el('pre', { class: 'error', tabindex: 0 }, look.failure));
    return parts.flat(9).filter(Boolean);
}

const stepIsLast = () => look.nothing !== undefined || look.row === undefined || look.row === program.rows.length - 1;

// --- showing ---

// What was scrolled, and how far: it stays so while one looks at another cell.
const scrolled = () => [...document.querySelectorAll('.scroll, ol.code')].map((at) => [at.scrollLeft, at.scrollTop]);

// What has to know where things lie waits for the frame that shows them.
function settled(fresh, far) {
    if (fresh) [...$('main').children, $('main')].forEach((at) => { at.scrollTop = 0; });
    showLine();
    if (far !== null) [...document.querySelectorAll('.scroll, ol.code')].forEach((at, k) => far[k] && ([at.scrollLeft, at.scrollTop] = far[k]));
    if (fresh) look.softmax ? grow() : move();
}

export let draft = null; // the text that was edited last and failed
let shown = ''; // which place was shown last

function show(told) {
    keep(told.progress);
    if (told.program) program = told.program;
    look = told.look;
    const place = [look.title, look.stop?.at, look.stop?.between, look.step, look.softmax?.at, look.exercise?.name].join(), fresh = place !== shown;
    $('title').textContent = visible(look.title);
    $('title').classList.toggle('lesson', !look.title.includes('.'));
    document.body.dataset.step = look.stop?.reads || look.folded ? '' : look.step ?? '';
    $('say').textContent = visible(told.look.page || fresh ? look.softmax?.parts[look.softmax.at].sentence ?? look.caption ?? look.stop?.heading ?? '' : look.cell?.title ?? '');
    document.title = `${visible(look.title)} \u00b7 qkv`;
    const focused = document.activeElement?.closest?.('table') !== null && document.activeElement !== document.body;
    const far = fresh ? null : scrolled(), side = right(), [one, two] = halves();
    $('main').dataset.shows = side.length === 0 ? 'text' : look.stop?.reads ? 'code' : 'step';
    $('where').textContent = $('main').dataset.shows !== 'step' ? '' : [look.stage, look.function].filter(Boolean).join(' \u00b7 ');
    one.replaceChildren(...left());
    two.replaceChildren(...side);
    shown = place;
    if (focused) document.querySelector('td.here')?.focus({ preventScroll: true });
    band();
    keys();
    if (look.page) page();
    else if (look.prompt !== undefined) prompt();
    else if ($('dialog').dataset.of === 'page') close();
    const mark = look.stop !== undefined ? `#stop-${look.stop.at + 1}` : look.step !== undefined ? `#step-${look.step}` : '';
    if (mark !== '') history.replaceState(null, '', mark);
    requestAnimationFrame(() => settled(fresh, far));
}

function halves() {
    if ($('main').querySelector('.left') === null) $('main').replaceChildren(el('section', { class: 'left', 'aria-label': 'the text' }), el('section', { class: 'right', 'aria-label': 'the step' }));
    return $('main').children;
}

// What was done of exercises stays in the browser, where it lets a file keep anything.
const KEPT = 'qkv-progress';
function keep(text) { try { if (text !== undefined) localStorage.setItem(KEPT, text); } catch { /* it is not kept */ } }
function kept() { try { return localStorage.getItem(KEPT); } catch { return null; } }

// --- what a person does ---

let busy = false, wished = null; // the last place or cell that was gone to while another one was being told

async function again() {
    if (kept() !== null) await engine.call({ what: 'remember', text: kept() });
    const place = look?.stop !== undefined ? `:stop ${look.stop.at + 1}` : look?.step !== undefined ? `:${look.step}` : null;
    const told = await engine.call(good ?? { what: 'lesson', name: lessons[0].name });
    show(told);
    if (place !== null) show(await engine.call({ what: 'line', text: place }));
}

// On a narrow page the arithmetic of a cell that was pointed at stays at the bottom; the cell is above it.
function seen() {
    $('main').dataset.pointed = '';
    const cell = document.querySelector('td.here'), how = document.querySelector('.how');
    if (cell && how && getComputedStyle(how).position === 'sticky' && cell.getBoundingClientRect().bottom > how.getBoundingClientRect().top) cell.scrollIntoView({ block: 'start', inline: 'nearest' });
}

async function told(call, answer) {
    if (answer.error !== undefined) {
        fail(answer.error);
        if (look !== undefined) keys();
        return;
    }
    if (call.what === 'lesson' || call.what === 'open') good = call;
    if (['edit', 'lesson', 'open'].includes(call.what)) draft = call.what === 'edit' && answer.look.page ? call.text : null;
    if (call.what === 'edit') good = { what: 'open', name: /[.]\w+$/.test(program.file) ? program.file : `${program.file}.md`, text: call.text };
    delete $('main').dataset.pointed;
    show(answer);
    if (call.what === 'point') requestAnimationFrame(seen);
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
    const late = setTimeout(() => engine.stop !== undefined && running(() => engine.stop()), 700);
    try {
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
}

export const press = (name) => act({ what: 'key', key: typeof name === 'number' ? name : name.codePointAt(0) });

export function point(cell) {
    if (cell === null || cell.dataset.row === undefined || cell.classList.contains('here')) return null;
    return act({ what: 'point', row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
}

async function next() {
    occupy(false);
    const at = lessons.findIndex(({ name }) => name.replaceAll('-', ' ') === program.title);
    if (at >= 0 && at + 1 < lessons.length) await act({ what: 'lesson', name: lessons[at + 1].name });
}

// --- the tools above ---

// Large type, a slider, on demand one row alone.
export function present() {
    const root = document.documentElement;
    root.dataset.size = root.dataset.size === 'large' ? 'plain' : 'large';
    root.dataset.row = 'all';
    keys();
    showLine();
}

function theme() {
    const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = (root.dataset.theme ?? (dark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
}

function tools() {
    const menu = button('Menu', () => menu.setAttribute('aria-expanded', String($('tools').classList.toggle('open'))), { class: 'menu', 'aria-expanded': 'false' });
    $('tools').replaceChildren(menu, button('Lessons', choose), button('Code', edit), button('Numbers', numbers), button('Link', copy),
        button('Present', present, { title: 'large type, for a projector' }), button('\u25d0', theme, { 'aria-label': 'dark or light', title: 'dark or light' }));
}

const SPECIAL = { ArrowUp: 0x110001, ArrowDown: 0x110002, ArrowLeft: 0x110003, ArrowRight: 0x110004, Home: 0x110005, End: 0x110006, PageUp: 0x110007, PageDown: 0x110008, Tab: 9, Enter: 13, Escape: 27 };

function hear(event) {
    const inside = event.target.closest?.('input, textarea, select, dialog');
    if (inside || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if ((event.key === ' ' || event.key === 'Enter') && event.target.closest?.('button, summary, a')) return;
    const cell = event.target.closest?.('td');
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (cell && way && look.cell) {
        event.preventDefault();
        act({ what: 'point', row: look.cell.row + way[0], column: look.cell.column + way[1] });
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        press(event.key === 'ArrowRight' ? ' ' : 'p');
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown' || event.key.startsWith('Page')) {
        return;
    } else if (event.key === 'e') {
        edit();
    } else if (SPECIAL[event.key] !== undefined || [...event.key].length === 1) {
        event.preventDefault();
        press(SPECIAL[event.key] ?? event.key);
    }
}

async function dropped(event) {
    event.preventDefault();
    document.body.classList.remove('drop');
    const file = event.dataTransfer.files[0];
    if (file !== undefined) act({ what: 'open', name: file.name, text: await file.text() });
}

// What a link asks for: a lesson, a place in it, a head, a cell.
async function follow(hash, start) {
    const asked = hash.get('lesson'), place = /^(stop|step)-(s?\d+)$/.exec(hash.get('at') ?? location.hash.slice(1));
    const cell = /^(\d+),(\d+)$/.exec(hash.get('cell') ?? '');
    await act(asked !== null ? { what: 'lesson', name: asked } : start.text === undefined ? { what: 'lesson', name: start.lesson } : { what: 'open', name: start.name, text: start.text });
    for (const setting of start.set ?? []) await act({ what: 'line', text: `:set ${setting}` });
    if (start.seed !== undefined) await act({ what: 'line', text: `:set seed=${start.seed}` });
    if (place !== null) await act({ what: 'line', text: place[1] === 'stop' ? `:stop ${place[2]}` : `:${place[2]}` });
    for (const name of ['head', 'batch']) if (/^\d+$/.test(hash.get(name) ?? '')) await act({ what: 'choose', heads: name === 'head', at: Number(hash.get(name)) });
    if (cell !== null) await act({ what: 'point', row: Number(cell[1]), column: Number(cell[2]) });
    if (hash.has('code')) await shared(hash.get('code')).catch(() => fail('This link is damaged: its code cannot be read.'));
}

async function begin() {
    tools();
    addEventListener('keydown', hear);
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('drop'); });
    addEventListener('dragleave', () => document.body.classList.remove('drop'));
    addEventListener('drop', dropped);
    const start = JSON.parse($('start').textContent), hash = new URLSearchParams(location.hash.slice(1));
    engine = await connect($('wasm'), $('worker'));
    lessons = (await engine.call({ what: 'lessons' })).lessons;
    if (kept() !== null) await engine.call({ what: 'remember', text: kept() });
    await follow(hash, start);
    document.body.dataset.ready = Math.round(performance.now()); // milliseconds since it was opened
}

begin().catch((failure) => fail(String(failure.stack ?? failure)));
