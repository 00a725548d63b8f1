// Shows a softmax in its five moves: a row of scores, its greatest looked for and taken off, powers of e,
// their sum, shares. A log_softmax has others: the powers are not told, but their sum and its logarithm,
// which is taken off. Each move is a row of one table, whose bars are as long as its numbers.
import { button, el } from './dom.mjs';
import { shut } from './cell.mjs';
import { act, look, press, worded } from './face.mjs';

const sizeOf = ([, digits]) => { const value = Number(digits.replace('inf', 'Infinity')); return Number.isFinite(value) ? value : 0; };

// How long the bars of a move are, as parts of the longest or of `whole`: those below 0 hang down.
// Where none is above 0 all of them hang, and 0 lies where they begin; a -inf may be all that is below it.
function bars(numbers, whole = 1e-30) {
    const sizes = numbers.map(sizeOf), most = Math.max(...sizes.map(Math.abs), whole);
    return sizes.map((value) => value / most);
}

const hang = (numbers) => numbers.some(([, digits]) => digits.startsWith('-')) && numbers.every((number) => sizeOf(number) <= 0);

function barOf(number, bar, k, below, extra = '') {
    const [row, column] = look.softmax.places[k], chosen = k === look.softmax.chosen;
    const infinite = number[1].endsWith('inf');
    return el('td', { class: [chosen ? 'chosen' : '', below ? 'below' : '', infinite ? 'inf' : '', extra].filter(Boolean).join(' ') || null, title: number[1],
        'aria-current': chosen ? 'true' : null, onclick: () => row >= 0 && act({ what: 'point', row, column }) },
    el('span', { class: 'bar', 'aria-hidden': 'true', style: `--part:${Math.abs(bar)}` }), el('span', { class: 'number' }, number[0]));
}

// Powers side by side are as long as their sum; of shares the sum is 1.
function strip(numbers, text) {
    const sizes = numbers.map(sizeOf), all = sizes.reduce((a, b) => a + b, 0);
    return el('td', { class: 'whole', colspan: numbers.length, title: text[1] },
        el('span', { class: 'strip', 'aria-hidden': 'true' }, sizes.map((value, k) => el('span', {
            class: k === look.softmax.chosen ? 'chosen' : null, style: `flex-grow:${value / (all || 1)}` }))),
        el('span', { class: 'number' }, text[0]));
}

// The greatest number stands below the scores that have it.
function greatest(scores, text) {
    return scores.map(([, digits], k) => el('td', { class: digits === text[1] ? 'greatest alone' : 'other' }, digits === text[1] ? el('span', { class: 'number' }, text[0]) : ''));
}

function numbersOf(part, parts, scores) {
    if (part.numbers === undefined) return el('td', { class: 'later', colspan: scores.length }, '');
    if (part.name === 'maximum') return greatest(scores, part.numbers[0]);
    if (part.one && parts[2].one) return el('td', { class: 'whole', colspan: scores.length, title: part.numbers[0][1] }, el('span', { class: 'number' }, part.numbers[0][0]));
    if (part.one) return strip(parts[2].numbers, part.numbers[0]);
    const long = bars(part.numbers, ['exp', 'divide'].includes(part.name) ? 1 : undefined); // those are at most 1
    return part.numbers.map((number, k) => barOf(number, long[k], k, long[k] < 0 || hang(part.numbers)));
}

// From this move to another one: the same keys again.
async function go(by) {
    for (let k = Math.abs(by); k > 0; k--) await press(by > 0 ? ' ' : 'p');
}

// What was reckoned in this move. A share is told as what it is: the machine takes 1 / sum once, and multiplies.
function reckoned(now, parts) {
    const lines = el('dl', {}, now.lines.map(({ text, after }) => [el('dd', { class: 'line' }, text), after ? el('dd', { class: 'after' }, `\u2192 ${after}`) : null]));
    const { chosen } = look.softmax, [power, sum, share] = ['exp', 'sum', 'divide'].map((name) => parts.find((part) => part.name === name)?.numbers);
    if (now.name !== 'divide' || now.lines.length < 2 || !power || !sum || !share) return lines;
    return [el('p', { class: 'numbers' }, `${power[chosen][0]} / ${sum[0][0]} = ${share[chosen][0]}`), el('details', {}, el('summary', {}, 'All digits: 1 / sum, which the power is multiplied by'), lines)];
}

export function softmax() {
    const { at, title, labels, scores, parts } = look.softmax, now = parts[at];
    const first = bars(scores), mixed = Math.min(...first) < 0 && Math.max(...first) > 0 ? 'mixed ' : '', top = Math.max(...scores.map(sizeOf));
    const row = (part, k) => el('tr', { class: k === at ? 'now' : k < at ? 'done' : 'later', 'aria-current': k === at ? 'step' : null },
        el('th', { scope: 'row' }, button(part.row, () => go(k - at), { disabled: part.numbers === undefined && k > at + 1 })), numbersOf(part, parts, scores));
    return [el('p', { class: 'caption', id: 'caption' }, worded(now.sentence, now.sentenceWords)),
        el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title },
            el('table', { class: 'moves', style: `--count:${labels.length}` }, el('caption', {}, title),
                el('thead', {}, el('tr', {}, el('td', { class: 'corner' }), labels.map((label) => el('th', { scope: 'col', title: label }, label)))),
                el('tbody', {}, el('tr', { class: at === 0 ? 'now' : 'done' }, el('th', { scope: 'row' }, look.softmax.row),
                    scores.map((number, k) => barOf(number, first[k], k, first[k] < 0 || hang(scores), `${mixed}${at === 0 && sizeOf(number) === top ? 'greatest' : ''}`))), parts.map(row)))),
        el('section', { class: 'how', 'aria-label': 'the arithmetic' }, shut(), el('h3', {}, now.act), reckoned(now, parts))];
}
