// Runs a program in the page's engine with files beside it, and prints what it prints.
//
//     node page_files.mjs ENGINE.wasm FOLDER PROGRAM    all files of that folder, as if they were dropped
//     node page_files.mjs ENGINE.wasm PAGE.html         what the page was made with
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Engine } from '../src/web/face/engine.mjs';

const [wasm, from, program] = process.argv.slice(2);

function below(folder) {
    return readdirSync(folder, { recursive: true }).filter((name) => statSync(`${folder}/${name}`).isFile())
        .map((name) => [name, new Uint8Array(readFileSync(`${folder}/${name}`))]);
}

function packed(page) {
    const start = JSON.parse(/ id="start">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))[1]);
    const bytes = (list) => list?.map(([name, text]) => [name, new Uint8Array(Buffer.from(text, 'base64'))]);
    return { ...start, beside: bytes(start.beside), below: bytes(start.below) };
}

const files = program === undefined ? packed(from) : { beside: below(from), below: below(from) };
const { name, text } = program === undefined ? files : { name: program, text: readFileSync(`${from}/${program}`, 'utf8') };
const engine = new Engine(new WebAssembly.Module(readFileSync(wasm)));
engine.call({ what: 'files', ...files });
if (program !== undefined) {
    const names = files.below.map(([one]) => one);
    const { programs } = engine.call({ what: 'programs', names });
    if (!programs.includes(program)) console.log(`not the program: ${programs}`);
}
const told = engine.call({ what: 'open', name, text });
process.stdout.write(told.error ?? told.program.printed + (told.look.failure ?? ''));
