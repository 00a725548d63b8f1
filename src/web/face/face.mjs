// What a browser shows of a run. The engine says what there is (look_json, program_json); here it is laid out, and
// what a person does is passed on. No sentence about a step and no number of one is made here, and no text of a
// lesson or a program becomes markup: all of it goes into text nodes.
import { connect } from './wire.mjs';

const $ = (id) => document.getElementById(id);
let engine, program, look, lessons = [];

// --- elements ---

function el(name, traits = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(traits)) {
        if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else if (value === true) node.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
    return node;
}

const EMPHASIS = 1, STRONG = 2, CODE = 4, LINK = 8; // enum word_mark

const words = (runs) => runs.map(([text, marks]) => {
    let node = document.createTextNode(text);
    if (marks & CODE) node = el('code', {}, node);
    if (marks & STRONG) node = el('strong', {}, node);
    if (marks & EMPHASIS) node = el('em', {}, node);
    if (marks & LINK) node = el('span', { class: 'link' }, node);
    return node;
});

const blocks = (all) => all.map(({ kind, level, words: runs }) => kind === 'heading'
    ? el(`h${Math.min(level + 1, 6)}`, {}, words(runs))
    : kind === 'lines' ? el('pre', { tabindex: 0 }, words(runs)) : el('p', {}, words(runs)));

const button = (label, act, traits = {}) => el('button', { type: 'button', onclick: act, ...traits }, label);

// --- colors of numbers ---

function paint(cell, heat, signed) {
    const map = program.colors[signed ? 'signed' : 'plain'];
    const at = 6 * Math.round(heat / 1000 * (map.length / 6 - 1));
    const [r, g, b] = [0, 2, 4].map((k) => parseInt(map.slice(at + k, at + k + 2), 16));
    const light = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    cell.style.background = `rgb(${r} ${g} ${b})`;
    cell.style.color = luminance > 0.179 ? '#000' : '#fff';
}

// --- code ---

// The code of a cell can be edited where it stands.
function editable(index, list) {
    const begin = () => {
        const cell = program.cells[index], rows = cell.text.split('\n').length;
        const field = el('textarea', { class: 'inline', rows: Math.min(rows + 1, 24), spellcheck: 'false', 'aria-label': 'the code of this cell' });
        field.value = cell.text;
        const run = () => editCell(index, field.value);
        field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
            if (event.key === 'Escape') box.replaceWith(whole);
        });
        const box = el('div', { class: 'cell' }, field, el('div', { class: 'row' }, button('Run it', run, { class: 'go', title: 'Ctrl and Enter' }), button('Leave it', () => box.replaceWith(whole))));
        whole.replaceWith(box);
        field.focus();
    };
    const whole = el('div', { class: 'cell' }, list, button('Edit', begin, { class: 'edit' }));
    return whole;
}

// The text with another cell in it: cells stand in it one behind the other.
async function editCell(index, fresh) {
    const { text } = await engine.call({ what: 'text' });
    let at = 0;
    for (let k = 0; k <= index; k++) {
        const cell = program.cells[k];
        if (!cell.code) continue;
        at = text.indexOf(cell.text, at);
        if (at < 0) return edit();
        if (k < index) at += cell.text.length;
    }
    return act({ what: 'edit', text: text.slice(0, at) + fresh + text.slice(at + program.cells[index].text.length) });
}

// The lines of a cell; what is done now is lit, and the part of it underlined.
function code(index, at) {
    const cell = program.cells[index];
    if (cell === undefined || !cell.code) return null;
    const lines = cell.text.replace(/\n+$/, '').split('\n');
    const from = Math.max(0, lines.findIndex((line) => line.trim() !== ''));
    const bytes = (line, column) => new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, column));
    return editable(index, el('ol', { class: 'code', 'aria-label': 'code' }, lines.slice(from).map((line, k) => {
        const number = from + k + 1, now = at !== null && at.cell === index && number >= at.line && number <= at.end;
        let text = [line || ' '];
        if (now) {
            const start = number === at.line ? bytes(line, at.column).length : line.length - line.trimStart().length;
            const end = number === at.end ? bytes(line, at.to).length : line.length;
            text = [line.slice(0, start), el('u', {}, line.slice(start, end)), line.slice(end)];
        }
        return el('li', { class: now ? 'now' : null, 'aria-current': now ? 'step' : null },
            el('i', { 'aria-hidden': 'true' }, String(cell.line > 1 ? cell.line + number - 1 : number)),
            el('span', {}, text));
    })));
}

