// The address says what is shown: a lesson, the numbers that were turned, the place. So it is there again when the page
// is loaded anew, and the browser's Back leads to the place before the last jump.
import { act, bringBack, busy, good, look, press, turned } from './face.mjs';
import { fail } from './dialogs.mjs';
import { needsFiles } from './files.mjs';
import { shared } from './links.mjs';

const OWN = `qkv-own ${location.pathname}`; // in the tab: code that is no lesson

// Beside a lesson's stops one stands at a step: of an aside, or of what no stop tells.
export const atStop = () => look?.stop !== undefined && !look.stop.between;

export const placeText = () => atStop() ? `stop-${look.stop.at + 1}` : look.step !== undefined ? `step-${look.step}` : '';
// The head and the cell that are looked at, and which move of a softmax that is open.
export function chosen() {
    const of = look.tensors?.find(({ role }) => role === 'result'), cell = look.stop?.reads ? undefined : look.cell;
    if (cell === undefined || of === undefined) return '';
    return `${['batch', 'head'].map((name) => of[name]?.at > 0 ? `&${name}=${of[name].at}` : '').join('')}&cell=${cell.row},${cell.column}${look.softmax ? `&part=${look.softmax.at + 1}` : ''}`;
}
export const settings = () => turned().map((text) => `&set=${encodeURIComponent(text)}`).join('');

// --- what is shown goes into the address ---

let begun, written = '', jumped = false, following = true;
let chose = false, choseAt = ''; // a cell, or a head; and the place at which one was chosen

const kind = () => good?.what === 'lesson' ? good.edited === undefined ? 'lesson' : 'edited' : good?.text === begun?.text ? 'start' : 'own';

const JUMPS = ['lesson', 'open', 'stop', 'row', 'source', 'task'];
export function moved({ what, text = '', hovers = false }) {
    jumped ||= JUMPS.includes(what) || (what === 'line' && /^:(stop )?s?\d/.test(text));
    chose ||= ['point', 'choose'].includes(what) && !hovers;
}

// Of a page that was opened the first place stays in the history, too.
export function stay() {
    const at = placeText(), here = `${look.title} ${at}`;
    if (chose) choseAt = here;
    chose = false;
    const cell = look.softmax || choseAt === here ? chosen() : '', all = `#${good?.what === 'lesson' ? `lesson=${encodeURIComponent(good.name)}&` : ''}at=${at}${cell}${settings()}`;
    const fresh = !following && (jumped || history.state?.first === true), first = written === '' || (history.state?.first === true && !fresh);
    jumped = false;
    if (at === '' || all === written) return;
    try {
        history[fresh ? 'pushState' : 'replaceState']({ of: kind(), first }, '', all);
        written = all;
    } catch { /* it was asked too often */ }
}

export function keepOwn(call) {
    try {
        if (['own', 'edited'].includes(kind()) && !needsFiles(call.name)) sessionStorage.setItem(OWN, JSON.stringify(call));
        else sessionStorage.removeItem(OWN);
    } catch { /* it is not kept */ }
}
// Another page of the same folder can have put anything there.
function ownKept() {
    try {
        const { what, name, text, edited } = JSON.parse(sessionStorage.getItem(OWN)), open = what === 'open';
        return typeof name !== 'string' || typeof (open ? text : edited) !== 'string' ? null : open ? { what, name, text } : { what: 'lesson', name, edited };
    } catch { return null; }
}

// --- the address leads to what is shown ---

async function openAsked(hash) {
    const name = hash.get('lesson'), state = history.state?.of, own = ownKept(), was = good ?? own; // a link that was pasted has no state
    const edited = state !== undefined && was?.edited !== undefined && was.name === name;
    const of = edited ? 'edited' : name !== null ? 'lesson' : state ?? (good === null ? 'start' : kind());
    const start = begun.text === undefined ? { what: 'lesson', name: begun.lesson } : { what: 'open', name: begun.name, text: begun.text };
    const numbers = hash.has('set') || of !== 'start' || good !== null ? hash.getAll('set') : [...begun.set ?? [], ...begun.seed !== undefined ? [`seed=${begun.seed}`] : []];
    if (good !== null && of === kind() && (name === null || name === good.name) && numbers.join() === turned().join()) return;
    await bringBack(of === 'lesson' && name !== null ? { what: 'lesson', name } : (['own', 'edited'].includes(of) && own) || start);
    if (good === null) return act(start); // what was asked for cannot be read
    for (const number of numbers) await act({ what: 'line', text: `:set ${number}` });
}

async function goTo(hash) {
    const at = /^(stop|step)-(s?\d+)$/.exec(hash.get('at') ?? hash.keys().next().value ?? ''), cell = /^(\d+),(\d+)$/.exec(hash.get('cell') ?? '');
    if (at !== null) await act({ what: 'line', text: at[1] === 'stop' ? `:stop ${at[2]}` : `:${at[2]}` });
    for (const name of ['head', 'batch']) if (/^\d+$/.test(hash.get(name) ?? '')) await act({ what: 'choose', heads: name === 'head', at: Number(hash.get(name)) });
    if (cell !== null) await act({ what: 'point', row: Number(cell[1]), column: Number(cell[2]) });
    await openMoves(Number(hash.get('part')));
}

async function openMoves(part) {
    if (part > 0 && look.parts && !look.softmax) await press('s');
    for (let k = 1; look.softmax && k < Math.min(part, look.softmax.parts.length); k++) await press(' ');
}

function follows(on) {
    following = on;
    document.body.toggleAttribute('data-follows', on);
}

// What is asked for: a lesson with its numbers, a place in it, a head, a cell; or code, which is shown and waits for a press.
async function lead(asked) {
    const hash = new URLSearchParams(asked.slice(1)), code = hash.get('code');
    follows(true);
    try {
        if (code === null || good === null) await openAsked(hash);
        if (code === null) await goTo(hash);
    } finally {
        follows(false);
    }
    if (code === null) return;
    history.replaceState(history.state, '', asked);
    written = '';
    await shared(code, hash.get('lesson'), () => goTo(hash)).catch(() => fail('This link is damaged: its code cannot be read.'));
}

export async function follow(start) {
    begun = start;
    await lead(location.hash);
}

// Another address, of this page: the browser's Back, a link that was pasted. It can come before the engine is there.
export async function arrive() {
    const asked = location.hash;
    if (asked === written || asked === '') return;
    while (busy || following) await new Promise((later) => setTimeout(later, 20));
    if (asked === location.hash && asked !== written) await lead(asked);
}
