// Shows what a step does to cells as a motion of them: it begins where they were and ends in the table that
// stands there without it. Nothing of the table is changed for it, and any key ends it at once.
import { look } from './face.mjs';
import { cellAt, color } from './tables.mjs';

const CELLS_MOST = 260, GO = 650, STAGGER = 260;
const HURRY = 300; // milliseconds: who goes on sooner sees no motion, and does not wait for one to begin

let since = -HURRY; // when a step came into sight last

// Whether nothing is to move: some people want that, and a key that is held down has no time for it.
function still() {
    const hurries = performance.now() - since < HURRY;
    since = performance.now();
    return hurries || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function settle() {
    document.getAnimations?.().forEach((motion) => motion.finish());
}

const result = () => look.tensors?.findIndex(({ role }) => role === 'result') ?? -1;

function each(tensor, index, move) {
    tensor.cells.forEach((cells, r) => cells.forEach((cell, c) => {
        const node = cellAt(index, tensor.row + r, tensor.column + c);
        if (node) move(node, r, c, cell);
    }));
}

// Cells go from the table where they were, first all together, then each to its new place: so a transposed table
// turns, one that is viewed is counted anew, heads come apart and together.
function travel(tensor, index) {
    const boxes = new Map(), count = tensor.rows * tensor.columns;
    const boxOf = (node) => boxes.get(node) ?? boxes.set(node, node.getBoundingClientRect()).get(node);
    const tableOf = (table, head) => (look.tensors[table].head?.at ?? head) === head ? table : `${table}h${head}`;
    const home = cellAt(index, tensor.row, tensor.column), jobs = [];
    each(tensor, index, (node, r, c) => {
        const from = tensor.moved[r]?.[c];
        if (!from) return;
        const [input, head, row, column] = from, table = tableOf(input, head), was = cellAt(table, row, column);
        if (!was) return;
        const corner = cellAt(table, look.tensors[input].row, look.tensors[input].column);
        const a = boxOf(was), b = boxOf(node), o = boxOf(corner), h = boxOf(home);
        const here = [b.left, b.top], first = [a.left - here[0], a.top - here[1]];
        const same = [h.left + (a.left - o.left) - here[0], h.top + (a.top - o.top) - here[1]];
        jobs.push([node, first, same, (r * tensor.columns + c) / count, row !== tensor.row + r || column !== tensor.column + c || table !== input]);
    });
    if (!jobs.some(([, , , , moves]) => moves)) return; // the same table again
    const place = ([x, y]) => `translate(${x}px, ${y}px)`;
    const all = home.closest('.tensors'), scroll = home.closest('.scroll'), scrolls = scroll.scrollWidth > scroll.clientWidth;
    const motions = jobs.map(([node, first, same, part]) => node.animate([
        { transform: place(first), opacity: 0.4, offset: 0 }, { transform: place(same), opacity: 1, offset: 0.4, easing: 'ease-in-out' }, { transform: 'none', offset: 1 },
    ], { duration: GO, delay: part * STAGGER, fill: 'backwards', easing: 'ease-out' }));
    if (scrolls) return; // what is scrolled stays cut
    all.classList.add('moving');
    Promise.allSettled(motions.map(({ finished }) => finished)).then(() => all.classList.remove('moving'));
}

// What is masked fades: its score was there before.
function fade(tensor, index) {
    const was = look.tensors[0];
    each(tensor, index, (node, r, c, [text, , heat]) => {
        const before = was.cells[r]?.[c];
        if (heat !== null || !text.endsWith('inf') || !before || before[2] === null) return;
        const { back } = color(before[2], was.signed);
        node.animate([{ boxShadow: `inset 0 0 0 40px ${back}`, color: 'transparent' }, { boxShadow: `inset 0 0 0 0 ${back}`, color: 'transparent', offset: 0.7 }, {}], { duration: GO, delay: (r + c) * 25, fill: 'backwards' });
    });
}

// A row of shares leans from its middle, the same for all, to what each one gets.
function lean(tensor, index) {
    const middle = tensor.cells.map((cells) => cells.reduce((sum, [, , heat]) => sum + (heat ?? 0), 0) / cells.length);
    each(tensor, index, (node, r, c, [, , heat]) => {
        if (heat === null) return;
        const { back, front } = color(middle[r], tensor.signed);
        node.animate([{ background: back, color: front }, {}], { duration: GO, delay: r * 60, fill: 'backwards', easing: 'ease-in' });
    });
}

// After a step came into sight.
export function move() {
    const index = result(), tensor = look.tensors?.[index];
    if (still() || tensor === undefined || look.stop?.reads || tensor.rows * tensor.columns > CELLS_MOST) return;
    if (tensor.moved) {
        travel(tensor, index);
        tensor.apart?.forEach((other) => travel(other, `${index}h${other.at}`));
    } else if (look.parts && !look.softmax) lean(tensor, index);
    else if (index > 0 && look.tensors[0].rows === tensor.rows) fade(tensor, index);
}

// Of the moves of a softmax: bars grow out of nothing.
export function grow() {
    if (still()) return;
    document.querySelectorAll('.moves tr.now .bar, .moves tr.now .strip').forEach((bar, k) =>
        bar.animate([{ scale: bar.className === 'strip' ? '0 1' : '1 0' }, {}], { duration: 380, delay: 30 * k, fill: 'backwards', easing: 'ease-out' }));
}
