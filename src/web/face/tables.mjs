// Draws tensors of a step as tables in the colors of their numbers, laid out as what they are: inputs before
// the result, the factors of a product at its sides.
import { $, button, el, visible } from './dom.mjs';
import { act, look, point, pointerMoved, program } from './face.mjs';
import { save, word } from './dialogs.mjs';

const DENSE = 24; // columns from which on numbers are colors alone
const TIGHT = 8, TIGHTER = 10; // ... and from which on they are smaller
const LONG = 8; // rows from which on they are flatter
const WIDE = 16; // with more the tables stand below each other

// A color of the map, at so many thousandths of its way; what is written on it is black or white.
const known = new Map(); // those that were asked for
function hexOf(heat, signed) {
    const map = program.colors[signed ? 'signed' : 'plain'], at = 6 * Math.round(heat / 1000 * (map.length / 6 - 1));
    return map.slice(at, at + 6);
}
function colorOf(hex) {
    const rgb = [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16));
    const light = rgb.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    return { back: `rgb(${rgb.join(' ')})`, front: luminance > 0.179 ? '#000' : '#fff' };
}
const colorAt = (hex) => known.get(hex) ?? known.set(hex, colorOf(hex)).get(hex);
export const color = (heat, signed) => colorAt(hexOf(heat, signed));

// Each color is a class: how cells of the same classes look is worked out once, with a style of its own for each anew.
let painted = false;
function paint(heat, signed) {
    if (!painted) {
        const all = new Set(Object.values(program.colors).flatMap((map) => map.match(/.{6}/g)));
        document.head.append(el('style', {}, [...all].map((hex) => `td.c${hex}{background:${colorAt(hex).back};color:${colorAt(hex).front}}`).join('')));
        painted = true;
    }
    return `c${hexOf(heat, signed)}`;
}

