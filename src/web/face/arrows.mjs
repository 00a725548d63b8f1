// Draws queries and keys of two numbers as arrows on a plane: a score is the shadow of the key on the line of
// the query, times the query's length. Drawn from the numbers of the tables.
import { draw, el } from './dom.mjs';
import { act, look } from './face.mjs';

const HALF = 150; // of the drawing, in its own measure

const numberAt = ({ cells, row, column }, r, c) => Number(cells[r - row]?.[c - column]?.[1]);
const labelsOf = (tensor, rows) => rows ? tensor.rowLabels : tensor.columnLabels;

// The query of the chosen cell, and all keys; null where they are not two numbers wide.
function arrowsOf() {
    const { cell, tensors, contracts, shadow } = look;
    if (!shadow || !contracts || !cell || cell.from.length !== 4 || tensors.length < 3) return null;
    const [[, queryRow], [, r0, c0], , [, r1, c1]] = cell.from;
    const keys = tensors[1], turned = r0 !== r1 && c0 === c1; // a key is a column of a table that was turned, else a row
    const query = [0, 2].map((k) => numberAt(tensors[0], cell.from[k][1], cell.from[k][2]));
    const places = turned ? keys.columnLabels.map((_, k) => [[r0, keys.column + k], [r1, keys.column + k]])
        : keys.rowLabels.map((_, k) => [[keys.row + k, c0], [keys.row + k, c1]]);
    const at = places.map((pair) => pair.map(([r, c]) => numberAt(keys, r, c)));
    const all = [query, ...at].flat();
    if (!all.every(Number.isFinite) || at.length > 12) return null;
    return { query, keys: at, names: labelsOf(keys, !turned), name: tensors[0].rowLabels[queryRow - tensors[0].row] ?? '', most: Math.max(...all.map(Math.abs), 1e-9) };
}

function arrow(to, kind, traits = {}) {
    const [x, y] = to, length = Math.hypot(x, y) || 1, [dx, dy] = [x / length, y / length];
    const head = [to, [x - 9 * dx - 4 * dy, y - 9 * dy + 4 * dx], [x - 9 * dx + 4 * dy, y - 9 * dy - 4 * dx]];
    return draw('g', { class: kind, ...traits }, draw('line', { x1: 0, y1: 0, x2: x, y2: y }), length > 2 ? draw('polygon', { points: head.map((p) => p.join(',')).join(' ') }) : null);
}

export function arrows() {
    const found = arrowsOf();
    if (found === null) return null;
    const scale = (HALF - 28) / found.most, on = ([x, y]) => [x * scale, -y * scale];
    const query = on(found.query), chosen = look.cell.column, key = on(found.keys[chosen] ?? [0, 0]);
    const long = query[0] ** 2 + query[1] ** 2, part = long > 0 ? (key[0] * query[0] + key[1] * query[1]) / long : 0;
    const foot = query.map((c) => c * part), line = query.map((c) => c / (Math.sqrt(long) || 1) * 2 * HALF);
    const inside = (at, room) => Math.max(room - HALF, Math.min(HALF - room, at));
    const name = ([x, y], text, kind) => draw('text', { x: inside(x * (1 + 18 / (Math.hypot(x, y) || 1)), 4 + 4 * text.length), y: inside(y * (1 + 12 / (Math.hypot(x, y) || 1)) + 4, 12), 'text-anchor': 'middle', class: kind }, text);
    const score = look.tensors[2].cells[look.cell.row - look.tensors[2].row]?.[chosen - look.tensors[2].column];
    return el('figure', { class: 'arrows' },
        draw('svg', { viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`, role: 'img', 'aria-label': look.shadow },
            draw('line', { class: 'axis', x1: -HALF, y1: 0, x2: HALF, y2: 0 }), draw('line', { class: 'axis', x1: 0, y1: -HALF, x2: 0, y2: HALF }),
            draw('line', { class: 'along', x1: -line[0], y1: -line[1], x2: line[0], y2: line[1] }),
            found.keys.map((k, n) => n === chosen ? null : arrow(on(k), 'key', { onclick: () => act({ what: 'point', row: look.cell.row, column: n }) })),
            draw('line', { class: 'falls', x1: key[0], y1: key[1], x2: foot[0], y2: foot[1] }),
            draw('line', { class: part < 0 ? 'shadow minus' : 'shadow', x1: 0, y1: 0, x2: foot[0], y2: foot[1] }),
            arrow(query, 'query'), arrow(key, 'key chosen'),
            found.keys.map((k, n) => name(on(k), found.names[n] ?? '', n === chosen ? 'chosen' : 'key')), name(query, found.name, 'query')),
        el('figcaption', {}, look.shadow, score ? [' ', el('b', {}, score[0])] : null));
}