// --- tables ---

const DENSE = 24; // columns from which on numbers are colors alone

function choice(tensor, heads) {
    const of = tensor[heads ? 'head' : 'batch'];
    if (of === undefined || tensor.role !== 'result') return null;
    const choose = (at) => act({ what: 'choose', heads, at });
    const name = `${of.word}${of.word.startsWith('axis') ? ':' : ''}`;
    if (of.count > 12) {
        return el('label', { class: 'heads' }, name, el('select', { onchange: (e) => choose(Number(e.target.value)) },
            [...Array(of.count).keys()].map((k) => el('option', { value: k, selected: k === of.at }, String(k)))));
    }
    return el('div', { class: 'heads', role: 'group', 'aria-label': name }, name,
        [...Array(of.count).keys()].map((k) => button(String(k), () => choose(k), { 'aria-pressed': String(k === of.at) })));
}

const said = { input: '', result: '', before: 'before', change: 'result minus input', right: 'the right way', wrong: 'a wrong way' };

const heading = (scope, label) => label === '' ? el('td', { class: 'corner' }) : el('th', { scope, title: label }, label);

function table(tensor) {
    const dense = tensor.columnLabels.length > DENSE;
    const here = tensor.role === 'result' && look.cell !== undefined ? look.cell : null;
    const head = el('tr', {}, el('td', { class: 'corner' }),
        tensor.columnLabels.map((label) => heading('col', label)));
    const rows = tensor.cells.map((cells, r) => el('tr', {}, heading('row', tensor.rowLabels[r]),
        cells.map(([text, all, heat, marks], c) => {
            const row = tensor.row + r, column = tensor.column + c;
            const chosen = here !== null && here.row === row && here.column === column;
            const cell = el('td', {
                'data-row': row, 'data-column': column, title: String(all),
                class: [heat === null ? (text.endsWith('inf') ? 'inf' : 'none') : '', marks & 1 ? 'from' : '', marks & 2 ? 'differs' : '', chosen ? 'here' : ''].join(' ').trim() || null,
                tabindex: chosen ? 0 : null, 'aria-current': chosen ? 'true' : null,
            }, text);
            if (heat !== null) paint(cell, heat, tensor.signed);
            return cell;
        })));
    const all = el('table', { class: dense ? 'dense' : null }, el('thead', {}, head), el('tbody', {}, rows));
    if (tensor.role === 'result') {
        all.addEventListener('click', ({ target }) => point(target.closest('td')));
        all.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && point(target.closest('td')));
    }
    return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${tensor.name ?? ''}, table` }, all);
}

// Sizes with their names: "(T, d) = (4, 3)".
function shape({ axes, shape: sizes, dtype, storage }) {
    const tuple = (list) => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`;
    const named = axes.some((name) => name !== null) && sizes.length > 0;
    const names = named ? `${tuple(axes.map((name, k) => name ?? sizes[k]))} = ` : '';
    return `${names}${tuple(sizes)}${dtype === 'float32' ? '' : ` ${dtype}`}${storage !== undefined && !look.quiet ? `, ${storage}` : ''}`;
}

