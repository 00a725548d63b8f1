// A question of the lesson: its options or a field, hints, and what is told of an answer.
import { blocks, button, el, inline } from './dom.mjs';
import { act, look, press } from './face.mjs';

// Code with a wrong line in it: which one is pressed, and below it is mended.
function bug(x) {
    const field = el('textarea', { name: 'answer', spellcheck: 'false', 'aria-label': 'the mended code' }, x.begins);
    const lines = el('ol', { class: 'code lines' }, x.code.replace(/\n$/, '').split('\n').map((line, k) => el('li', {}, el('label', {},
        el('input', { type: 'radio', name: 'line', value: k + 1, 'aria-label': `line ${k + 1}` }), el('i', {}, String(k + 1)), el('span', {}, line || ' ')))));
    const sent = async (event) => {
        event.preventDefault();
        const code = field.value, line = lines.querySelector(':checked')?.value;
        if (code !== field.defaultValue) await act({ what: 'code', text: code });
        if (line !== undefined) await act({ what: 'line', text: `line ${line}` });
    };
    return [lines, x.over ? null : el('form', { onsubmit: sent }, field, el('button', { class: 'go' }, 'Answer'))];
}

function asked(x) {
    const answer = (text) => act({ what: 'line', text });
    if (x.kind === 'bug' && x.code !== null && x.begins !== null) return bug(x);
    if (x.letter && !x.over) {
        return el('div', { class: 'options' }, x.options.map((option, k) => {
            const letter = String.fromCharCode(97 + k);
            return button([el('strong', {}, `${letter}) `), inline(option)], () => answer(letter));
        }));
    }
    const field = x.begins === null
        ? el('input', { type: 'text', name: 'answer', autocomplete: 'off', spellcheck: 'false', 'aria-label': `your answer: ${x.form}`, placeholder: x.form })
        : el('textarea', { name: 'answer', spellcheck: 'false', 'aria-label': 'your code' }, x.begins);
    const sent = (event) => { event.preventDefault(); act({ what: x.begins === null ? 'line' : 'code', text: field.value }); };
    return [x.options.length > 0 ? el('ol', { type: 'a' }, x.options.map((option) => el('li', {}, blocks(option)))) : null,
        x.over ? null : el('form', { onsubmit: sent }, field, el('button', { class: 'go' }, 'Answer'))];
}

// What is left of a section's exercises, or of a lesson's.
export function tasks({ kind, exercises }) {
    const open = kind === 'more' && exercises.some(({ solved }) => !solved);
    return el('section', { class: 'tasks', 'aria-label': 'exercises' },
        el('p', {}, kind === 'more' ? 'Exercises of this section:' : 'Exercises of this lesson:'),
        el('ul', {}, exercises.map(({ name, state, solved }) => el('li', { class: solved ? 'solved' : null }, el('span', {}, name.replaceAll('-', ' ')), ' ', el('small', {}, state)))),
        open ? button('Answer the next open one', () => press(13), { class: 'go' }) : null);
}

export function exercise(x) {
    const answer = (text) => act({ what: 'line', text });
    return el('section', { class: 'ask prose', 'aria-label': 'exercise' },
        x.state === 'new' ? null : el('p', { class: 'state' }, x.state), blocks(x.prompt.filter(({ kind, words: [run] }) => !(x.kind === 'bug' && kind === 'lines' && run[0] === x.code))),
        asked(x),
        el('div', { role: 'status' }, blocks(x.told)),
        x.over ? (look.stop.kind === 'more' ? el('div', { class: 'row' }, button('The next open one', () => press(13))) : null) : el('div', { class: 'row' },
            x.hintsLeft > 0 ? button('Hint', () => answer('hint')) : null,
            button('Solution', () => answer('solution'))));
}
