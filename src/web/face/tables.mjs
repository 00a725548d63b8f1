// Tensors of a step as tables in the colors of their numbers, laid out as what they are: inputs before the result,
// the factors of a product at its sides.
import { button, el } from './dom.mjs';
import { act, look, point, program } from './face.mjs';
import { save } from './dialogs.mjs';

const DENSE = 24; // columns from which on numbers are colors alone
const TIGHT = 8, TIGHTER = 10; // ... and from which on they are smaller
const LONG = 8; // rows from which on they are flatter
const WIDE = 16; // with more the tables stand below each other

// A color of the map, at so many thousandths of its way; what is written on it is black or white.
export function color(heat, signed) {
    const map = program.colors[signed ? 'signed' : 'plain'];
    const at = 6 * Math.round(heat / 1000 * (map.length / 6 - 1));
    const rgb = [0, 2, 4].map((k) => parseInt(map.slice(at + k, at + k + 2), 16));
    const light = rgb.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    return { back: `rgb(${rgb.join(' ')})`, front: luminance > 0.179 ? '#000' : '#fff' };
}

function paint(cell, heat, signed) {
    const { back, front } = color(heat, signed);
    cell.style.background = back;
    cell.style.color = front;
}

// Which batch, which head.
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

// --- a table ---

const labelled = (scope, label) => label === '' ? el('td', { class: 'corner' }) : el('th', { scope, title: label }, label);

// "key →" above the columns, "query ↓" before the rows: the names of the axes, where they have some.
function headings(tensor, sideways) {
    const labels = el('tr', {}, sideways ? el('td', { class: 'corner' }) : null, el('td', { class: 'corner' }),
        tensor.columnLabels.map((label) => labelled('col', label)));
    if (tensor.columnAxis === null || tensor.columnLabels.length === 0) return labels;
    return [el('tr', {}, el('td', { class: 'corner', colspan: sideways ? 2 : 1 }),
        el('th', { class: 'axis', scope: 'colgroup', colspan: tensor.columnLabels.length }, `${tensor.columnAxis} \u2192`)), labels];
}

// The name of its rows; where two tables stand below each other, both have room for one.
const rowAxis = (tensor, room) => tensor.rowAxes.length > 0 && tensor.rowAxes.every((name) => name !== null) && tensor.cells.length > 1
    ? `\u2190 ${tensor.rowAxes.join(', ')}` : room ? '' : null;

function cellOf(tensor, [text, all, heat, marks], row, column, chosen) {
    const kinds = [heat === null ? (text.endsWith('inf') ? 'inf' : 'none') : '', marks & 1 ? 'from' : '', marks & 2 ? 'differs' : '', chosen ? 'here' : ''];
    const cell = el('td', { 'data-row': row, 'data-column': column, title: String(all), class: kinds.filter(Boolean).join(' ') || null,
        tabindex: chosen ? 0 : null, 'aria-current': chosen ? 'true' : null }, text);
    if (heat !== null) paint(cell, heat, tensor.signed);
    return cell;
}

function table(tensor, crossed) {
    const sideways = rowAxis(tensor, crossed), side = sideways !== null, count = tensor.columnLabels.length;
    const here = tensor.role === 'result' && look.cell !== undefined ? look.cell : null;
    const rows = tensor.cells.map((cells, r) => el('tr', {},
        side && r === 0 ? el(sideways ? 'th' : 'td', { class: `axis side ${sideways ? '' : 'corner'}`, scope: sideways ? 'rowgroup' : null, rowspan: tensor.cells.length }, el('span', {}, sideways)) : null,
        labelled('row', tensor.rowLabels[r]), cells.map((cell, c) => {
            const row = tensor.row + r, column = tensor.column + c;
            return cellOf(tensor, cell, row, column, here !== null && here.row === row && here.column === column);
        })));
    const all = el('table', { class: count > DENSE ? 'dense' : tensor.cells.length > LONG ? 'long' : null }, el('thead', {}, headings(tensor, side)), el('tbody', {}, rows));
    if (tensor.role === 'result') {
        all.addEventListener('click', ({ target }) => point(target.closest('td')));
        all.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && point(target.closest('td')));
    }
    return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${tensor.name ?? ''}, table` }, all);
}

// --- a tensor ---

const said = { input: '', result: '', before: 'before', change: 'result minus input', right: 'the right way', wrong: 'a wrong way' };

const tuple = (list) => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`;

// Sizes with their names: "(T, d) = (4, 3)".
function shape({ axes, shape: sizes, dtype, storage }) {
    const named = axes.some((name) => name !== null) && sizes.length > 0;
    const names = named ? `${tuple(axes.map((name, k) => name ?? sizes[k]))} = ` : '';
    return `${names}${tuple(sizes)}${dtype === 'float32' ? '' : ` ${dtype}`}${storage !== undefined && !look.quiet ? `, ${storage}` : ''}`;
}

