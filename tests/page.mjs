// Opens each of a list of programs in the page's engine, as the page does, and writes down what they printed:
//     node page.mjs ENGINE.wasm FOLDER <LIST      a path a line; FOLDER/N.out: what the N-th printed
// Then it walks every lesson to its end, stop by stop, and says how many places there were.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Engine } from '../src/web/face/engine.mjs';

const [wasm, folder] = process.argv.slice(2);
const compiled = new WebAssembly.Module(readFileSync(wasm));
let engine = new Engine(compiled);

readFileSync(0, 'utf8').split('\n').filter((line) => line !== '').forEach((path, k) => {
    let printed;
    try {
        const told = engine.call({ what: 'open', name: basename(path), text: readFileSync(path, 'utf8') });
        printed = told.error ?? told.program.printed;
    } catch (failure) {
        printed = `${failure}\n`;
        engine = new Engine(compiled);
    }
    writeFileSync(`${folder}/${k + 1}.out`, printed);
});

const { lessons } = new Engine(compiled).call({ what: 'lessons' });
for (const { name } of lessons) {
    engine = new Engine(compiled);
    let told = engine.call({ what: 'lesson', name });
    const stops = told.program.stops.length;
    for (let k = 1; k < stops; k++) told = engine.call({ what: 'key', key: 32 });
    if (told.error !== undefined || told.look.stop.at !== stops - 1) {
        console.log(`FAIL ${name}: ${told.error ?? `ends at stop ${told.look.stop.at + 1} of ${stops}`}`);
        process.exitCode = 1;
    }
}
console.log(`${lessons.length} lessons`);
