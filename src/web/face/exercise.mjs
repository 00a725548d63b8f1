// Asks a question of the lesson: its options or a field, hints, and what is told of an answer.
import { blocks, button, el, inline, sender } from './dom.mjs';
import { unbroken } from './code.mjs';
import { act, look, press } from './face.mjs';

// Code with a wrong line in it: which one is pressed, and below it is mended.
function bug(x) {
    const field = el('textarea', { name: 'answer', spellcheck: 'false', cols: longest(x.begins) + 2, 'aria-label': 'the mended code' }, x.begins);
    const choose = ({ target }) => [...lines.children].forEach((line) => line.classList.toggle('chosen', line.contains(target)));
    const lines = el('ol', { class: 'code lines', onchange: choose }, x.code.replace(/\n$/, '').split('\n').map((line, k) => el('li', { class: pressedOf(x).has(k + 1) ? 'chosen' : null }, el('label', {},
        el('input', { type: 'radio', name: 'line', value: k + 1, checked: pressedOf(x).has(k + 1), 'aria-label': `line ${k + 1}` }), el('i', {}, String(k + 1)), el('span', {}, unbroken(line || ' '))))));
    const sent = async (event) => {
        event.preventDefault();
        const code = field.value, line = lines.querySelector(':checked')?.value, first = lines.querySelector('input');
        first.setCustomValidity(line === undefined && code === field.defaultValue ? 'Choose the line with the mistake in it, or mend the code.' : '');
        if (!first.reportValidity()) return;
        pressedOf(x).clear();
        if (line !== undefined) pressedOf(x).add(Number(line));
        if (code !== field.defaultValue) await act({ what: 'code', text: code });
        if (line !== undefined) await act({ what: 'line', text: `line ${line}` });
    };
    return [lines, x.over ? null : el('form', { onsubmit: sent }, field, sender('Answer'))];
}

const pressedOptions = new Map(), typedTo = new Map(); // of each question the options that were pressed, what was typed last
const nameOf = (x) => JSON.stringify([look.title, x.name, x.options]);
const pressedOf = (x) => pressedOptions.get(nameOf(x)) ?? pressedOptions.set(nameOf(x), new Set()).get(nameOf(x));

export function forgetPressed() {
    pressedOptions.clear();
    typedTo.clear();
}

// By the mouse or by its letter.
export function optionPressed({ what, text, key }) {
    const x = look?.exercise;
    if (x && what === 'anew') {
        pressedOf(x).clear();
        typedTo.delete(nameOf(x));
    }
    const k = (what === 'line' ? text : what === 'key' && key < 128 ? String.fromCharCode(key) : '').charCodeAt(0) - 97;
    if (x?.letter && !x.over && (text ?? '').length < 2 && x.options[k] !== undefined) pressedOf(x).add(k);
}

// A character that is no command at a question begins its answer, as in the walk (src/tui/asked.h), wherever the focus is.
export function answerBegins(key) {
    const x = look?.exercise, field = document.querySelector('.ask input[name=answer]');
    if (!x || x.letter || field === null || ' ?:]'.includes(key) || (x.options.length > 0 && 'pq'.includes(key))) return false;
    field.focus();
    return true;
}

// What an option came to, in words and with a sign.
const cameTo = (x, k) => x.right.includes(k) ? 'right' : pressedOf(x).has(k) ? 'wrong' : null;
function markOf(x, k) {
    const is = cameTo(x, k);
    return is && el('small', { class: `mark ${is}` }, is === 'wrong' ? '\u2717 your answer: not right' : `\u2713 right${pressedOf(x).has(k) ? ', your answer' : ''}`);
}

function options(x) {
    const text = (option, k) => [el('strong', {}, `${String.fromCharCode(97 + k)}) `), inline(option), markOf(x, k)];
    const answer = (k) => act({ what: 'line', text: String.fromCharCode(97 + k) });
    const kind = (k) => ({ class: cameTo(x, k) && `is-${cameTo(x, k)}` });
    return x.over ? el('ul', { class: 'answers' }, x.options.map((option, k) => el('li', kind(k), text(option, k))))
        : el('div', { class: 'options' }, x.options.map((option, k) => button(text(option, k), () => answer(k), kind(k))));
}

