// Makes and reads links: to a step of a lesson and the cell that is looked at, or to code, which they hold.
import { button, el } from './dom.mjs';
import { chosen, placeText, settings } from './address.mjs';
import { act, bringBack, engine, good, lessons, look, textName } from './face.mjs';
import { close, dialog, fail } from './dialogs.mjs';
import { filesThere } from './files.mjs';

const LINK_MOST = 8000; // letters: longer addresses do not go through every mail
const LINK_LONG = 2000; // ... and those up to which all do, or nearly
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

// To a step of a lesson, with the numbers that were turned; of other code, if it is short, with the code itself.
export async function copy() {
    const place = `at=${placeText()}${chosen()}`;
    let link = location.href.replace(/#.*/, '');
    const lesson = good?.what === 'lesson' ? `lesson=${good.name}&` : '';
    if (lesson !== '' && good.edited === undefined) link += `#${lesson}${place}${settings()}`;
    else {
        const { text } = await engine.call({ what: 'text' });
        const code = await packed({ name: textName(), text });
        if (code.length > LINK_MOST) return fail('This code is too long for a link. Send the file.');
        link += `#${lesson}code=${code}&${place}`;
    }
    offer(link);
}

// Where there is no clipboard, or it takes nothing, the link is at least selected: then a person copies it.
async function toClipboard(text, node) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        getSelection().selectAllChildren(node);
        return document.execCommand('copy');
    }
}

function offer(link) {
    const shown = el('pre', { class: 'link', tabindex: 0 }, link), said = el('p', { role: 'status' });
    const take = async () => { said.textContent = await toClipboard(link, shown) ? 'It is copied.' : 'It is selected: copy it as any text.'; };
    dialog('A link to this step', shown,
        link.length > LINK_LONG ? el('p', {}, `It holds the code, and has ${link.length} letters. What shortens long links breaks it: if it does not arrive whole, send the file.`) : [],
        filesThere() > 0 ? el('p', {}, 'The files beside the code are not in it.') : [],
        el('div', { class: 'row' }, button('Copy', take, { class: 'go' }), button('Close', close), said));
}

// Code from a link is shown, and runs only after a press; over the lesson that was edited, if this page has it.
export async function shared(code, lesson, arrived) {
    const { name, text } = await unpacked(code), has = lessons.some((one) => one.name === lesson);
    const call = has ? { what: 'lesson', name: lesson, edited: String(text) } : { what: 'open', name: String(name), text: String(text) };
    const run = async () => { close(); await bringBack(call); await arrived(); };
    dialog(`Code from a link: ${name}`, el('pre', { tabindex: 0 }, String(text)),
        el('div', { class: 'row' }, button('Run it', run, { class: 'go' }), button('Leave it', close)));
}