function figure(tensor, index) {
    const cut = tensor.cells.length < tensor.rows || tensor.columnLabels.length < tensor.columns;
    return el('figure', { class: 'tensor', 'data-index': index, 'data-role': tensor.role }, el('figcaption', {},
        said[tensor.role] ? el('span', { class: 'what' }, said[tensor.role]) : null,
        `${tensor.name ?? ''} `, el('small', {}, shape(tensor))),
    choice(tensor, true), choice(tensor, false), table(tensor),
    cut ? el('p', { class: 'note' }, `rows ${tensor.row} to ${tensor.row + tensor.cells.length - 1} of ${tensor.rows}, columns ${tensor.column} to ${tensor.column + tensor.columnLabels.length - 1} of ${tensor.columns}`) : null);
}

// --- the arithmetic ---

function hot(from, on) {
    document.querySelectorAll('td.hot').forEach((cell) => cell.classList.remove('hot'));
    if (!on || from < 0 || look.cell.from[from] === undefined) return;
    const [tensor, row, column] = look.cell.from[from];
    document.querySelector(`.tensor[data-index="${tensor}"] td[data-row="${row}"][data-column="${column}"]`)?.classList.add('hot');
}

function how(cell) {
    const line = (part, text, after, from) => [el('dt', {}, part),
        el('dd', { class: 'line', onpointerenter: () => hot(from, true), onpointerleave: () => hot(from, false) }, text),
        after ? el('dd', { class: 'after' }, `\u2192 ${after}`) : null];
    let last = '';
    return el('section', { class: 'how', 'aria-live': 'polite' }, el('h3', {}, cell.title), el('dl', {},
        cell.before ? line('before', cell.before) : null,
        line('formula', cell.formula ?? ''),
        cell.numbers ? line('numbers', cell.numbers) : null,
        cell.lines.map((step) => {
            const part = step.part === last ? '' : step.part;
            last = step.part;
            return line(part, step.text ?? '', step.after, step.from);
        }),
        cell.place ? line('place', cell.place) : null,
        cell.nudged ? line('nudged', cell.nudged) : null));
}

// --- an exercise ---

function exercise(x) {
    const answer = (text) => act({ what: 'line', text });
    const field = x.begins === null
        ? el('input', { name: 'answer', autocomplete: 'off', spellcheck: 'false', 'aria-label': `your answer: ${x.form}`, placeholder: x.form })
        : el('textarea', { name: 'answer', spellcheck: 'false', 'aria-label': 'your code' }, x.begins);
    const sent = (event) => { event.preventDefault(); act({ what: x.begins === null ? 'line' : 'code', text: field.value }); };
    return el('section', { class: 'ask prose', 'aria-label': 'exercise' },
        x.state === 'new' ? null : el('p', { class: 'state' }, x.state), blocks(x.prompt),
        x.code !== null && x.kind === 'bug' ? el('pre', { tabindex: 0 }, x.code) : null,
        x.letter && !x.over
            ? el('div', { class: 'options' }, x.options.map((option, k) => button(
                [el('strong', {}, `${String.fromCharCode(97 + k)}) `), blocks(option)], () => answer(String.fromCharCode(97 + k)))))
            : [x.options.length > 0 ? el('ol', { type: 'a' }, x.options.map((option) => el('li', {}, blocks(option)))) : null,
                x.over ? null : el('form', { onsubmit: sent }, field, el('button', { class: 'go' }, 'Answer'))],
        el('div', { role: 'status' }, blocks(x.told)),
        x.over ? null : el('div', { class: 'row' },
            x.hintsLeft > 0 ? button('Hint', () => answer('hint')) : null,
            button('Solution', () => answer('solution'))));
}

// What the code draws: as a picture of its own, in which nothing can run.
function picture(svg) {
    const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const said = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('desc')?.textContent ?? 'a figure';
    return el('figure', { class: 'drawn' }, el('img', { src: url, alt: said }),
        el('figcaption', {}, el('a', { href: url, download: 'figure.svg' }, 'Save it as SVG')));
}

// --- the two halves ---

