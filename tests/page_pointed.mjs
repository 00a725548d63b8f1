// Holds what a page shows of numbers against the program: each table against the tape (`qkv trace --json`),
// and for cells of each result the arithmetic, its total, and the cells that are framed against `qkv trace
// --cell`.
//     node page_pointed.mjs SCRATCH QKV       SCRATCH/course is what `qkv page --course` wrote
import { execFileSync } from 'node:child_process';
import { open, tools } from './page_acts.mjs';
import { run, silent, tell, within } from './webdriver.mjs';

const [scratch, qkv] = process.argv.slice(2);
const program = (...args) => execFileSync(qkv, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }).toString();

// --- what the page shows ---

// At each stop of a lesson: its tables; then some cells of the result are pressed, one after the other, and each time
// it is read what is framed and what stands below. In the end where it stopped.
const walk = `${tools}
const POINTED = arguments[0];
const tables = () => [...document.querySelectorAll('.tensor')].map((figure) => ({
    role: figure.dataset.role, name: figure.dataset.name, step: figure.dataset.step, shape: figure.dataset.shape, plane: figure.dataset.plane,
    cells: [...figure.querySelectorAll('td[data-row]')].map((cell) => [Number(cell.dataset.row), Number(cell.dataset.column), cell.title]),
    from: [...figure.querySelectorAll('td.from')].map((cell) => [Number(cell.dataset.row), Number(cell.dataset.column)]),
}));
const read = (cell) => ({
    at: [Number(cell.dataset.row), Number(cell.dataset.column)], value: cell.title, tables: tables().map(({ cells, ...rest }) => rest),
    title: document.querySelector('.how h3')?.textContent, formula: document.querySelector('.how .formula')?.getAttribute('aria-label'),
    parts: [...document.querySelectorAll('.how dt, .how dd')].map((node) => [node.className || node.localName, node.textContent]),
});
const spread = (cells, count) => cells.length <= count ? cells : [...Array(count).keys()].map((k) => cells[Math.round(k * (cells.length - 1) / (count - 1))]);
answer((async () => {
    const stops = [];
    for (let last = ''; last !== place() && stops.length < 400;) {
        last = place();
        await until(filled);
        const stop = { place: last, step: document.body.dataset.step, tables: tables(), pointed: [] };
        if (document.querySelector('.how') !== null) {
            const places = spread(stop.tables.find(({ role }) => role === 'result').cells, POINTED);
            for (const [row, column] of places) {
                await until(filled);
                const cell = document.querySelector('.tensor[data-role=result] td[data-row="' + row + '"][data-column="' + column + '"]');
                if (!cell.classList.contains('here')) await changed(() => cell.click());
                await until(filled); // the pointed cell may have moved what a table shows
                stop.pointed.push(read(document.querySelector('td.here')));
            }
        }
        stops.push(stop);
        if (last.split(' of ')[0] === last.split(' of ')[1]) break;
        await press(' ');
    }
    return stops;
})());`;

// The index of a table's cell in its tensor: its columns are the last axis, some axes are chosen, the rest are rows.
function index({ shape, plane }, row, column) {
    const sizes = shape === '' ? [] : shape.split(',').map(Number), last = sizes.length - 1;
    const at = [], chosen = new Map(plane === '' ? [] : plane.split(',').map((one) => one.split(':').map(Number)));
    for (let k = last - 1; k >= 0; k--) {
        if (chosen.has(k)) { at[k] = chosen.get(k); continue; }
        at[k] = row % sizes[k];
        row = Math.floor(row / sizes[k]);
    }
    if (last >= 0) at[last] = column;
    return at;
}

// --- tables and the tape ---

const number = (text) => ({ nan: NaN, NaN: NaN, inf: Infinity, '-inf': -Infinity, Infinity, '-Infinity': -Infinity, True: 1, False: 0, true: 1, false: 0 })[text] ?? Number(text);
const same = (shown, kept) => Object.is(Math.fround(number(shown)) + 0, Math.fround(number(String(kept))) + 0);

// How many tables are those of the tape, and which are not.
function compare(stops, events) {
    const wrong = new Set();
    let count = 0, cells = 0;
    for (const { place, tables } of stops) {
        for (const table of tables) {
            const of = ['result', 'input'].includes(table.role) ? events.get(table.step)?.outputs?.[0] : undefined;
            if (of?.values === undefined || of.shape.join() !== table.shape || of.copied) continue;
            count++;
            for (const [row, column, title] of table.cells) {
                const kept = index(table, row, column).reduce((part, k) => part?.[k], of.values);
                cells++;
                if (kept === undefined || !same(title, kept)) wrong.add(`${place}: ${table.name} [${row}, ${column}] is ${title}, on the tape ${kept}`);
            }
        }
    }
    return { count, cells, wrong: [...wrong] };
}

