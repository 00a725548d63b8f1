// What opens above the page: texts of the walk, the code, numbers, lessons, a table to save.
import { $, button, el } from './dom.mjs';
import { act, draft, engine, lessons, look, press, program } from './face.mjs';
import { textOf } from './picture.mjs';

export function dialog(title, ...children) {
    $('dialog').onclose = null;
    $('dialog').dataset.of = '';
    $('dialog').replaceChildren(el('h2', { id: 'dialog-title' }, title), ...children.flat(2));
    if (!$('dialog').open) $('dialog').showModal();
    ($('dialog').querySelector('button.go') ?? $('dialog')).focus();
    $('dialog').scrollTop = 0;
}
export const close = () => $('dialog').close();

export function fail(text) { dialog('That does not work', el('pre', {}, text), el('div', { class: 'row' }, button('Close', close, { class: 'go' }))); }

export function page() {
    dialog(look.pageTitle, el('pre', { tabindex: 0 }, look.page), el('div', { class: 'row' }, button('Close', () => { close(); }, { class: 'go' }),
        draft === null ? [] : button('Your text', () => { close(); edit(); })));
    $('dialog').dataset.of = 'page';
    $('dialog').onclose = () => { $('dialog').onclose = null; if (look.page) press(27); };
}

// What the walk would have typed at the bottom of its screen.
export function prompt() {
    const field = el('input', { type: 'text', value: look.typed, 'aria-label': look.prompt, spellcheck: 'false' });
    let sent = false;
    const send = (event) => { event.preventDefault(); sent = true; close(); act({ what: 'line', text: field.value }); };
    dialog(look.prompt === ':' ? 'A command' : look.prompt === '/' ? 'Search the steps' : look.prompt,
        el('form', { onsubmit: send }, field, el('div', { class: 'row' }, el('button', { class: 'go' }, 'Do it'))));
    $('dialog').onclose = () => { $('dialog').onclose = null; if (!sent) press(27); };
    field.focus();
}

export async function edit() {
    const { text, line } = await engine.call({ what: 'text' });
    const field = el('textarea', { spellcheck: 'false', 'aria-label': 'the code' });
    field.value = draft ?? text;
    const run = async () => { close(); await act({ what: 'edit', text: field.value }); };
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); });
    dialog('The code', field, el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
    const start = text.split('\n').slice(0, line - 1).join('\n').length;
    field.setSelectionRange(start, start);
    field.focus();
    field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
}

export function numbers() {
    const fields = program.knobs.map(({ name, value }) => {
        const input = el('input', { type: 'text', value, inputmode: 'decimal', 'aria-label': name });
        input.addEventListener('change', () => act({ what: 'line', text: `:set ${name}=${input.value}` }));
        return el('label', {}, el('code', {}, name), input);
    });
    dialog('Numbers that can be turned', fields.length > 0 ? fields : el('p', {}, 'This code has none.'),
        el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

export function choose() {
    dialog('Lessons', el('ol', { class: 'lessons' }, lessons.map(({ name, title }) => el('li', {},
        button(title, () => { close(); act({ what: 'lesson', name }); })))), el('div', { class: 'row' }, button('Licences', licences), button('Close', close)));
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