// Which batch, which head.
function choice(tensor, heads) {
    const of = tensor[heads ? 'head' : 'batch'];
    if (of === undefined || tensor.role !== 'result') return null;
    const choose = (at) => act({ what: 'choose', heads, at });
    const name = `${of.word}${of.word.startsWith('axis') ? ':' : ''}`;
    if (of.count > 12) { // all of them are there once it is gone to
        const options = (some) => some.map((k) => el('option', { value: k, selected: k === of.at }, String(k)));
        const list = el('select', { onchange: () => choose(Number(list.value)), onfocus: () => list.replaceChildren(...options([...Array(of.count).keys()])) }, options([of.at]));
        return el('label', { class: 'heads' }, name, list);
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

// What is drawn of each table: its tensor as it was told last, and its cells, of rows that wait for a frame none.
const grids = new Map();

const NOW = 400, THEN = 250; // cells that a key draws, and each frame behind it: what is large fills up while it is seen
const REST = 100; // milliseconds without a key before it does: of steps that are passed by nothing more is drawn
let room = 0, waiting = [], timer = 0, frame = 0;

function fill() {
    if (!waiting[0]?.row.isConnected) waiting = [];
    for (let left = THEN; left > 0 && waiting.length > 0;) left -= waiting.shift().draw();
    fillLater(0);
}

export function fillLater(rest = REST) {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    document.body.toggleAttribute('data-fills', waiting.length > 0);
    if (waiting.length > 0) timer = setTimeout(() => { frame = requestAnimationFrame(fill); }, rest);
}

const isHere = (tensor, row, column) => tensor.role === 'result' && look.cell?.row === row && look.cell.column === column;

// A row with what is looked at, or with what it was made of: a presenter shows it alone.
const isFrom = (told) => told.some(([, , , marks]) => marks & 1);
function markRow(row, tensor, r) {
    const here = tensor.role === 'result' && look.cell?.row === tensor.row + r;
    row.className = [here ? 'here' : '', isFrom(tensor.cells[r]) ? 'from' : ''].filter(Boolean).join(' ');
}

// What was made of it, or is looked at.
function mark(cell, tensor, [text, , heat, marks], row, column) {
    const chosen = isHere(tensor, row, column);
    const kinds = [heat !== null ? paint(heat, tensor.signed) : text.endsWith('inf') ? 'inf' : 'none', marks & 1 ? 'from' : '', marks & 2 ? 'differs' : '', chosen ? 'here' : ''];
    cell.className = kinds.filter(Boolean).join(' ');
    for (const [name, value] of [['tabindex', '0'], ['aria-current', 'true']]) chosen ? cell.setAttribute(name, value) : cell.removeAttribute(name);
}

// Where numbers are colors alone they are read from the title. Cells are many: each is a copy of an empty one.
const empty = document.createElement('td');
function cellOf(tensor, told, row, column, dense) {
    const cell = empty.cloneNode();
    cell.setAttribute('data-row', row);
    cell.setAttribute('data-column', column);
    cell.setAttribute('title', visible(String(told[1])));
    if (!dense) cell.textContent = visible(told[0]);
    mark(cell, tensor, told, row, column);
    return cell;
}

// Of a number that went in, or stands beside the result: where it stands and all of its digits.
function tellCell(tensor, cell) {
    if (cell === null || cell.dataset.row === undefined) return;
    const row = tensor.rowLabels[cell.dataset.row - tensor.row] || cell.dataset.row, column = tensor.columnLabels[cell.dataset.column - tensor.column] || cell.dataset.column;
    document.querySelectorAll('figure > .number').forEach((old) => old.remove());
    $('say').textContent = `${tensor.name ?? 'this table'}, row ${row}, column ${column}: ${cell.title}`;
    cell.closest('figure').append(el('p', { class: 'number' }, $('say').textContent));
}

function table(tensor, index, crossed) {
    const sideways = rowAxis(tensor, crossed), side = sideways !== null, count = tensor.columnLabels.length, dense = count > DENSE;
    const shown = { tensor, cells: [], rows: [] };
    grids.set(String(index), shown);
    const rows = shown.rows = tensor.cells.map((cells, r) => {
        const row = el('tr', {}, side && r === 0 ? el(sideways ? 'th' : 'td', { class: `axis side ${sideways ? '' : 'corner'}`, scope: sideways ? 'rowgroup' : null, rowspan: tensor.cells.length }, el('span', {}, sideways)) : null,
            labelled('row', tensor.rowLabels[r]));
        const draw = () => {
            shown.cells[r] = shown.tensor.cells[r].map((cell, c) => cellOf(shown.tensor, cell, tensor.row + r, tensor.column + c, dense));
            row.append(...shown.cells[r]);
            return count;
        };
        markRow(row, tensor, r);
        if (r > 0 && room < count && !(tensor.role === 'result' && look.cell?.row === tensor.row + r)) waiting.push({ row, draw });
        else room -= draw();
        return row;
    });
    const all = el('table', { class: dense ? 'dense' : tensor.cells.length > LONG ? 'long' : null }, el('thead', {}, headings(tensor, side)), el('tbody', { class: tensor.cells.some(isFrom) ? 'from' : null }, rows));
    const leads = tensor.role === 'input' && tensor.step !== null && Number.isInteger(index); // to the step that made it, and there to this cell
    if (leads) all.addEventListener('click', ({ target }) => target.dataset.row !== undefined && act({ what: 'source', at: index, row: Number(target.dataset.row), column: Number(target.dataset.column) }));
    else if (tensor.role !== 'result') all.addEventListener('click', ({ target }) => tellCell(tensor, target.closest('td')));
    else {
        all.addEventListener('click', ({ target }) => point(target.closest('td'), true));
        all.addEventListener('pointerover', (event) => pointerMoved(event) && event.pointerType === 'mouse' && point(event.target.closest('td')));
    }
    return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${tensor.name ?? ''}, table` }, all);
}

// --- a tensor ---

const said = { input: '', result: '', before: 'before', change: 'result minus input', right: 'the right way', wrong: 'a wrong way' };

const tuple = (list) => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`;

// Sizes with their names: "(T, d) = (4, 3)".
function shape({ axes, shape: sizes, dtype }) {
    const named = axes.some((name) => name !== null) && sizes.length > 0;
    const names = named ? `${tuple(axes.map((name, k) => name ?? sizes[k]))} = ` : '';
    return `${names}${tuple(sizes)}${dtype === 'float32' ? '' : ` ${dtype}`}`;
}

// Of a table that is told in parts: to the next ones. Those of what went in follow the result.
function windows({ role, row, column, rows, columns, cells, columnLabels }) {
    const to = (sign, label, is, r, c) => is ? button(sign, () => act({ what: 'point', row: r, column: c }), { class: 'save', title: label, 'aria-label': label }) : null;
    const below = row + cells.length, right = column + columnLabels.length;
    return role !== 'result' ? null : [to('\u25b2', 'rows above', row > 0, row - 1, column), to('\u25bc', 'rows below', below < rows, below, column),
        to('\u25c0', 'columns before', column > 0, row, column - 1), to('\u25b6', 'columns behind', right < columns, row, right), ' '];
}

function figure(tensor, index, crossed = false) {
    const cut = tensor.cells.length < tensor.rows || tensor.columnLabels.length < tensor.columns;
    const plane = [tensor.batch, tensor.head].filter(Boolean).map(({ axis, at }) => `${axis}:${at}`).join();
    return el('figure', {
        class: 'tensor', 'data-index': index, 'data-role': tensor.role, 'data-name': tensor.name ?? '', 'data-step': tensor.step ?? '',
        'data-shape': tensor.shape.join(), 'data-plane': plane,
    }, el('figcaption', {},
        said[tensor.role] || isBelow(tensor) ? el('span', { class: 'what' }, said[tensor.role] || 'what went in') : null,
        el('b', {}, tensor.name ?? ''), ' ', el('small', { title: shape(tensor) }, crossed ? tuple(tensor.shape) : shape(tensor), !crossed && tensor.storage ? [', ', word(tensor.storage)] : null),
        tensor.step !== null && ['input', 'result'].includes(tensor.role) && tensor.cells.length > 0
            ? button('\u2913', () => save(index), { class: 'save', title: 'save as SVG', 'aria-label': `save ${tensor.name ?? 'the table'} as SVG` }) : null),
    cut ? el('p', { class: 'note' }, windows(tensor), `rows ${tensor.row} to ${tensor.row + tensor.cells.length - 1} of ${tensor.rows}, columns ${tensor.column} to ${tensor.column + tensor.columnLabels.length - 1} of ${tensor.columns}`) : null,
    table(tensor, index, crossed));
}

// Its other heads, where they are told: a press chooses one.
function apart(tensor, index) {
    if (tensor.apart === undefined) return figure(tensor, index);
    const others = tensor.apart.map((other) => {
        const whole = { ...tensor, ...other, role: 'apart', columnAxis: null, rowAxes: [] }, choose = tensor.role === 'result' ? () => act({ what: 'choose', heads: true, at: other.at }) : null;
        return [other.at, el('figure', { class: 'tensor', 'data-index': `${index}h${other.at}`, 'data-role': 'apart', onclick: choose },
            el('figcaption', {}, el('small', {}, `${tensor.head.word} ${other.at}`)), table(whole, `${index}h${other.at}`))];
    });
    return el('div', { class: 'apart' }, [[tensor.head.at, figure(tensor, index)], ...others].sort(([a], [b]) => a - b).map(([, node]) => node));
}

// --- all of a step ---

// A product whose first factor gives a row and whose second a column: they stand at its sides, and meet in the cell.
export function crosses() {
    const { tensors, cell } = look;
    if (!look.contracts || !cell || tensors[2]?.role !== 'result' || (tensors.length > 3 && !isWay(tensors[3])) || cell.from.length < 2) return false;
    const [a, b, c] = tensors, sees = (t) => t.rows === t.cells.length && t.columns === t.columnLabels.length;
    return a.rows === c.rows && b.columns === c.columns && b.rows > 1 && b.rows <= 12 && b.rows + c.rows <= 16 && a.columns + c.columns <= 14 && [a, b, c].every(sees) &&
        cell.from.every(([t, row, column]) => t === 0 ? row === cell.row : t === 1 && column === cell.column);
}

// How small numbers are, so that tables of so many columns stand side by side.
function small(columns) {
    const all = columns.reduce((sum, count) => sum + count, 0), count = all > WIDE ? Math.max(...columns) : all;
    return count > TIGHTER ? ' tight tighter' : count > TIGHT ? ' tight' : '';
}

// Both factors at the sides; the choices in the corner that is free; another way beside the result.
function crossed(tensors, choices) {
    const [a, b, c] = tensors, label = Math.max(...[...b.rowLabels, ...c.rowLabels].map((text) => text.length));
    return el('div', { class: `tensors cross${a.columns + c.columns > 7 ? ' tight' : ''}`, 'data-stage': look.stage, style: `--label:${Math.min(label, 12)}ch` },
        tensors.map((tensor, k) => figure(tensor, k, k < 3)), choices);
}

// A run before, or a change, stands in the place of the inputs; another way of the step is made of them.
const isWay = (tensor) => ['right', 'wrong'].includes(tensor?.role);
const isBelow = ({ role }) => role === 'input' && isWay(look.tensors.at(-1)) && !crosses(); // ... and stands behind the two that are compared
function seenOf({ tensors }) {
    const result = tensors.findIndex(({ role }) => role === 'result'), beside = tensors[result + 1];
    return result >= 0 && beside !== undefined && !isWay(beside) ? tensors.slice(result) : tensors;
}

function laidOut() {
    const { tensors } = look, seen = seenOf(look), result = seen.findIndex(({ role }) => role === 'result'), of = seen[result];
    const choices = of?.head || of?.batch ? el('div', { class: 'choices' }, choice(of, true), choice(of, false)) : null;
    if (crosses()) return crossed(tensors, choices);
    const beside = result >= 0 && result < seen.length - 1, parted = !beside && seen.some((tensor) => tensor.apart !== undefined);
    const arrow = el('span', { class: 'arrow', 'aria-hidden': 'true' }, '\u2192', el('small', {}, look.stage ?? ''));
    const nodes = seen.map((tensor) => (beside ? figure : apart)(tensor, tensors.indexOf(tensor)));
    const even = seen.every(({ rows }) => rows === of?.rows);
    return [choices, el('div', { class: `tensors${parted ? ' parted' : ''}${result > 0 && beside ? ' compared' : ''}${small(seen.map(({ columnLabels }) => columnLabels.length))}${even ? ' even' : ''}`, 'data-stage': look.stage },
        result > 0 ? [nodes.slice(0, result), el('div', { class: `comes${beside ? ' ways' : ''}` }, arrow, nodes.slice(result))] : nodes)];
}

const CELL = 4; // [text, all digits, heat, marks]

// Whether two of what was told are the same but for the marks of cells.
function alike(a, b) {
    if (a === b || typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
    const keys = Object.keys(a), cell = a.length === CELL && typeof a[3] === 'number' && typeof a[0] === 'string';
    return keys.length === Object.keys(b).length && keys.every((key) => (cell && key === '3') || alike(a[key], b[key]));
}

function markAnew(tensor, index) {
    const { cells, rows, tensor: was } = grids.get(String(index));
    grids.get(String(index)).tensor = tensor;
    rows.forEach((row, r) => markRow(row, tensor, r));
    if (rows.length > 0) rows[0].parentNode.className = tensor.cells.some(isFrom) ? 'from' : '';
    cells.forEach((row, r) => row.forEach((cell, c) => {
        if (tensor.cells[r][c][3] !== was.cells[r][c][3] || cell.tabIndex === 0 || isHere(tensor, tensor.row + r, tensor.column + c)) mark(cell, tensor, tensor.cells[r][c], tensor.row + r, tensor.column + c);
    }));
}

let last = { nodes: [] }; // what was laid out last, and of what

// Of tables that are there already only marks change: the cell that is pointed at.
export function tables() {
    const { tensors, stage, contracts } = look, of = [tensors, stage, contracts, crosses()];
    if (last.nodes.at(-1)?.isConnected && alike(of, last.of)) {
        tensors.forEach((tensor, k) => {
            if (grids.has(String(k))) markAnew(tensor, k);
            tensor.apart?.forEach((other) => grids.has(`${k}h${other.at}`) && markAnew({ ...tensor, ...other, role: 'apart' }, `${k}h${other.at}`));
        });
    } else {
        grids.clear();
        [room, waiting] = [NOW, []];
        last = { nodes: [laidOut()].flat().filter(Boolean) };
        fillLater();
    }
    last.of = of;
    return last.nodes;
}

addEventListener('beforeprint', () => waiting.splice(0).forEach(({ draw }) => draw()));

// The scales of these tables, and which table has which.
function scalesOf(tensors) {
    const all = new Map();
    for (const { signed, scale, cells, name, role } of tensors) {
        if (scale[0] === scale[1] || !cells.some((row) => row.some(([, , heat]) => heat !== null))) continue;
        const key = `${signed} ${scale}`;
        all.set(key, { signed, scale, of: [...all.get(key)?.of ?? [], name ?? said[role]] });
    }
    return [...all.values()];
}

// What colors, frames and marks mean.
export function legend() {
    const seen = seenOf(look), scales = scalesOf(seen), marks = seen.flatMap(({ cells }) => cells.flat().map(([, , , mark]) => mark));
    const bar = ({ signed, scale: [low, high], of }) => el('span', {}, low, ' ',
        el('i', { style: `background:linear-gradient(to right,${[0, 250, 500, 750, 1000].map((heat) => color(heat, signed).back).join()})` }), ' ', high,
        scales.length > 1 ? el('small', {}, ` ${[...new Set(of)].join(', ')}`) : null);
    return el('p', { class: 'legend' }, scales.map(bar),
        look.cell ? el('span', {}, el('i', { class: 'here' }), ' explained in the box') : null, marks.some((mark) => mark & 1) ? el('span', {}, el('i', { class: 'from' }), ' what it is made of') : null,
        marks.some((mark) => mark & 2) ? el('span', {}, el('i', { class: 'differs' }), ' another number than in the table beside it') : null);
}

// A cell of a table that is shown.
export function cellAt(index, row, column) {
    const of = grids.get(String(index));
    return of?.cells[row - of.tensor.row]?.[column - of.tensor.column] ?? null;
}
