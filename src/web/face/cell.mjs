// Tells the arithmetic behind the chosen cell: its formula, drawn; a sum of products as its pairs; each line
// of it.
import { button, el } from './dom.mjs';
import { look, unpoint } from './face.mjs';
import { word } from './dialogs.mjs';
import { cellAt, color } from './tables.mjs';

function hot(from, on) {
    document.querySelectorAll('.hot').forEach((cell) => cell.classList.remove('hot'));
    if (!on || from < 0 || look.cell.from[from] === undefined) return;
    const paired = look.contracts && look.cell.from[from + 1] ? [from, from + 1] : [from];
    paired.forEach((k) => cellAt(...look.cell.from[k])?.classList.add('hot'));
}

// --- the formula ---

// Where a sign stands outside of all brackets.
function outside(text, sign) {
    for (let k = 0, depth = 0; k < text.length; k++) {
        if ('([{'.includes(text[k])) depth++;
        else if (')]}'.includes(text[k])) depth--;
        else if (depth === 0 && text.startsWith(sign, k)) return k;
    }
    return -1;
}

const sums = /^sum over (.+?) = (.+?) \.\.\. (\S+) of (.+)$/;

function summed(text) {
    const [, name, from, to, rest] = sums.exec(text);
    return el('span', { class: 'sum' }, el('span', { class: 'sign' }, el('small', {}, to), el('b', {}, '\u2211'), el('small', {}, `${name} = ${from}`)), el('span', {}, rest));
}

// A quotient as a fraction, a sum with its sign; whatever else is in it stays text.
function drawn(text) {
    const bar = outside(text, ' / '), plain = [' + ', ' - '].every((sign) => outside(text, sign) < 0);
    if (bar > 0 && plain && !sums.test(text) && outside(text.slice(bar + 3), ' / ') < 0) {
        return el('span', { class: 'fraction' }, el('span', {}, drawn(text.slice(0, bar))), el('span', {}, drawn(text.slice(bar + 3))));
    }
    return sums.test(text) && outside(text, ', ') < 0 ? summed(text) : el('span', {}, text);
}

const formula = (text) => el('p', { class: 'formula', role: 'img', 'aria-label': text }, drawn(text));

// --- pairs ---

const PAIRS_MOST = 12;

function pairsOf(cell) {
    const terms = cell.lines.filter(({ part, product }) => part === 'term' && product !== undefined);
    const whole = terms.every(({ from }) => from >= 0 && cell.from[from + 1]?.[0] === 1 && cell.from[from]?.[0] === 0);
    return look.contracts && terms.length > 0 && terms.length <= PAIRS_MOST && cell.from.length === 2 * terms.length && whole ? terms : null;
}

function factor([tensor, row, column]) {
    const of = look.tensors[tensor], told = of.cells[row - of.row]?.[column - of.column];
    if (told === undefined) return null;
    const look_ = told[2] !== null ? color(told[2], of.signed) : { back: 'var(--soft)', front: 'var(--ink)' };
    return el('span', { class: 'factor', title: told[1], style: `background:${look_.back};color:${look_.front}` }, told[0]);
}

// Each pair with its product, and apart from that how the sum grows by it.
function pairs(cell, terms) {
    return el('ol', { class: 'pairs', 'aria-label': 'the sum, product by product' },
        el('li', { class: 'sofar', 'aria-hidden': 'true' }, el('span', { class: 'gives' }, 'product'), el('span', { class: 'grows' }, 'sum so far')),
        terms.map(({ text, product, short, from }) => el('li', { title: text, onpointerenter: () => hot(from, true), onpointerleave: () => hot(from, false) },
            factor(cell.from[from]), el('span', { class: 'times' }, '\u00d7'), factor(cell.from[from + 1]),
            el('span', { class: 'gives' }, '= ', product), el('span', { class: 'grows', title: 'the sum so far' }, short ?? ''))));
}

// --- all of it ---

// Where it lies over the page: out of the way.
export const shut = () => button('\u00d7', unpoint, { class: 'shut', 'aria-label': 'Close the arithmetic', title: 'closes this' });

let digits = false; // whether all digits are asked for

export function how(cell) {
    const line = (part, text, after, from, label = part) => [el('dt', { 'data-part': part }, label),
        el('dd', { class: 'line', 'data-part': part, onpointerenter: () => hot(from, true), onpointerleave: () => hot(from, false) }, text),
        after ? el('dd', { class: 'after' }, `\u2192 ${after}`) : null];
    let last = '';
    const all = el('dl', {},
        cell.before ? line('before', cell.before) : null,
        cell.numbers ? line('numbers', cell.numbers) : null,
        cell.lines.map((step) => {
            const part = step.part === last ? '' : step.part;
            last = step.part;
            return line(part, step.text ?? '', step.after, step.from);
        }),
        cell.place ? line('place', cell.place, null, -1, word('place', 'storage offset')) : null,
        cell.nudged ? line('nudged', cell.nudged) : null);
    const terms = pairsOf(cell);
    return el('section', { class: 'how', 'aria-label': 'the arithmetic' }, shut(), el('h3', {}, cell.title), cell.formula ? formula(cell.formula) : null,
        terms ? [cell.numbers ? el('p', { class: 'numbers' }, '= ', cell.numbers) : null, pairs(cell, terms), el('details', { open: digits, ontoggle: ({ target }) => { digits = target.open; } }, el('summary', {}, 'All digits'), all)] : all);
}
