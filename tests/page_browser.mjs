// The page in Chromium, driven by chromedriver: every lesson walked by keys to its end, its tables held against
// `qkv trace --json`, and what a person does (page_acts.mjs).
//     node page_browser.mjs SCRATCH QKV       SCRATCH/course is what `qkv page --course` wrote
import { execFileSync } from 'node:child_process';
import { acts, open, tools, walk } from './page_acts.mjs';
import { run, silent, sleep, tell, within } from './webdriver.mjs';

const [scratch, qkv] = process.argv.slice(2);

// --- every lesson, by keys, to its end ---

const number = (text) => ({ nan: NaN, NaN: NaN, inf: Infinity, '-inf': -Infinity, Infinity, '-Infinity': -Infinity, True: 1, False: 0, true: 1, false: 0 })[text] ?? Number(text);

// The values of a result on the tape, as a list of rows; null where the table shows a part of them.
function values(events, step) {
    const event = events.get(step), result = event?.outputs?.[0];
    if (result === undefined || result.shape.length > 2 || result.values === undefined) return null;
    const all = result.values.map?.((row) => Array.isArray(row) ? row : [row]) ?? [[result.values]];
    return result.shape.length === 2 ? result.values : result.shape.length === 1 ? [result.values] : all;
}

function same(rows, expected) {
    return rows.length <= expected.length && rows.every((row, r) => row.every((cell, c) =>
        Object.is(Math.fround(number(cell)) + 0, Math.fround(number(String(expected[r][c]))) + 0)));
}

async function lesson(name) {
    const trace = JSON.parse(execFileSync(qkv, ['trace', '--json', '--values', name], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }));
    const events = new Map(trace.events.map((event) => [String(event.n ?? event.number), event]));
    await open(`file://${scratch}/course/index.html#lesson=${name}`);
    const { seen, times, error } = await run(walk);
    if (error !== undefined) return tell(false, `${name}: ${error}`);
    const last = seen.at(-1).place.split(' of ');
    tell(last[0] === last[1], `${name} is walked to its end: ${seen.at(-1).place}`);
    tell(seen.every(({ text }) => text > 0), `${name} shows something everywhere`);
    let compared = 0, wrong = [];
    for (const { step, rows, place } of seen) {
        const expected = rows && step !== undefined ? values(events, step) : null;
        if (expected === null || rows.length === 0) continue;
        compared++;
        if (!same(rows, expected)) wrong.push(place);
    }
    tell(wrong.length === 0, `${name}: ${compared} tables are those of the tape${wrong.length > 0 ? `, not at ${wrong.join(', ')}` : ''}`);
    return times;
}

async function all() {
    let begun = Date.now();
    await open(`file://${scratch}/course/index.html`);
    console.log(`open: ${Date.now() - begun} ms`);
    const names = execFileSync(qkv, ['lessons']).toString().split('\n').map((line) => /^ *\d+ +(\S+)/.exec(line)?.[1]).filter(Boolean);
    const times = [];
    for (const name of names) times.push(...await lesson(name) ?? []);
    times.sort((a, b) => a - b);
    console.log(`a key: median ${times[times.length >> 1]?.toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`);
    for (const [what, script] of Object.entries(acts)) {
        if (!what.startsWith(' ')) await open(`file://${scratch}/course/index.html#lesson=masks`);
        else await sleep(300);
        const is = await run(`${tools} answer((async () => { ${script} })());`);
        tell(is === true, `${what}${is === true ? '' : `: ${JSON.stringify(is)}`}`);
    }
    await silent();
}

await within(all);
