// Opens each of a list of programs in the page's engine, as the page does, and writes down what they printed:
//     node page.mjs ENGINE.wasm FOLDER <LIST      a path a line; FOLDER/N.out: what the N-th printed
// Then it asks for too much memory, and walks every lesson to its end, stop by stop, and says how many places there were.
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

// Before anything is open, and when what was asked for cannot be read, no call reaches into nothing.
engine = new Engine(compiled);
for (const what of ['open', 'key', 'line', 'code', 'anew', 'edit', 'point', 'source', 'choose', 'row', 'stop', 'prepare', 'table', 'text']) {
    let is;
    try { is = engine.call({ what, name: 'half.ipynb', text: '{' }).error; } catch (failure) { is = failure; }
    if (typeof is === 'string') continue;
    console.log(`FAIL ${what} of nothing: ${is}`);
    process.exitCode = 1;
}

// What no memory can hold is refused, also where the size in 32 bits would be a small one.
const torch = 'import torch\n', numpy = 'import numpy as np\n';
for (const code of [`${torch}torch.zeros(2**30)`, `${torch}torch.zeros(2**16, 2**16)`, `${torch}torch.zeros(2**31, dtype=torch.int64)`,
    `${torch}torch.arange(2**32 + 3)`, `${torch}torch.ones(3).repeat(2**32)`, `${numpy}np.zeros(2**31)`,
    's = "a" * (2**32 + 5)', 's = "ab" * (2**31 + 1)', 's = bytes(2**32 + 3)', 's = b"a" * (2**32 + 3)', 's = "a" * (2**32 - 1)',
    's = [1] * 2**29', 's = "a".ljust(2**32 + 3)', 's = "".join(["a" * 65536] * 65537)', 'import struct\ns = struct.pack("4294967297x")']) {
    engine = new Engine(compiled);
    let why;
    try { why = engine.call({ what: 'open', name: 'huge.py', text: `${code}\n` }).look.failure ?? 'it runs'; } catch (failure) { why = String(failure); }
    if (!/memory|MemoryError|OverflowError|bits|too long/.test(why)) {
        console.log(`FAIL ${JSON.stringify(code)}: ${why}`);
        process.exitCode = 1;
    }
}

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
