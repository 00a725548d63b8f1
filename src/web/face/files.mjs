// Takes files that lie beside the code: packed into the page, dropped onto it, or chosen. Code imports and
// opens them. Which of them is the program, the engine says; nothing is fetched.
import { $, button, el } from './dom.mjs';
import { act, draft, engine, ownText, program, reopen, textName } from './face.mjs';
import { close, dialog, fail } from './dialogs.mjs';
import { bytes_of } from './wire.mjs';

const imported = new Map(), opened = new Map(); // names and bytes
let called; // the folder of --files

export const filesThere = () => new Set([...imported.keys(), ...opened.keys()]).size;

export const needsFiles = (program) => [...imported.keys(), ...opened.keys()].some((name) => name !== program);

export async function giveFiles() {
    $('files').textContent = filesThere() > 0 ? `Files (${filesThere()})` : 'Files';
    await engine.call({ what: 'files', beside: [...imported], below: [...opened], reads: called });
}

// What the page was made with.
export async function unpackFiles({ beside = [], below = [], reads }) {
    called = reads;
    for (const [name, packed] of beside) imported.set(name, bytes_of(packed));
    for (const [name, packed] of below) opened.set(name, bytes_of(packed));
    if (filesThere() > 0) await giveFiles();
}

// --- what is dropped or chosen: names with their files ---

async function inside(entry) {
    if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((done, failed) => entry.file(done, failed))]];
    const reader = entry.createReader(), all = [];
    for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length > 0;) {
        for (const one of some) all.push(...await inside(one));
    }
    return all;
}

// The same where a browser has handles: Chromium reads no entries for a page that is a file.
async function below(handle, name) {
    if (handle.kind === 'file') return [[name, await handle.getFile()]];
    const all = [];
    for await (const one of handle.values()) all.push(...await below(one, `${name}/${one.name}`));
    return all;
}

// All that is asked of an item is asked at once: later it has nothing any more.
async function ofItem(item) {
    const file = item.getAsFile(), entry = item.webkitGetAsEntry?.() ?? null, handle = entry?.isDirectory ? item.getAsFileSystemHandle?.() : undefined;
    if (!entry?.isDirectory) return [[file.name, file]];
    return handle !== undefined ? below(await handle, entry.name) : inside(entry);
}

const gathered = ({ items }) => Promise.all([...items].filter(({ kind }) => kind === 'file').map(ofItem)).then((lists) => lists.flat());

export const droppedFiles = (transfer) => gathered(transfer).then(bring).catch((failure) => fail(String(failure.message)));

// --- where they go ---

function layThere(all) {
    for (const [name, bytes] of all) {
        imported.set(name, bytes);
        opened.set(name, bytes);
    }
}

function takeAway(all) {
    for (const [name] of all) {
        imported.delete(name);
        opened.delete(name);
    }
}

async function demand(call) {
    const answer = await engine.call(call);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
}

// The code that stays open, if it is a person's own.
function openCode(names) {
    const text = draft ?? ownText();
    return text === null || names.includes(program.file) ? {} : { name: textName(), text };
}

async function programsOf(all) {
    const names = all.map(([name]) => name);
    layThere(all);
    await giveFiles();
    return demand({ what: 'programs', names, ...openCode(names) });
}

// What lies in the one folder that was brought, unless that is a package.
function unfolded(all) {
    const folder = `${all[0][0].split('/')[0]}/`;
    const alone = all.every(([name]) => name.startsWith(folder)) && !all.some(([name]) => name === `${folder}__init__.py`);
    return alone ? all.map(([name, bytes]) => [name.slice(folder.length), bytes]) : null;
}

async function read(all) {
    const names = new Set([...opened.keys(), ...all.map(([name]) => name)]);
    const sizes = new Map([...[...imported, ...opened].map(([name, { length }]) => [name, length]), ...all.map(([name, { size }]) => [name, size])]);
    await demand({ what: 'fits', names: [...names], at: [...sizes.values()].reduce((sum, size) => sum + size, 0) });
    return Promise.all(all.map(async ([name, file]) => [name, new Uint8Array(await file.arrayBuffer())]));
}

function run(name) {
    close();
    return act({ what: 'open', name, text: new TextDecoder().decode(imported.get(name)) });
}

// What is open runs anew, with what lies beside it now.
function runAgain() {
    close();
    if (draft !== null) return act({ what: 'edit', text: draft });
    return ownText() !== null ? reopen() : listFiles();
}

function which(programs) {
    dialog('Which of them is the program?', el('ol', { class: 'lessons' }, programs.map((name) => el('li', {}, button(name, () => run(name))))),
        el('div', { class: 'row' }, button('None: they lie beside the code', runAgain)));
}

async function bring(listed) {
    const all = listed.filter(([name]) => !/[/][.](?![.]?([/]|$))/.test(`/${name}`)); // hidden ones stay away
    if (all.length === 0) return;
    const fresh = await read(all), within = unfolded(fresh);
    let told = await programsOf(fresh);
    if (told.programs.length === 0 && !told.used && within !== null) {
        takeAway(fresh);
        const other = await programsOf(within);
        if (other.programs.length > 0) told = other;
        else {
            takeAway(within);
            layThere(fresh);
            await giveFiles();
        }
    }
    if (told.programs.length > 1) which(told.programs);
    else await (told.programs.length === 1 ? run(told.programs[0]) : runAgain());
}

// --- the list ---

const sizeText = (size) => size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;

function chooser(label, traits) {
    const input = el('input', { type: 'file', multiple: true, hidden: true, 'aria-label': label, ...traits,
        onchange: () => bring([...input.files].map((file) => [file.webkitRelativePath || file.name, file])).catch((failure) => fail(failure.message)) });
    return [input, button(label, () => input.click())];
}

export function chooseFiles() {
    const [input] = chooser('Open');
    $('tools').querySelector('input')?.remove();
    $('tools').append(input);
    input.click();
}

export function listFiles() {
    const remove = async (name) => {
        takeAway([[name]]);
        await giveFiles();
        if (ownText() !== null) await reopen();
        listFiles();
    };
    const all = new Map([...imported, ...opened]);
    dialog('Files beside the code', el('p', {}, 'The code imports and opens what lies here. Drop files or folders onto the page, or choose them: they stay in this page.'),
        el('div', { class: 'row' }, chooser('Choose files'), chooser('Choose a folder', { webkitdirectory: true }), button('Close', close, { class: 'go' })),
        all.size === 0 ? el('p', {}, 'Nothing yet.') : el('ul', { class: 'files' }, [...all].map(([name, { length }]) => el('li', {},
            el('code', {}, name), el('small', {}, sizeText(length)), button('Remove', () => remove(name), { 'aria-label': `Remove ${name}` })))));
}