function left() {
    const stop = look.stop, parts = [];
    if (look.message) parts.push(el('p', { class: 'message', role: 'status' }, look.message));
    if (stop?.heading) parts.push(el('h2', {}, stop.heading));
    if (look.changed) parts.push(el('p', { class: 'note' }, `the code: ${look.changed}`));
    if (stop?.words) parts.push(el('p', { class: 'lit' }, words(stop.words)));
    if (stop?.blocks) parts.push(el('div', { class: 'prose' }, blocks(stop.blocks.filter((b, k) => !(k === 0 && b.kind === 'heading')))));
    if (look.exercise) parts.push(exercise(look.exercise));
    if (stop?.kind === 'end') parts.push(el('p', {}, 'This is the end of the lesson.'), stop.next ? button(`Next: ${stop.next.replaceAll('-', ' ')}`, next, { class: 'go' }) : null);
    const at = look.at ?? null, reads = stop?.reads ?? false;
    if (!reads && at !== null && at.cell >= 0) parts.push(code(at.cell, at));
    if (!reads && at !== null && at.cell < 0) parts.push(el('p', { class: 'own' }, at.file), el('ol', { class: 'code' }, el('li', { class: 'now' }, el('span', {}, at.text ?? ''))));
    return el('section', { class: 'left' }, parts);
}

function right() {
    const stop = look.stop, parts = [];
    if (look.nothing) parts.push(el('p', {}, look.nothing));
    if (stop?.reads) {
        if (stop.printed) parts.push(el('p', { class: 'note' }, 'This prints:'), el('pre', { class: 'printed', tabindex: 0 }, stop.printed));
        parts.push(code(stop.code, null));
    } else if (look.tensors) {
        if (look.caption && !look.partText) parts.push(el('p', { class: 'caption', id: 'caption', 'aria-live': 'polite' }, look.caption));
        if (look.names || look.sizes) parts.push(el('p', { class: 'shapes' }, look.names ?? look.sizes));
        if (look.way) parts.push(el('p', { class: 'note' }, look.way, ' ', look.wayCode ? el('code', {}, look.wayCode) : null));
        if (look.compared) parts.push(el('p', { class: 'note' }, look.compared));
        if (look.partText) {
            parts.push(el('p', { class: 'caption', 'aria-live': 'polite' }, look.partSentence), el('pre', { class: 'parts', tabindex: 0 }, look.partText));
            return el('section', { class: 'right', 'aria-label': 'the step' }, parts);
        }
        if (look.picture) parts.push(picture(look.picture));
        const result = look.tensors.findIndex(({ role }) => role === 'result');
        const beside = look.tensors.length > result + 1; // then it stands in the place of the inputs
        parts.push(el('div', { class: 'tensors moves', 'data-stage': look.stage },
            look.tensors.map((tensor, k) => beside && k < result ? null : [k === result && k > 0 && !beside ? el('span', { class: 'arrow', 'aria-hidden': 'true' }, '\u2192') : null, figure(tensor, k)])));
        if (look.cell) parts.push(how(look.cell));
        look.warnings.forEach((text) => parts.push(el('p', { class: 'warning' }, text)));
    }
    if (look.failure && stepIsLast()) parts.push(el('pre', { class: 'error', tabindex: 0 }, look.failure));
    return el('section', { class: 'right', 'aria-label': 'the step' }, parts);
}

const stepIsLast = () => look.nothing !== undefined || look.row === undefined || look.row === program.rows.length - 1;

// --- the way ---

const OPERATION = 2, ASKS = [4, 5]; // enum guide_kind

function band() {
    const stops = program.stops.length > 0 && look.stop !== undefined;
    const rows = stops ? program.stops : program.rows.filter(({ depth, kind }) => depth === 0 || kind === 'event');
    const of = (item, k) => {
        const kind = stops ? (item.kind === OPERATION ? 'op' : ASKS.includes(item.kind) ? 'ask' : 'text') : item.warned ? 'warned' : 'op';
        const label = stops ? `stop ${k + 1}${item.stage ? `: ${item.stage}` : ''}` : `step ${item.step}: ${item.code ?? ''}`;
        const at = stops ? k : program.rows.indexOf(item);
        return button('', () => act({ what: stops ? 'stop' : 'row', at }), {
            'data-kind': kind, title: label, 'aria-label': label, tabindex: -1,
            'aria-current': (stops ? look.stop.at === k : look.row === at) ? 'step' : null,
        });
    };
    $('band').replaceChildren(...rows.map(of));
}

