// Shows the code of a cell: what is done now is lit, and all of it can be edited where it stands.
import { button, el } from './dom.mjs';
import { act, engine, mending, program } from './face.mjs';
import { edit } from './dialogs.mjs';

function editable(index, list) {
    const begin = () => {
        const cell = program.cells[index], rows = cell.text.split('\n').length;
        const field = el('textarea', { class: 'inline', rows: Math.min(rows + 1, 24), spellcheck: 'false', 'aria-label': 'the code of this cell' });
        field.value = mending?.index === index ? mending.text : cell.text;
        const run = () => editCell(index, field.value), leave = () => box.replaceWith(whole);
        field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
            if (event.key === 'Escape') leave();
        });
        const box = el('div', { class: 'cell' }, field, el('div', { class: 'row' },
            button('Run it', run, { class: 'go', title: 'Ctrl and Enter' }), button('Leave it', leave)));
        whole.replaceWith(box);
        field.focus();
    };
    const whole = el('div', { class: 'cell', 'data-cell': index }, list, button('Edit', begin, { class: 'edit' }));
    return whole;
}

// The text with another cell in it: cells stand in it one behind the other.
async function editCell(index, fresh) {
    const { text } = await engine.call({ what: 'text' });
    let at = 0;
    for (let k = 0; k <= index; k++) {
        const cell = program.cells[k];
        if (!cell.code) continue;
        at = text.indexOf(cell.text, at);
        if (at < 0) return edit();
        if (k < index) at += cell.text.length;
    }
    const old = program.cells[index].text, end = old.endsWith('\n') && !fresh.endsWith('\n') ? '\n' : ''; // what follows has its own line
    return act({ what: 'edit', text: text.slice(0, at) + fresh + end + text.slice(at + old.length), lines: { index, text: fresh } });
}

// What was edited last and failed, where it stands.
export function editAgain() {
    const begins = mending !== null && document.querySelector(`[data-cell="${mending.index}"] .edit`);
    if (begins) begins.click(); else edit();
}

// Where a line goes on below, if it is too long: behind a comma or a bracket. A short row of a matrix stays whole, and -inf.
const WHOLE = /(\[[^[\]()\n]{1,28}\],?|-\w[\w.]*)/;
const behindSigns = (text) => text.match(/[^,(]+[,(]*|[,(]+/g)?.flatMap((part, k, all) => /[,(]$/.test(part) && !/^[)\]}]/.test(all[k + 1] ?? '') ? [part, el('wbr')] : [part]);
export const unbroken = (text) => text.split(WHOLE).map((part, k) => k % 2 === 1 && /,|^-/.test(part) ? el('span', { class: 'piece' }, part) : behindSigns(part));

const bytes = (line, column) => new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, column));

// A line of it; of the statement that is carried out the part is underlined.
function codeLine(line, number, at, shown) {
    const now = at !== null && number >= at.line && number <= at.end;
    const near = at !== null && number >= at.line - 1 && number <= at.end + 1;
    let text = [unbroken(line || ' ')];
    if (now && at.column !== undefined) {
        const start = number === at.line ? bytes(line, at.column).length : line.length - line.trimStart().length;
        const end = number === at.end ? bytes(line, at.to).length : line.length;
        text = [unbroken(line.slice(0, start)), el('u', {}, unbroken(line.slice(start, end))), unbroken(line.slice(end))];
    }
    const lead = Math.min(line.length - line.trimStart().length, 12);
    return el('li', { class: now ? 'now' : near ? 'near' : null, 'aria-current': now ? 'step' : null },
        el('i', { 'aria-hidden': 'true' }, String(shown)), el('span', { style: `--lead:${lead + 4}ch` }, text));
}

const openedCells = new WeakSet(); // cells that only set up, and were opened

// A cell that only sets up is a line until it is opened; it is open where something of it is done now.
function setUp(cell, lines, now, shown) {
    if (!cell.folded) return shown;
    const keep = ({ target }) => target.open ? openedCells.add(cell) : openedCells.delete(cell);
    return el('details', { class: 'folded', open: now || openedCells.has(cell), ontoggle: keep }, el('summary', {}, `set-up, ${lines} line${lines === 1 ? '' : 's'}`), shown);
}

export function code(index, at) {
    const cell = program.cells[index];
    if (cell === undefined || !cell.code) return null;
    const lines = cell.text.replace(/\n+$/, '').split('\n');
    const from = Math.max(0, lines.findIndex((line) => line.trim() !== ''));
    const here = at !== null && at.cell === index ? at : null;
    return setUp(cell, lines.length - from, here !== null, editable(index, el('ol', { class: 'code', tabindex: 0, 'aria-label': 'code' }, lines.slice(from).map((line, k) => {
        const number = from + k + 1;
        return codeLine(line, number, here, cell.line > 1 ? cell.line + number - 1 : number);
    }))));
}

// What is done now is seen, in the middle of its code.
export function showLine() {
    const now = document.querySelector('li.now'), list = now?.closest('ol');
    if (now) list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
}
