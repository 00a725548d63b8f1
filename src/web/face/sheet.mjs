// Fills in a sheet. What is typed goes into the template, which stands in the page as text, between its own
// words: that text is the file that is handed in. Nothing is judged, and nothing leaves the page but that
// file.
(() => {
'use strict';
const $ = (id) => document.getElementById(id);
const slots = [...document.querySelectorAll('[data-slot]')];
const places = [...$('file').querySelectorAll('span')], blank = places.map((place) => place.textContent);
const KEPT = `qkv-sheet ${document.querySelector('main').dataset.sheet}`;
let keeps = true, changed = false; // since it was saved

// --- a field ---

const isOrder = (slot) => slot.classList.contains('order');
const picked = (slot) => slot.dataset.order?.split(' ').filter(Boolean) ?? [];

// What stands in it; '' while it is as it came.
function get(slot) {
    if (isOrder(slot)) return picked(slot).join(' ');
    if ('value' in slot) return slot.value === slot.defaultValue || slot.value.trim() === '' ? '' : slot.value;
    return [...slot.querySelectorAll(':checked')].map(({ value }) => value).join(' ');
}

function put(slot, value) {
    if (isOrder(slot)) order(slot, value.split(' ').filter((letter) => slot.querySelector(`[value="${CSS.escape(letter)}"]`) !== null));
    else if ('value' in slot) slot.value = value === '' ? slot.defaultValue : value;
    else slot.querySelectorAll('input').forEach((input) => { input.checked = ` ${value} `.includes(` ${input.value} `); });
    grow(slot);
}

// Steps are pressed in their order; the last press on one takes it out again.
function order(slot, letters) {
    slot.dataset.order = letters.join(' ');
    slot.querySelectorAll('button').forEach((step) => {
        const at = letters.indexOf(step.value);
        step.setAttribute('aria-pressed', String(at >= 0));
        step.querySelector('b').textContent = at >= 0 ? String(at + 1) : '';
    });
}

function grow(slot) {
    if (slot.tagName !== 'TEXTAREA') return;
    slot.dataset.rows ??= slot.rows;
    slot.rows = Math.max(Number(slot.dataset.rows), slot.value.split('\n').length + 1);
}

// A new line of code begins below the one before, further in behind a colon.
function indent(event) {
    if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const { value, selectionStart } = event.target, before = value.slice(0, selectionStart).split('\n').pop();
    const line = `\n${/^[ \t]*/.exec(before)[0]}${/:\s*$/.test(before) ? '    ' : ''}`;
    if (document.execCommand('insertText', false, line)) event.preventDefault(); // the one way that can be undone
}

// --- the file ---

// A line that is nothing but a fence would end the file's own.
const code = (text) => `${text.replace(/^[ \t]*(?:`{3,}|~{3,})\w*[ \t]*$\n?/gm, '').replace(/\n+$/, '')}\n`;

function write() {
    slots.forEach((slot, k) => {
        const value = get(slot);
        places[k].textContent = value === '' ? blank[k] : slot.tagName === 'TEXTAREA' ? code(value) : ` ${value}`;
    });
}

function save() {
    const url = URL.createObjectURL(new Blob([$('file').textContent], { type: 'text/plain;charset=utf-8' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: $('file').dataset.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    changed = false;
    tell(`${$('file').dataset.name} is among your downloads.`);
}

// The answers of a file that was downloaded: what stands between the template's own words. null: it is none of this sheet.
function answersOf(text) {
    const own = [...$('file').childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data);
    let at = text.startsWith(own[0]) ? own[0].length : -1;
    const answers = slots.map((slot, k) => {
        const last = k + 1 === slots.length, end = last ? text.length - own[k + 1].length : text.indexOf(own[k + 1], at);
        const value = text.slice(at, end);
        at = at >= 0 && end >= at && text.startsWith(own[k + 1], end) ? end + own[k + 1].length : -1;
        return value === blank[k] ? '' : slot.tagName === 'TEXTAREA' ? value.replace(/\n$/, '') : value.trim();
    });
    return at < 0 ? null : answers;
}

async function take(file) {
    const answers = answersOf((await file.text()).replace(/\r\n?/g, '\n'));
    if (answers === null) return tell(`${file.name} is not of this sheet.`);
    slots.forEach((slot, k) => put(slot, answers[k]));
    touched();
    const unread = slots.filter((slot, k) => get(slot) !== answers[k]).length;
    return tell(`The answers of ${file.name} stand in the sheet${unread > 0 ? `; ${unread} could not be read` : ''}.`);
}

const tell = (text) => { $('told').textContent = text; };

// --- what is kept ---

function keep() {
    changed = true;
    tell('');
    try {
        localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(slots.map((slot) => [slot.dataset.slot, get(slot)]))));
    } catch { keeps = false; }
}

function recall() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
        slots.forEach((slot) => put(slot, String(kept[slot.dataset.slot] ?? '')));
    } catch { keeps = false; }
}

// --- what is open ---

function show() {
    const questions = [...document.querySelectorAll('.question')], ways = [...document.querySelectorAll('nav li:not(.last) a')];
    const open = questions.flatMap((question, k) => {
        const parts = [...question.querySelectorAll('[data-slot]')], done = parts.filter((slot) => get(slot) !== '').length;
        const all = done === parts.length && !parts.some((slot) => isOrder(slot) && picked(slot).length < slot.children.length);
        question.dataset.state = ways[k].dataset.state = all ? 'answered' : done > 0 ? 'begun' : 'open';
        ways[k].querySelector('i').textContent = question.dataset.state;
        question.querySelector('.clear').hidden = !parts.some((slot) => slot.tagName === 'DIV' && get(slot) !== '');
        return all ? [] : [k];
    });
    const count = questions.length - open.length;
    $('count').textContent = `${count} of ${questions.length} answered`;
    $('open').textContent = open.length === 0 ? 'Every question is answered.'
        : `${open.length === 1 ? 'One question is' : `${open.length} questions are`} still open: `;
    open.forEach((k, place) => $('open').append(place > 0 ? ', ' : '', Object.assign(document.createElement('a'), { href: ways[k].href, textContent: String(k + 1) })));
    $('kept').textContent = keeps ? 'What you type stays in this browser, on this device.'
        : 'This browser keeps nothing: download the file before you close the page.';
    write();
}

const touched = () => { keep(); show(); };

// --- begin ---

// A choice and an order can be taken back; what is typed is deleted where it stands.
function clearing(question) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'clear', textContent: 'Clear', hidden: true });
    button.setAttribute('aria-label', `clear ${question.querySelector('h2 span').textContent}`);
    button.addEventListener('click', () => {
        question.querySelectorAll('div[data-slot]').forEach((slot) => put(slot, ''));
        touched();
        question.querySelector('input, .order button').focus();
    });
    question.append(button);
}

function theme() {
    const { dataset } = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)').matches;
    dataset.theme = (dataset.theme ?? (dark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
}

document.querySelectorAll('.question').forEach(clearing);
document.querySelectorAll('.scripted').forEach((node) => { node.hidden = false; });
document.querySelectorAll('.order').forEach((slot) => slot.addEventListener('click', ({ target }) => {
    const step = target.closest('button'), letters = picked(slot);
    if (step === null) return;
    order(slot, letters.includes(step.value) ? letters.filter((letter) => letter !== step.value) : [...letters, step.value]);
    touched();
}));
document.querySelectorAll('textarea').forEach((field) => {
    field.addEventListener('keydown', indent);
    field.addEventListener('change', () => { if (field.value.trim() === '') put(field, ''); });
});
document.querySelectorAll('.scroll, figure, pre').forEach((box) => { if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; });
addEventListener('input', ({ target }) => { if (target.type === 'file') return; grow(target); touched(); });
addEventListener('beforeunload', (event) => { if (!keeps && changed) event.preventDefault(); });
$('save').addEventListener('click', save);
$('theme').addEventListener('click', theme);
$('copy').addEventListener('click', () => (navigator.clipboard?.writeText($('file').textContent) ?? Promise.reject())
    .then(() => tell('The text is copied.'), () => getSelection().selectAllChildren($('file'))));
$('earlier').addEventListener('change', ({ target }) => { if (target.files.length > 0) take(target.files[0]); target.value = ''; });
$('empty').addEventListener('click', () => {
    if (!confirm('Delete all answers on this page?')) return;
    slots.forEach((slot) => put(slot, ''));
    touched();
});
recall();
show();
document.body.dataset.ready = '';
})();