function keys() {
    const reads = look.stop?.reads ?? false, key = (name) => () => press(name);
    const place = look.stop !== undefined ? look.stop.place : look.step !== undefined ? `step ${look.step} of ${look.steps}` : '';
    $('keys').replaceChildren(...[
        button('\u25c0 Back', key('p')), button('Next \u25b6', key(' '), { class: 'go' }),
        (look.folded || (look.parts && !look.part)) && !reads ? button('Into it', key('s')) : null,
        (look.inside || look.part) && !reads ? button('Out of it', key('S')) : null,
        !reads && look.gradient ? button('Gradient', key('B')) : null,
        !reads && look.ways > 0 ? button('What if?', key('I')) : null,
        button('Keys', key('?')), el('span', { class: 'place' }, place)].filter(Boolean));
}

// What was done of exercises stays in the browser, where it lets a file keep anything.
const KEPT = 'qkv-progress';
function keep(text) { try { if (text !== undefined) localStorage.setItem(KEPT, text); } catch { /* it is not kept */ } }
function kept() { try { return localStorage.getItem(KEPT); } catch { return null; } }

function show(told) {
    keep(told.progress);
    if (told.program) program = told.program;
    look = told.look;
    $('title').textContent = look.title;
    $('where').textContent = [look.stage, look.function].filter(Boolean).join(' \u00b7 ');
    document.body.dataset.step = look.stop?.reads || look.folded ? '' : look.step ?? '';
    document.title = `${look.title} \u00b7 qkv`;
    const focused = document.activeElement?.closest?.('table') !== null && document.activeElement !== document.body;
    $('main').replaceChildren(left(), right());
    if (focused) document.querySelector('td.here')?.focus({ preventScroll: true });
    document.querySelector('li.now')?.scrollIntoView({ block: 'nearest' });
    band();
    keys();
    if (look.page) page();
    else if (look.prompt !== undefined) prompt();
    else if ($('dialog').dataset.of === 'page') close();
    const mark = look.stop !== undefined ? `#stop-${look.stop.at + 1}` : look.step !== undefined ? `#step-${look.step}` : '';
    if (mark !== '') history.replaceState(null, '', mark);
}

// --- what a person does ---

let busy = false, good = null; // the call that opens what was run last

// A run that takes long can be stopped: then the last one that came to its end is opened anew.
function running(on) {
    $('keys').replaceChildren(...on && engine.stop !== undefined
        ? [button('Stop', () => engine.stop(), { class: 'go' }), el('span', { class: 'place', role: 'status' }, 'The code runs.')] : []);
}

async function again() {
    if (kept() !== null) await engine.call({ what: 'remember', text: kept() });
    const place = look?.stop !== undefined ? `:stop ${look.stop.at + 1}` : look?.step !== undefined ? `:${look.step}` : null;
    const told = await engine.call(good ?? { what: 'lesson', name: lessons[0].name });
    show(told);
    if (place !== null) show(await engine.call({ what: 'line', text: place }));
}

async function act(call) {
    if (busy) return;
    busy = true;
    const late = setTimeout(() => running(true), 700);
    try {
        const told = await engine.call(call);
        clearTimeout(late);
        if (told.error !== undefined) {
            fail(told.error);
            if (look !== undefined) keys();
        } else {
            if (call.what === 'lesson' || call.what === 'open') good = call;
            if (call.what === 'edit') good = { what: 'open', name: /[.]\w+$/.test(program.file) ? program.file : `${program.file}.md`, text: call.text };
            show(told);
            if (told.wish === 'lesson') await next();
            if (told.wish === 'edit') edit();
        }
    } catch (failure) {
        clearTimeout(late);
        if (failure.stopped) await again();
        else fail(`${failure.message}\n\nThe engine was started anew.`), engine.stop?.(), await again();
    } finally {
        clearTimeout(late);
        busy = false;
    }
}