function figure(tensor, index, crossed = false) {
    const cut = tensor.cells.length < tensor.rows || tensor.columnLabels.length < tensor.columns;
    const plane = [tensor.batch, tensor.head].filter(Boolean).map(({ axis, at }) => `${axis}:${at}`).join();
    return el('figure', {
        class: 'tensor', 'data-index': index, 'data-role': tensor.role, 'data-name': tensor.name ?? '', 'data-step': tensor.step ?? '',
        'data-shape': tensor.shape.join(), 'data-plane': plane,
    }, el('figcaption', {},
        said[tensor.role] ? el('span', { class: 'what' }, said[tensor.role]) : null,
        el('b', {}, tensor.name ?? ''), ' ', el('small', { title: shape(tensor) }, crossed ? tuple(tensor.shape) : shape(tensor)),
        tensor.step !== null && ['input', 'result'].includes(tensor.role) && tensor.cells.length > 0
            ? button('\u2913', () => save(index), { class: 'save', title: 'save as SVG', 'aria-label': `save ${tensor.name ?? 'the table'} as SVG` }) : null),
    table(tensor, crossed),
    cut ? el('p', { class: 'note' }, `rows ${tensor.row} to ${tensor.row + tensor.cells.length - 1} of ${tensor.rows}, columns ${tensor.column} to ${tensor.column + tensor.columnLabels.length - 1} of ${tensor.columns}`) : null);
}

// Its other heads, where they are told: a press chooses one.
function apart(tensor, index) {
    if (tensor.apart === undefined) return figure(tensor, index);
    const others = tensor.apart.map((other) => {
        const whole = { ...tensor, ...other, role: 'apart', columnAxis: null, rowAxes: [] }, choose = tensor.role === 'result' ? () => act({ what: 'choose', heads: true, at: other.at }) : null;
        return [other.at, el('figure', { class: 'tensor', 'data-index': `${index}h${other.at}`, 'data-role': 'apart', onclick: choose },
            el('figcaption', {}, el('small', {}, `${tensor.head.word} ${other.at}`)), table(whole))];
    });
    return el('div', { class: 'apart' }, [[tensor.head.at, figure(tensor, index)], ...others].sort(([a], [b]) => a - b).map(([, node]) => node));
}

// --- all of a step ---

// A product whose first factor gives a row and whose second a column: they stand at its sides, and meet in the cell.
export function crosses() {
    const { tensors, cell } = look;
    if (!look.contracts || !cell || tensors.length !== 3 || tensors[2].role !== 'result' || cell.from.length < 2) return false;
    const [a, b, c] = tensors, sees = (t) => t.rows === t.cells.length && t.columns === t.columnLabels.length;
    return a.rows === c.rows && b.columns === c.columns && b.rows > 1 && b.rows <= 8 && a.columns + c.columns <= 14 && [a, b, c].every(sees) &&
        cell.from.every(([t, row, column]) => t === 0 ? row === cell.row : t === 1 && column === cell.column);
}

// How small numbers are, so that tables of so many columns stand side by side.
function small(columns) {
    const all = columns.reduce((sum, count) => sum + count, 0), count = all > WIDE ? Math.max(...columns) : all;
    return count > TIGHTER ? ' tight tighter' : count > TIGHT ? ' tight' : '';
}

// Both factors at the sides; the choices in the corner that is free.
function crossed([a, b, c], choices) {
    const label = Math.max(...[...b.rowLabels, ...c.rowLabels].map((text) => text.length));
    return el('div', { class: `tensors cross${a.columns + c.columns > 7 ? ' tight' : ''}`, 'data-stage': look.stage, style: `--label:${Math.min(label, 12)}ch` },
        [a, b, c].map((tensor, k) => figure(tensor, k, true)), choices);
}

export function tables() {
    const { tensors } = look, result = tensors.findIndex(({ role }) => role === 'result'), of = tensors[result];
    const choices = of?.head || of?.batch ? el('div', { class: 'choices' }, choice(of, true), choice(of, false)) : null;
    if (crosses()) return crossed(tensors, choices);
    const beside = tensors.length > result + 1; // then it stands in the place of the inputs
    const tall = look.contracts && result > 1 && !beside && tensors[1].rows > tensors[0].rows + 2 && tensors[1].columns + of.columns <= WIDE; // weights, in the way of the result
    const seen = tensors.filter((tensor, k) => !(beside && k < result));
    const arrow = () => el('span', { class: 'arrow', 'aria-hidden': 'true' }, '\u2192', el('small', {}, look.stage ?? ''));
    return [choices, el('div', { class: `tensors${small(seen.map(({ columnLabels }) => columnLabels.length))}${tall ? ' tall' : seen.every(({ rows }) => rows === of?.rows) ? ' even' : ''}`, 'data-stage': look.stage }, tensors.map((tensor, k) =>
        !seen.includes(tensor) ? null : k === result && k > 0 && !beside ? el('div', { class: 'comes' }, arrow(), apart(tensor, k)) : beside ? figure(tensor, k) : apart(tensor, k)))];
}

// A cell of a table that is shown.
export const cellAt = (tensor, row, column) => document.querySelector(`.tensor[data-index="${tensor}"] td[data-row="${row}"][data-column="${column}"]`);
