// The page in Chromium, driven by chromedriver: every lesson walked by keys to its end, its tables held against
// `qkv trace --json`, and what a person does (page_acts.mjs).
//     node page_browser.mjs SCRATCH QKV       SCRATCH/course is what `qkv page --course` wrote
import { execFileSync } from 'node:child_process';
import { acts, open, tools, walk } from './page_acts.mjs';
import { inspect, run, silent, sleep, tell, within } from './webdriver.mjs';

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

// --- motion: it ends in what stands there without it, and no key waits for it ---

const motions = `${tools}
answer((async () => {
    const shown = [], frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    let moved = 0, ended = true;
    for (let k = 0; k < 9; k++) {
        await press(' ');
        await frame();
        const motions = document.getAnimations().filter(({ playState }) => playState === 'running');
        moved += motions.length > 0 ? 1 : 0;
        await Promise.allSettled(motions.map(({ finished }) => finished));
        await frame();
        shown.push(document.getElementById('main').innerHTML);
    }
    for (let k = 0; k < 3; k++) {
        await press('p');
        await frame();
        const motions = document.getAnimations();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true, cancelable: true }));
        ended &&= motions.every(({ playState }) => playState !== 'running');
        await until(() => document.querySelector('.place'));
    }
    return { shown, moved, ended };
})());`;

async function moves(name, stop) {
    const seen = [];
    for (const value of ['no-preference', 'reduce']) {
        await inspect('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
        await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
        seen.push(await run(motions));
    }
    await inspect('Emulation.setEmulatedMedia', { features: [] });
    const [moving, still] = seen, other = moving.shown.findIndex((text, k) => text !== still.shown[k]);
    tell(moving.moved > 1 && still.moved === 0, `${name} moves (${moving.moved} steps), but not for who wants none (${still.moved})`);
    tell(other < 0, `${name}: each motion ends in the tables that stand there without it${other < 0 ? '' : `, not ${other}`}`);
    tell(moving.ended, `${name}: a key ends a motion at once`);
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
    await moves('weight-splits', 8);
    await moves('masks', 3);
    await silent();
}

await within(all);