const press = (name) => act({ what: 'key', key: typeof name === 'number' ? name : name.codePointAt(0) });

let wished = null; // the cell that the pointer has gone to while another one was being told

async function point(cell) {
    if (cell === null || cell.dataset.row === undefined || cell.classList.contains('here')) return;
    wished = cell.dataset;
    if (busy) return;
    while (wished !== null) {
        const { row, column } = wished;
        wished = null;
        await act({ what: 'point', row: Number(row), column: Number(column) });
    }
}

async function next() {
    busy = false;
    const at = lessons.findIndex(({ name }) => name.replaceAll('-', ' ') === program.title);
    if (at >= 0 && at + 1 < lessons.length) await act({ what: 'lesson', name: lessons[at + 1].name });
}

// --- dialogs ---

function dialog(title, ...children) {
    $('dialog').onclose = null;
    $('dialog').dataset.of = '';
    $('dialog').replaceChildren(el('h2', { id: 'dialog-title' }, title), ...children.flat(2));
    if (!$('dialog').open) $('dialog').showModal();
    ($('dialog').querySelector('button.go') ?? $('dialog')).focus();
    $('dialog').scrollTop = 0;
}
const close = () => $('dialog').close();

function fail(text) { dialog('That does not work', el('pre', {}, text), el('div', { class: 'row' }, button('Close', close, { class: 'go' }))); }

function page() {
    dialog(look.pageTitle, el('pre', { tabindex: 0 }, look.page), el('div', { class: 'row' }, button('Close', () => { close(); }, { class: 'go' })));
    $('dialog').dataset.of = 'page';
    $('dialog').onclose = () => { $('dialog').onclose = null; if (look.page) press(27); };
}

// What the walk would have typed at the bottom of its screen.
function prompt() {
    const field = el('input', { value: look.typed, 'aria-label': look.prompt, spellcheck: 'false' });
    let sent = false;
    const send = (event) => { event.preventDefault(); sent = true; close(); act({ what: 'line', text: field.value }); };
    dialog(look.prompt === ':' ? 'A command' : look.prompt === '/' ? 'Search the steps' : look.prompt,
        el('form', { onsubmit: send }, field, el('div', { class: 'row' }, el('button', { class: 'go' }, 'Do it'))));
    $('dialog').onclose = () => { $('dialog').onclose = null; if (!sent) press(27); };
    field.focus();
}

async function edit() {
    const { text, line } = await engine.call({ what: 'text' });
    const field = el('textarea', { spellcheck: 'false', 'aria-label': 'the code' });
    field.value = text;
    const run = async () => { close(); await act({ what: 'edit', text: field.value }); };
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); });
    dialog('The code', field, el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
    const start = text.split('\n').slice(0, line - 1).join('\n').length;
    field.setSelectionRange(start, start);
    field.focus();
    field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
}

function numbers() {
    const fields = program.knobs.map(({ name, value }) => {
        const input = el('input', { value, inputmode: 'decimal', 'aria-label': name });
        input.addEventListener('change', () => act({ what: 'line', text: `:set ${name}=${input.value}` }));
        return el('label', {}, el('code', {}, name), input);
    });
    dialog('Numbers that can be turned', fields.length > 0 ? fields : el('p', {}, 'This code has none.'),
        el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

function choose() {
    dialog('Lessons', el('ol', { class: 'lessons' }, lessons.map(({ name, title }) => el('li', {},
        button(title, () => { close(); act({ what: 'lesson', name }); })))), el('div', { class: 'row' }, button('Licences', licences), button('Close', close)));
}

function licences() {
    dialog('Licences', el('pre', { tabindex: 0 }, $('licenses').textContent), el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

// --- links ---

const LINK_MOST = 8000; // letters: longer addresses do not go through every mail

const through = async (bytes, way) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());

async function packed(value) {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('gzip'));
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('gzip'))));
}