// --- a cell and its arithmetic ---

const squeezed = (text) => text.replace(/\u2192/g, '->').replace(/\s+/g, '');

// What the program says of a cell: the lines behind its header. Continued lines stand further in.
function told(name, step, at) {
    const lines = program('trace', '--step', step, '--cell', at.join(), name).split('\n');
    let begin = lines.findIndex((line) => /^ {2}(before|formula) /.test(line));
    while (begin > 0 && !/^\S/.test(lines[begin])) begin--;
    const parts = [];
    let title = '', inTitle = true;
    for (const line of lines.slice(begin)) {
        if (/^ {2}\S/.test(line)) {
            inTitle = false;
            parts.push([line.slice(2, 14).trim(), line.slice(15)]);
        } else if (inTitle) title += line;
        else if (/^ {16}/.test(line)) parts.at(-1)[1] += ` ${line.trim()}`;
        else if (line.trim() !== '') parts.push(['', line]);
    }
    return { title, parts, formula: parts.find(([part]) => part === 'formula')?.[1] ?? '' };
}

// Both texts without blanks, and without what only one of them tells: the place in memory, which early lessons leave
// out, numbers that stand in the next line again, and totals on the way (the last one is looked at below).
function textOf(title, parts) {
    const end = parts.findIndex(([part]) => part === 'place'), own = end < 0 ? parts : parts.slice(0, end);
    let last = '';
    const kinds = own.map(([part]) => last = part || last); // a line without a name goes on with the one before
    const again = kinds.includes('compute') || kinds.filter((part) => part === 'term').length === 1;
    last = '';
    return squeezed(title + own.filter(([part]) => !again || part !== 'numbers').map(([part, text]) => {
        const fresh = part === last ? '' : part; // told once, wherever it goes on
        last = part || last;
        return fresh + text.replace(/\s*(\u2192|->)\s.*$/, '');
    }).join(''));
}
// The formula stands above the lines of the page, but behind what a write in place found.
function pageParts({ formula, parts }) {
    const pairs = [];
    for (const [kind, text] of parts) {
        if (kind === 'dt') pairs.push([text, '']);
        else pairs.at(-1)[1] += text;
    }
    if (formula !== null) pairs.splice(pairs[0]?.[0] === 'before' ? 1 : 0, 0, ['formula', formula]);
    return pairs;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// The cells of an input that a formula names: "scores[1, j]" with j = 0 ... 3. null: it speaks of it in another way.
function named(formula, name) {
    const ranges = Object.fromEntries([...formula.matchAll(/\b([a-z]) = (\d+) \.\.\. (\d+)/g)].map(([, letter, a, b]) => [letter, [Number(a), Number(b)]]));
    const cells = [];
    for (const [, inside] of formula.matchAll(new RegExp(`(?<![\\w.)\\]])${escaped(name)}(?:\\[([^\\[\\]]*)\\])?(?![\\w(\\[])`, 'g'))) {
        let list = [[]];
        for (const part of inside === undefined ? [] : inside.split(',').map((one) => one.trim())) {
            const [from, to] = /^\d+$/.test(part) ? [Number(part), Number(part)] : ranges[part] ?? [];
            if (from === undefined) return null;
            list = list.flatMap((at) => [...Array(to - from + 1).keys()].map((k) => [...at, from + k]));
        }
        cells.push(...list);
    }
    return cells;
}

const VAGUE = /\b(mean|variance|std|norm|quantile|median|all cells|the row)\b/; // words that stand for cells without naming them

// Whether the framed cells of a table are those that are named. null: it cannot be told.
function framed(table, formula, constant) {
    // A name that is too long for the formula is an operation with dots in it.
    const names = [`(${table.name})`, table.name, /\w+\(\.\.\.\)/.exec(formula)?.[0] ?? table.name];
    const cells = constant ? [] : names.map((name) => named(formula, name)).find((found) => found === null || found.length > 0);
    if (cells === null || cells === undefined) return null;
    const places = new Map(table.cells.map(([row, column]) => [index(table, row, column).join(), true]));
    const expected = new Set(cells.map((at) => at.join()).filter((at) => places.has(at)));
    const found = new Set(table.from.map(([row, column]) => index(table, row, column).join()));
    if (VAGUE.test(formula)) return [...expected].every((at) => found.has(at)) ? null : false;
    return expected.size === found.size && [...expected].every((at) => found.has(at));
}

// The number at the end of the arithmetic: the last running total, or what stands behind the last "=". null where it
// has no arithmetic, but a rule of where the number comes from.
const RULES = ['formula', 'before', 'place', 'rule', 'input', 'output', 'number', 'view', 'copy', 'type', 'picked', 'unchanged', 'nudged', 'constant', 'drawn', 'fused', 'order', 'dropout'];
function total(parts) {
    let last = '';
    const lines = parts.map(([part, text]) => [last = part || last, text]).filter(([part]) => !RULES.includes(part));
    return /(?:\u2192|->|=)\s*(\S+)\s*$/.exec(lines.at(-1)?.[1] ?? '')?.[1] ?? null;
}

function check(name, stops, counts) {
    const wrong = [];
    for (const { place, step, tables, pointed } of stops) {
        for (const cell of pointed) {
            const result = cell.tables.find(({ role }) => role === 'result'), at = index(result, ...cell.at);
            const is = told(name, step || result.step, at), parts = pageParts(cell);
            counts.cells++;
            if (step === '') { counts.folded++; continue; } // of several operations, which the program tells one by one
            const [page, program_] = [textOf(cell.title, parts), textOf(is.title, is.parts)], differ = [...page].findIndex((sign, k) => sign !== program_[k]);
            if (page !== program_) wrong.push(`${place} [${at}]: "${page.slice(Math.max(differ - 40, 0), differ + 80)}", not "${program_.slice(Math.max(differ - 40, 0), differ + 80)}"`);
            if (!cell.title.endsWith(` = ${cell.value}`)) wrong.push(`${place} [${at}]: ${cell.title}, in the table ${cell.value}`);
            const sum = total(parts);
            if (sum !== null) counts.totals++;
            if (sum !== null && sum !== cell.value && !same(sum, cell.value)) wrong.push(`${place} [${at}]: the arithmetic ends in ${sum}, the table has ${cell.value}`);
            const constant = parts.some(([part]) => part === 'constant');
            for (const table of cell.tables.filter(({ role }) => role === 'input')) {
                const shown = tables.find((one) => one.role === 'input' && one.name === table.name);
                const from = cell.tables.filter(({ role, name: one }) => role === 'input' && one === table.name).flatMap((one) => one.from);
                const ok = framed({ ...table, from, cells: shown.cells }, is.formula, constant); // A @ A: one name, two tables
                if (ok === null) counts.vague++;
                else if (ok) counts.framed++;
                else wrong.push(`${place} [${at}]: of ${table.name} are framed ${JSON.stringify(table.from)}, the formula is ${is.formula}`);
            }
        }
    }
    return wrong;
}

// --- all lessons ---

const TRAINED = ['is-or-are', 'a-head-learns-to-copy', 'induction-head']; // a run takes long: fewer cells

async function lesson(name, counts) {
    await open(`file://${scratch}/course/index.html#lesson=${name}`);
    const stops = await run(walk, TRAINED.includes(name) ? 2 : 3);
    if (stops.error !== undefined) return tell(false, `${name}: ${stops.error}`);
    const trace = JSON.parse(program('trace', '--json', '--values', ...TRAINED.includes(name) ? [] : ['--all'], name));
    const events = new Map([...trace.events, ...trace.setup ?? []].map((event) => [String(event.n ?? event.number), event]));
    const { count, cells, wrong } = compare(stops, events);
    tell(count > 0 && wrong.length === 0, `${name}: ${count} tables, ${cells} cells, are those of the tape${wrong.slice(0, 3).map((one) => `; not ${one}`).join('')}`);
    const before = counts.cells, unlike = check(name, stops, counts);
    tell(counts.cells > before && unlike.length === 0, `${name}: ${counts.cells - before} cells are told and framed as the program tells them${unlike.slice(0, 3).map((one) => `; not ${one}`).join('')}`);
    return counts;
}

async function all() {
    const names = program('lessons').split('\n').map((line) => /^ *\d+ +(\S+)/.exec(line)?.[1]).filter(Boolean);
    const counts = { cells: 0, folded: 0, totals: 0, framed: 0, vague: 0 }, begun = Date.now();
    for (const name of process.env.LESSON?.split(',') ?? names) await lesson(name, counts);
    const { cells, totals, framed, vague } = counts;
    console.log(`${cells} cells pointed at, ${totals} totals, ${framed} tables framed as named, ${vague} in other words, in ${Math.round((Date.now() - begun) / 1000)} s`);
    if (process.env.LESSON === undefined) tell(framed > 9 * vague, 'nearly all formulas name their cells');
    await silent();
}

await within(all);
