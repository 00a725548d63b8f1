// Runs what it is told in the engine for a browser, and says how many milliseconds of processor time each run took.
//
//     node bench_page.mjs ENGINE.wasm       a line in: arguments, then paths of files that they need, tabs between
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Host } from '../src/web/host.mjs';

const compiled = new WebAssembly.Module(readFileSync(process.argv[2]));
createInterface({ input: process.stdin }).on('line', (line) => {
    const [command, code, ...paths] = line.split('\t');
    const host = new Host([command, code], new Map(paths.map((path) => [basename(path), readFileSync(path)])));
    const begun = process.cpuUsage();
    const status = host.run(compiled);
    const { user, system } = process.cpuUsage(begun);
    if (status !== 0) throw new Error(host.text());
    console.log((user + system) / 1000);
});
