// Drives the page in a browser that is named, from a file and from a server: three lessons walked by keys to
// their ends, and what a person does (page_acts.mjs), as in Chromium.
//     node page_others.mjs BROWSER SCRATCH       chromium, firefox or webkit; SCRATCH/course is the course
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { acts, open, stepped, tools, walk } from './page_acts.mjs';
import { keys, run, sleep, tell, within } from './webdriver.mjs';

const [kind, scratch] = process.argv.slice(2);
const notebook = readFileSync(new URL('page/small_gpt.ipynb', import.meta.url), 'utf8');
const LESSONS = ['masks', 'two-heads', 'block'];

const server = createServer((asked, answer) => {
    try {
        const page = readFileSync(`${scratch}/course${new URL(asked.url, 'http://x').pathname}`);
        answer.writeHead(200, { 'content-type': 'text/html' }).end(page);
    } catch {
        answer.writeHead(404).end();
    }
});

async function lesson(course, name) {
    await open(`${course}#lesson=${name}`);
    const { seen, error } = await run(walk);
    if (error !== undefined) return tell(false, `${name}: ${error}`);
    const [at, of] = seen.at(-1).place.split(' of ');
    return tell(at === of && seen.every(({ text }) => text > 0), `${name} is walked to its end: ${seen.at(-1).place}`);
}

// Keys that the browser itself is given, as fast as it takes them.
async function pressed(course) {
    await open(`${course}#lesson=masks`);
    for (let k = 0; k < 4; k++) {
        await keys(' ');
        await run(`${tools} answer(until(() => idle()));`);
    }
    const is = await run(`${tools} answer(Promise.resolve(place()));`);
    tell(is === '5 of 25', `four keys lead to stop 5: ${is}`);
}

async function all(course, from) {
    console.log(`# ${from}`);
    for (const name of LESSONS) await lesson(course, name);
    await pressed(course);
    await open(course);
    const { places, last, wrong } = await run(stepped, 'small_gpt.ipynb', notebook);
    const [at, of] = last?.split(' of ') ?? [];
    tell(wrong === undefined && places > 20 && at === of, `a notebook is stepped to its end: ${wrong ?? `${places} places, ${last}`}`);
    for (const [what, script] of Object.entries(acts)) {
        if (!what.startsWith(' ')) await open(`${course}#lesson=masks`);
        else await sleep(300);
        let is;
        for (let k = 0; k < 3 && (is ?? null) === null; k++) { // a page that goes takes its script along
            is = await run(`${tools} answer((async () => { ${script} })());`).catch((gone) => k < 2 ? null : String(gone));
        }
        tell(is === true, `${what}${is === true ? '' : `: ${JSON.stringify(is)}`}`);
    }
}

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
await within(async (called) => {
    console.log(`# ${called}`);
    await all(`file://${scratch}/course/index.html`, 'from a file');
    await all(`http://127.0.0.1:${server.address().port}/index.html`, 'from a server');
}, kind);
server.close();
