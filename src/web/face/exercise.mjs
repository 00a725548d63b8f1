// A question of the lesson: its options or a field, hints, and what is told of an answer.
import { blocks, button, el } from './dom.mjs';
import { act } from './face.mjs';

function asked(x) {
    const answer = (text) => act({ what: 'line', text });
    if (x.letter && !x.over) {
        return el('div', { class: 'options' }, x.options.map((option, k) => {
            const letter = String.fromCharCode(97 + k);
            return button([el('strong', {}, `${letter}) `), blocks(option)], () => answer(letter));
        }));
    }
    const field = x.begins === null
        ? el('input', { name: 'answer', autocomplete: 'off', spellcheck: 'false', 'aria-label': `your answer: ${x.form}`, placeholder: x.form })
        : el('textarea', { name: 'answer', spellcheck: 'false', 'aria-label': 'your code' }, x.begins);
    const sent = (event) => { event.preventDefault(); act({ what: x.begins === null ? 'line' : 'code', text: field.value }); };
    return [x.options.length > 0 ? el('ol', { type: 'a' }, x.options.map((option) => el('li', {}, blocks(option)))) : null,
        x.over ? null : el('form', { onsubmit: sent }, field, el('button', { class: 'go' }, 'Answer'))];
}

export function exercise(x) {
    const answer = (text) => act({ what: 'line', text });
    return el('section', { class: 'ask prose', 'aria-label': 'exercise' },
        x.state === 'new' ? null : el('p', { class: 'state' }, x.state), blocks(x.prompt),
        x.code !== null && x.kind === 'bug' ? el('pre', { tabindex: 0 }, x.code) : null,
        asked(x),
        el('div', { role: 'status' }, blocks(x.told)),
        x.over ? null : el('div', { class: 'row' },
            x.hintsLeft > 0 ? button('Hint', () => answer('hint')) : null,
            button('Solution', () => answer('solution'))));
}
