// Opens what stands above the page: texts of the walk, the code, numbers, lessons, a table to save.
import { $, blocks, button, el, sender } from './dom.mjs';
import { act, draft, engine, forget, knobs, lessons, look, neighbor, ownText, press, program, turned } from './face.mjs';
import { editAgain } from './code.mjs';
import { textOf } from './picture.mjs';

export function dialog(title, ...children) {
    $('dialog').onclose = null;
    $('dialog').dataset.of = '';
    $('dialog').replaceChildren(el('div', { class: 'head' }, el('h2', { id: 'dialog-title' }, title), button('\u00d7', close, { class: 'shut', 'aria-label': 'Close', title: 'Close' })), ...children.flat(2));
    if (!$('dialog').open) $('dialog').showModal();
    ($('dialog').querySelector('button.go') ?? $('dialog')).focus();
    $('dialog').scrollTop = 0;
}
export const close = () => $('dialog').close();

// Once it is closed; that an earlier one was, may be told only when this one is open.
function onClose(act) {
    $('dialog').onclose = () => {
        if ($('dialog').open) return;
        $('dialog').onclose = null;
        act();
    };
}

// A press beside it closes it, unless something is being written there.
export function closeOutside() {
    const beside = ({ target, clientX: x, clientY: y }) => {
        const { left, right, top, bottom } = $('dialog').getBoundingClientRect();
        return target === $('dialog') && (x < left || x > right || y < top || y > bottom) && $('dialog').querySelector('textarea, input') === null;
    };
    let began = false;
    $('dialog').addEventListener('pointerdown', (event) => { began = beside(event); });
    $('dialog').addEventListener('click', (event) => { if (began && beside(event)) close(); });
}

export function fail(text) { dialog('That does not work', el('pre', {}, text), el('div', { class: 'row' }, button('Close', close, { class: 'go' }))); }

// What a word means: a term of the glossary, or a text in which some stand.
const explain = (text) => act({ what: 'line', text: `:what ${text.slice(0, 100)}` });
export const word = (label, text = label) => button(label, () => explain(text), { class: 'word', title: 'what this means' });

export function page() {
    const terms = look.terms && el('details', { class: 'terms' }, el('summary', {}, 'All words'), look.terms.map((term) => button(term, () => explain(term))));
    const means = look.explained?.length > 0 && el('dl', { tabindex: 0 }, look.explained.map((term) => [el('dt', {}, term.name), el('dd', {}, blocks(term.blocks))]));
    const fails = /^Traceback/m.test(look.page) ? look.page.match(/^\w[\w.]*(?:Error|Exception|Exit)\b.*$/gm)?.at(-1) : undefined; // what Python says of it comes first
    dialog(look.pageTitle, fails ? el('p', { class: 'warning' }, fails) : [], means || el('pre', { tabindex: 0 }, look.page), terms ?? [], el('div', { class: 'row' }, button('Close', () => { close(); }, { class: 'go' }),
        draft === null ? [] : button('Your text', () => { close(); editAgain(); })));
    $('dialog').dataset.of = 'page';
    onClose(() => { if (look.page) press(27); });
}

// "set T=8" of a name that has other numbers in other cells: a size, and later a place in it. Which one is meant? Seeds are
// set together.
function several(text) {
    const [, name, value] = /^ *:? *set +(\w+) *= *(\S.*)$/.exec(look.prompt === ':' ? text : '') ?? [];
    return new Set(program.knobs.filter((knob) => knob.name === name && !knob.seed).map((knob) => knob.value)).size > 1 ? { name, value } : null;
}

// What the walk would have typed at the bottom of its screen.
export function prompt() {
    const field = el('input', { type: 'text', value: look.typed, 'aria-label': look.prompt, spellcheck: 'false' });
    let sent = false;
    const send = async (event) => {
        event.preventDefault();
        const which = several(field.value);
        sent = true;
        close();
        await (which === null ? act({ what: 'line', text: field.value }) : press(27));
        if (which !== null) numbers(which);
    };
    dialog(look.prompt === ':' ? 'A command' : look.prompt === '/' ? 'Search the steps' : look.prompt,
        el('form', { onsubmit: send }, field, el('div', { class: 'row' }, sender('Do it'))));
    onClose(() => { if (!sent) press(27); });
    field.focus();
}

