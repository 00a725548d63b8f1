// Links: to a step of a lesson and the cell that is looked at, or to code, which they hold.
import { button, el } from './dom.mjs';
import { act, engine, good, lessons, look, program } from './face.mjs';
import { close, dialog, fail } from './dialogs.mjs';

const LINK_MOST = 8000; // letters: longer addresses do not go through every mail
const LINKED_MOST = 1 << 20; // bytes of code: few letters can unpack to very many

async function through(bytes, way) {
    const parts = [], reader = new Blob([bytes]).stream().pipeThrough(way).getReader();
    for (let size = 0, part; !(part = await reader.read()).done; parts.push(part.value)) {
        size += part.value.length;
        if (size > LINKED_MOST) throw new Error('this is more than a link may hold');
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packed(value) {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('gzip'));
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('gzip'))));
}

// The head and the cell that are looked at.
function chosen() {
    const of = look.tensors?.find(({ role }) => role === 'result'), cell = look.stop?.reads ? undefined : look.cell;
    if (cell === undefined || of === undefined) return '';
    return `${['batch', 'head'].map((name) => of[name]?.at > 0 ? `&${name}=${of[name].at}` : '').join('')}&cell=${cell.row},${cell.column}`;
}

// To a step of a lesson; of other code, if it is short, with the code itself.
export async function copy() {
    let link = location.href.replace(/#.*/, '');
    if (lessons.some(({ name }) => name === good?.name) && good.what === 'lesson') link += `#lesson=${good.name}&at=${look.stop !== undefined ? `stop-${look.stop.at + 1}` : `step-${look.step}`}${chosen()}`;
    else {
        const { text } = await engine.call({ what: 'text' });
        const code = await packed({ name: program.file, text });
        if (code.length > LINK_MOST) return fail('This code is too long for a link. Send the file.');
        link += `#code=${code}`;
    }
    await navigator.clipboard?.writeText(link).catch(() => {});
    dialog('A link to this step', el('pre', {}, link), el('div', { class: 'row' }, button('Close', close, { class: 'go' })));
}

// Code from a link is shown, and runs only after a press.
export async function shared(code) {
    const { name, text } = await unpacked(code);
    const run = async () => { close(); await act({ what: 'open', name: String(name), text: String(text) }); };
    dialog(`Code from a link: ${name}`, el('pre', { tabindex: 0 }, String(text)),
        el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
}