function asked(x) {
    if (x.kind === 'bug' && x.code !== null && x.begins !== null) return bug(x);
    if (x.letter || (x.over && x.right.length > 0)) return options(x);
    const field = x.begins === null
        ? el('input', { type: 'text', name: 'answer', autocomplete: 'off', spellcheck: 'false', 'aria-label': `your answer: ${x.form}`, placeholder: 'your answer', value: typedTo.get(nameOf(x)), onfocus: () => field.select() })
        : el('textarea', { name: 'answer', spellcheck: 'false', cols: longest(x.begins) + 2, 'aria-label': 'your code' }, x.begins);
    const sent = (event) => { event.preventDefault(); typedTo.set(nameOf(x), field.value); act({ what: x.begins === null ? 'line' : 'code', text: field.value }); };
    return [x.options.length > 0 ? el('ol', { type: 'a' }, x.options.map((option) => el('li', {}, blocks(option)))) : null,
        x.over ? null : el('form', { onsubmit: sent }, x.begins === null && x.form ? el('p', { class: 'form' }, x.form) : null, field, sender('Answer'))];
}

let came = {}; // the exercise that a list led to last, and the stop of that list

// What is left of a section's exercises, or of a lesson's: a press leads to one.
export function tasks({ kind, exercises }) {
    const open = kind === 'more' && exercises.some(({ solved }) => !solved);
    return el('section', { class: 'tasks', 'aria-label': 'exercises' },
        el('p', {}, kind === 'more' ? 'Exercises of this section:' : 'Exercises of this lesson:'),
        el('ul', {}, exercises.map(({ name, at, state, solved }) => el('li', { class: solved ? 'solved' : null }, button([el('span', {}, name.replaceAll('-', ' ')), ' ', el('small', {}, state)], () => toTask(name, at))))),
        open ? button('Answer the next open one', () => press(13), { class: 'go' }) : null);
}

function toTask(name, at) {
    came = { name, list: look.stop.at };
    return act({ what: 'task', at });
}

// Back to the list that led here.
function backToList({ name }) {
    const list = look.stop.kind === 'more' ? look.stop.at : came.list;
    if (list === undefined || (list !== look.stop.at && came.name !== name)) return null;
    return button('\u25c0 All exercises', () => act({ what: 'stop', at: came.name === name ? came.list : list }), { title: 'back to the list' });
}

// Long lines of code go on below, further in.
function folded(block) {
    if (block.kind !== 'lines') return blocks([block]);
    const lines = block.words.map(([text]) => text).join('').replace(/\n$/, '').split('\n');
    return el('pre', { tabindex: 0, class: 'folded' }, lines.map((line) => el('span', { style: `--lead:${line.length - line.trimStart().length + 2}ch` }, unbroken(line), '\n')));
}

const longest = (text) => Math.max(...text.split('\n').map((line) => line.length));

// The code of a bug stands below, line by line.
export const promptOf = (x) => x.prompt.filter(({ kind, words: [run] }) => !(x.kind === 'bug' && kind === 'lines' && run[0] === x.code));

export function exercise(x) {
    const answer = (text) => act({ what: 'line', text });
    return el('section', { class: 'ask prose', 'aria-label': 'exercise' },
        x.state === 'new' ? el('p', { class: 'unmarked' }) : el('p', { class: 'state', 'data-state': x.state }, x.state), blocks(promptOf(x)),
        asked(x),
        el('div', { class: 'told' }, x.begins === null ? blocks(x.told) : x.told.map(folded)),
        x.over ? el('div', { class: 'row' }, x.more ? button('The next open one', () => press(13)) : null,
            button('Answer again', () => act({ what: 'anew' })), backToList(x)) : el('div', { class: 'row' },
            x.hintsLeft > 0 ? button('Hint', () => answer('hint'), { title: `shows a hint; ${x.hintsLeft} left` }) : null,
            button('Solution', () => answer('solution'), { title: 'shows the answer' }), backToList(x)));
}
