// Runs the engine that was built for a browser, under node.
//
//     node web.mjs ENGINE FOLDER < LIST
//
// LIST has a line for each run: its arguments, with tabs between them; one that names a file of this folder is
// given its bytes. The N-th run writes N.out (both streams) and N.status into FOLDER.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Host } from '../src/web/host.mjs';

const [engine, folder] = process.argv.slice(2);
const compiled = new WebAssembly.Module(readFileSync(engine));
readFileSync(0, 'utf8').split('\n').filter((line) => line !== '').forEach((line, n) => {
    const args = line.split('\t');
    const files = new Map(args.filter((name) => existsSync(name)).map((name) => [name, readFileSync(name)]));
    const host = new Host(args, files, { NO_COLOR: '1' });
    let status;
    try {
        status = host.run(compiled);
    } catch (error) {
        status = error.stack;
    }
    writeFileSync(`${folder}/${n + 1}.out`, host.text());
    writeFileSync(`${folder}/${n + 1}.status`, `${status}\n`);
});