// What is written over a lesson and is no lesson, or has hardly a line of it, is code of its own: under that name it is opened.
function ownName(before, text) {
    const linesOf = (all) => all.split('\n').map((line) => line.trim()).filter((line) => line !== '');
    const had = new Set(linesOf(before)), lines = linesOf(text);
    if (neighbor(0) === undefined || (/^```/m.test(text) && lines.filter((line) => had.has(line)).length * 2 >= lines.length)) return null;
    return text.trimStart().startsWith('{') ? 'your-notebook.ipynb' : /^```/m.test(text) ? 'your-lesson.md' : 'your-code.py';
}

export async function edit() {
    const { text, line } = await engine.call({ what: 'text' });
    const field = el('textarea', { spellcheck: 'false', 'aria-label': 'the code' });
    field.value = draft ?? text;
    const run = async () => {
        const name = ownName(text, field.value);
        close();
        await act(name === null ? { what: 'edit', text: field.value } : { what: 'open', name, text: field.value, typed: true });
    };
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); });
    dialog('The code', field, el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
    const start = text.split('\n').slice(0, line - 1).join('\n').length;
    field.setSelectionRange(start, start);
    field.focus();
    field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
}

export function numbers(which = null) {
    const set = async (all) => {
        close();
        for (const [name, value] of all) {
            if (!look.page) await act({ what: 'line', text: `:set ${name}=${value}` });
        }
    };
    const fields = program.knobs.map((knob) => ({ ...knob, input: el('input', { type: 'text', value: knob.value, 'aria-label': knob.line === undefined ? knob.name : `${knob.name} in line ${knob.line}` }) }));
    const asked = fields.find(({ name }) => name === which?.name);
    if (asked) asked.input.value = which.value;
    const run = (event) => { event.preventDefault(); set(fields.filter(({ value, input }) => input.value !== value).map((knob) => [knob.set, knob.input.value])); };
    const first = () => set(knobs.filter((was) => program.knobs.some((now) => now.set === was.set && now.value !== was.value)).map((was) => [was.set, was.value]));
    dialog('What can be changed', asked ? el('p', { class: 'note' }, `${asked.name} stands in several cells, with a number in each. Which one is to be ${which.value}? The first is filled in.`) : [], fields.length === 0 ? el('p', {}, 'This code has none.') : el('form', { onsubmit: run },
        fields.map(({ name, line, code, seed, input }) => el('label', {}, el('code', {}, name), input,
            el('small', { title: code }, line === undefined ? seed ? 'where random numbers begin' : null : [`line ${line}: `, el('code', {}, code)]))),
        el('div', { class: 'row' }, sender('Run'),
            button(ownText() === null ? 'Back to the lesson\u2019s numbers' : 'Back to the first numbers', first, { disabled: turned().length === 0, title: turned().length === 0 ? 'none of them was changed' : null }))));
}

// What cannot be had back waits for a second press.
function twice(label, asks, does) {
    const first = button(label, () => {
        if (first.textContent === asks) return does();
        first.textContent = asks;
    }, { 'aria-live': 'polite' });
    return first;
}

export function choose() {
    dialog('Lessons', el('ol', { class: 'lessons' }, lessons.map(({ name, title }) => el('li', {},
        button(title, () => { close(); act({ what: 'lesson', name }); }, { 'aria-current': neighbor(0)?.name === name ? 'page' : null })))),
    el('div', { class: 'row' }, twice('Forget all answers', 'Really forget?', async () => { await forget(); close(); }), button('Licences', licences), button('Close', close)));
}

function licences() {
    dialog('Licences', el('pre', { tabindex: 0 }, $('licenses').textContent), el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

// --- links ---

// A table as the picture that qkv heatmap draws of it.
export async function save(index) {
    const { svg } = await engine.call({ what: 'table', at: index });
    if (!svg) return fail('This table cannot be drawn.');
    const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, name = (look.tensors[index].name ?? 'table').replace(/\W+/g, '_');
    dialog(look.tensors[index].name ?? 'A table', el('p', { class: 'drawn' }, el('img', { src: url, alt: textOf(svg) })), el('div', { class: 'row' },
        el('a', { class: 'button go', href: url, download: `${name}.svg` }, 'Save it as SVG'), button('Close', close)));
}