// To a step of a lesson; of other code, if it is short, with the code itself.
async function copy() {
    let link = location.href.replace(/#.*/, '');
    if (lessons.some(({ name }) => name === good?.name) && good.what === 'lesson') link += `#lesson=${good.name}&at=${look.stop !== undefined ? `stop-${look.stop.at + 1}` : `step-${look.step}`}`;
    else {
        const { text } = await engine.call({ what: 'text' });
        const code = await packed({ name: program.file, text });
        if (code.length > LINK_MOST) return fail('This code is too long for a link. Send the file.');
        link += `#code=${code}`;
    }
    await navigator.clipboard?.writeText(link).catch(() => {});
    dialog('A link to this step', el('pre', {}, link), el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

// Code from a link is shown, and runs only after a press.
async function shared(code) {
    const { name, text } = await unpacked(code);
    const run = async () => { close(); await act({ what: 'open', name: String(name), text: String(text) }); };
    dialog(`Code from a link: ${name}`, el('pre', { tabindex: 0 }, String(text)),
        el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
}

function tools() {
    const root = document.documentElement;
    const turn = (name, a, b) => { root.dataset[name] = root.dataset[name] === a ? b : a; };
    const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
    $('tools').replaceChildren(button('Lessons', choose), button('Code', edit), button('Numbers', numbers), button('Link', copy),
        button('Large', () => turn('size', 'large', 'plain'), { 'aria-label': 'large type, for a projector' }),
        button('\u25d0', () => { if (root.dataset.theme === undefined) root.dataset.theme = dark() ? 'light' : 'dark'; else turn('theme', 'dark', 'light'); }, { 'aria-label': 'dark or light' }));
}

const SPECIAL = { ArrowUp: 0x110001, ArrowDown: 0x110002, ArrowLeft: 0x110003, ArrowRight: 0x110004, Home: 0x110005, End: 0x110006, PageUp: 0x110007, PageDown: 0x110008, Tab: 9, Enter: 13, Escape: 27 };

function hear(event) {
    const inside = event.target.closest?.('input, textarea, select, dialog');
    if (inside || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if ((event.key === ' ' || event.key === 'Enter') && event.target.closest?.('button')) return;
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

async function begin() {
    tools();
    addEventListener('keydown', hear);
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('drop'); });
    addEventListener('dragleave', () => document.body.classList.remove('drop'));
    addEventListener('drop', dropped);
    const start = JSON.parse($('start').textContent);
    engine = await connect($('wasm'), $('worker'));
    lessons = (await engine.call({ what: 'lessons' })).lessons;
    if (kept() !== null) await engine.call({ what: 'remember', text: kept() });
    const hash = new URLSearchParams(location.hash.slice(1)), asked = hash.get('lesson');
    const place = /^(stop|step)-(s?\d+)$/.exec(hash.get('at') ?? location.hash.slice(1));
    await act(asked !== null ? { what: 'lesson', name: asked } : start.text === undefined ? { what: 'lesson', name: start.lesson } : { what: 'open', name: start.name, text: start.text });
    for (const setting of start.set ?? []) await act({ what: 'line', text: `:set ${setting}` });
    if (start.seed !== undefined) await act({ what: 'line', text: `:set seed=${start.seed}` });
    if (place !== null) await act({ what: 'line', text: place[1] === 'stop' ? `:stop ${place[2]}` : `:${place[2]}` });
    if (hash.has('code')) await shared(hash.get('code')).catch(() => fail('This link is damaged: its code cannot be read.'));
    document.body.dataset.ready = '';
}

begin().catch((failure) => fail(String(failure.stack ?? failure)));
