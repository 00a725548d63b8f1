// Drives the page in Chromium, by chromedriver: every lesson walked by keys to its end, its tables held
// against `qkv trace --json`, and what a person does (page_acts.mjs).
//     node page_browser.mjs SCRATCH QKV               SCRATCH/course is what `qkv page --course` wrote
//     ACT=link node page_browser.mjs SCRATCH QKV      of what a person does that alone whose name holds "link"
import { execFileSync } from 'node:child_process';
import { acts, first, open, tools, touched, walk } from './page_acts.mjs';
import { go, inspect, keys, run, silent, sleep, tell, within } from './webdriver.mjs';

const [scratch, qkv] = process.argv.slice(2);

// Those that are asked for, with what goes on where they ended.
function asked(all, nameOf) {
    let on = false;
    return Object.entries(all).filter((entry) => on = nameOf(entry).startsWith(' ') ? on : nameOf(entry).includes(process.env.ACT ?? ''));
}

const names = execFileSync(qkv, ['lessons']).toString().split('\n').map((line) => /^ *\d+ +(\S+)/.exec(line)?.[1]).filter(Boolean);

// --- every lesson, by keys, to its end ---

const number = (text) => ({ nan: NaN, NaN: NaN, inf: Infinity, '-inf': -Infinity, Infinity, '-Infinity': -Infinity, True: 1, False: 0, true: 1, false: 0 })[text] ?? Number(text);

// The values of a result on the tape, as a list of rows; null where the table shows a part of them.
function values(events, step) {
    const event = events.get(step), result = event?.outputs?.[0];
    if (result === undefined || result.shape.length > 2 || result.values === undefined) return null;
    const all = result.values.map?.((row) => Array.isArray(row) ? row : [row]) ?? [[result.values]];
    return result.shape.length === 2 ? result.values : result.shape.length === 1 ? [result.values] : all;
}

const SIDE = 64; // columns that a table has at most, LOOK_SIDE of browser/look.h

function same(rows, expected) {
    return rows.length <= expected.length && rows.every((row, r) => row.length === Math.min(expected[r].length, SIDE) && row.every((cell, c) =>
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
    const rest = () => new Promise((later) => setTimeout(later, 350)); // who goes on sooner sees none
    let moved = 0, ended = 0, hurried = 0;
    for (let k = 0; k < 9; k++) {
        await rest();
        await press(' ');
        await frame();
        const motions = document.getAnimations().filter(({ playState }) => playState === 'running');
        moved += motions.length > 0 ? 1 : 0;
        await Promise.allSettled(motions.map(({ finished }) => finished));
        await frame();
        shown.push(document.getElementById('main').innerHTML);
    }
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let k = 0; k < 9; k++) {
        await rest();
        const begun = performance.now();
        await press('p');
        await frame();
        const moving = running().length > 0, again = changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })));
        if (moving) ended += running().length === 0 ? 1 : -99;
        await again;
        await frame();
        hurried += performance.now() - begun > 300 ? 0 : running().length; // a machine that is busy is late
        await rest();
        await press('p');
        await frame();
    }
    return { shown, moved, ended, hurried };
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
    tell(moving.ended > 0, `${name}: a key ends a motion at once (${moving.ended} times)`);
    tell(moving.hurried === 0, `${name}: a key that follows at once begins none: ${moving.hurried}`);
}

// --- without a mouse: a table is reached by keys alone, and each cell has the names of its row and column ---

const TAB = '\ue004', ESCAPE = '\ue00c', UP = '\ue013', RIGHT = '\ue014', DOWN = '\ue015';
const looked = `
const done = arguments[0], cell = document.activeElement, label = (scope) => [...document.querySelectorAll('[data-role=result] th[scope=' + scope + ']')].map((th) => th.textContent);
done({ here: cell.matches('[data-role=result] td.here'), at: [cell.dataset.row, cell.dataset.column].map(Number), text: cell.textContent, rows: label('row'), columns: label('col') });`;

async function reached(name, stop) {
    await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
    let presses = 0, from = await run(looked);
    for (; presses < 60 && !from.here; presses++) {
        await keys(TAB);
        from = await run(looked);
    }
    const up = from.at[0] > 0;
    for (const key of [RIGHT, up ? UP : DOWN]) {
        await keys(key);
        await run(`${tools} answer(until(idle));`);
    }
    const to = await run(looked), { nodes } = await inspect('Accessibility.getFullAXTree');
    const named = (role) => nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value);
    const focused = nodes.findLast(({ properties }) => properties?.some((of) => of.name === 'focused' && of.value.value));
    tell(from.here && to.here && to.at[0] === from.at[0] + (up ? -1 : 1) && to.at[1] === from.at[1] + 1, `${name}: Tab reaches a cell of the table (${presses}), arrows the next ones: ${from.at} to ${to.at}`);
    tell([['rowheader', to.rows], ['columnheader', to.columns]].every(([role, labels]) => labels.length > 1 && labels.every((text) => text !== '' && named(role).includes(text))),
        `${name}: its rows and columns are told by name: ${to.rows.slice(0, 3)}; ${to.columns.slice(0, 3)}`);
    tell(/cell/i.test(focused?.role?.value ?? '') && focused.name.value === to.text, `${name}: the cell is told as a cell: ${focused?.role?.value} ${focused?.name?.value}`);
}

// --- on a projector: every table is seen, and small ones are large ---

const seen = `${tools}
answer((async () => {
    if (document.documentElement.dataset.size !== 'large') button('Present').click();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const edge = document.querySelector('.right').getBoundingClientRect().bottom, all = [...document.querySelectorAll('.right .scroll')];
    const digits = parseFloat(getComputedStyle(document.querySelector('[data-role=result] td:not(.corner)')).fontSize);
    const told = [...document.querySelectorAll('.how [data-part=numbers], .how .numbers')].some((line) => line.offsetHeight > 0);
    return { told, out: all.filter((at) => at.getBoundingClientRect().bottom > edge).length, digits };
})());`;

// A lesson walked to its end on a projector: what is cut, with no way to scroll to it; what is printed below the edge, where
// it could stand above; a line that is done now and is not seen whole.
const cuts = `${tools}
answer((async () => {
    if (document.documentElement.dataset.size !== 'large') button('Present').click();
    const cut = [], box = (node) => node.getBoundingClientRect(), clips = /hidden|clip/;
    const within = (at, node) => box(at).top >= box(node).top - 1 && box(at).bottom <= box(node).bottom + 1;
    for (let last = ''; last !== place() && cut.length < 9;) {
        last = place();
        document.getAnimations().forEach((motion) => motion.finish());
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const main = document.getElementById('main'), bad = (what) => cut.push(last + ': ' + what);
        for (const at of main.querySelectorAll('p, li, pre, dd, h3, td')) {
            for (let over = at.parentElement; at.offsetHeight > 0 && over !== main; over = over.parentElement) {
                const { overflowY } = getComputedStyle(over);
                if (overflowY !== 'visible' && over.clientHeight < 20 && over.tagName !== 'THEAD') bad('squeezed: ' + at.textContent.slice(0, 30));
                if (clips.test(overflowY) && over.tagName !== 'THEAD' && !within(at, over)) bad('cut: ' + at.textContent.slice(0, 30));
            }
        }
        for (const half of main.children) if (half.offsetHeight > 0 && !within(half, main)) bad('below the edge: ' + half.className);
        const right = main.querySelector('.right'), printed = right.querySelector('.printed'), now = [...main.querySelectorAll('li.now')], list = now[0]?.closest('ol');
        if (printed && printed.scrollWidth > printed.clientWidth) bad('printed is scrolled sideways');
        if (printed && printed.offsetHeight < right.clientHeight / 2 && !within(printed, right)) bad('printed below the edge');
        if (now.length > 0 && now.length < 4 && !now.every((line) => within(line, list) && within(line, list.closest('.left, .right')))) bad('the line of now');
        if (last.split(' of ')[0] === last.split(' of ')[1]) break;
        await press(' ');
    }
    return { cut };
})());`;

async function projector() {
    await inspect('Emulation.setDeviceMetricsOverride', { width: 1600, height: 900, deviceScaleFactor: 1, mobile: false });
    for (const name of names) {
        await open(`file://${scratch}/course/index.html#lesson=${name}`);
        const { cut, error } = await run(cuts);
        tell(cut?.length === 0, `${name} on a projector: nothing is cut${cut?.length === 0 ? '' : `, but ${error ?? cut.join('; ')}`}`);
    }
    await open(`file://${scratch}/course/index.html#lesson=grouped-queries&at=stop-7`);
    const message = await run(`${tools} answer((async () => {
        await press('Y');
        const [line, left] = ['li.now', '.left'].map((at) => document.querySelector(at).getBoundingClientRect());
        return document.querySelector('.message') !== null && line.bottom <= left.bottom && line.bottom <= document.querySelector('ol.code').getBoundingClientRect().bottom; })());`);
    tell(message === true, `a message on a projector leaves the line of now whole${message === true ? '' : `: ${JSON.stringify(message)}`}`);
    for (const [name, stop, least] of [['masks', 15, 12], ['masks', 16, 15], ['masks', 4, 20], ['single-head', 4, 9]]) {
        await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
        const { out, digits, told, error } = await run(seen);
        tell(out === 0 && told && digits >= least, `${name}, stop ${stop} on a projector: all tables are seen, with digits of ${least} pixels, and the numbers of the formula: ${error ?? `${out} are not, ${digits}, ${told}`}`);
    }
    await inspect('Emulation.clearDeviceMetricsOverride', {});
    await run("sessionStorage.removeItem('qkv-size'); arguments[0](true);"); // what is opened next is no presenter's
}

// --- on a small laptop the result of a step stands on the first screen ---

const result = `${tools}
answer((async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const room = document.querySelector('.right').getBoundingClientRect(), table = document.querySelector('[data-role=result] .scroll'), of = table.getBoundingClientRect();
    return of.right <= room.right + 1 && table.clientWidth >= Math.min(table.scrollWidth, 160) && of.bottom <= room.bottom + 1 || JSON.stringify([of.bottom - room.bottom, of.right - room.right].map(Math.round));
})());`;

// A cell is pressed: its arithmetic stands above the edge, and the cell above that; Escape leaves both where they were.
const pressed = `${tools}
answer((async () => {
    const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))), box = (at) => document.querySelector(at).getBoundingClientRect();
    await frames();
    const natural = box('.how').bottom > box('nav.way').top, cells = [...document.querySelectorAll('[data-role=result] td[data-row]:not(.here)')];
    await changed(() => cells.find((cell) => cell.getBoundingClientRect().width > 0).click());
    await frames();
    const [how, cell, way] = ['.how', 'td.here', 'nav.way'].map(box);
    const there = how.top > 0 && how.height > 40 && how.bottom <= way.top + 1 && cell.bottom <= how.top && document.elementFromPoint(how.left + 30, how.bottom - 10).closest('.how') !== null;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return natural && there && box('.how').bottom > way.top || JSON.stringify([natural, how, cell, way.top]);
})());`;

// What the box of the pointed cell does, and whether it lies over that cell's row.
const box = `
const done = arguments[0], main = document.getElementById('main'), at = (node) => node.getBoundingClientRect();
const here = document.querySelector('td.here'), how = document.querySelector('.how'), [row, lies] = [at(here.closest('tr')), at(how)];
setTimeout(() => done({ cell: [here.dataset.row, here.dataset.column].join(), open: main.dataset.pointed !== undefined && getComputedStyle(how).position === 'sticky', whole: lies.height > 100, place: document.querySelector('.place').textContent,
    said: document.querySelector('#main .message')?.textContent, size: document.documentElement.dataset.size, covers: lies.top < row.bottom && lies.bottom > row.top && lies.left < row.right, over: lies.top < at(document.querySelector('[data-role=result] table')).bottom && lies.bottom > at(document.querySelector('[data-role=result] table')).top, sight: at(here).left >= at(here.closest('.scroll')).left && at(here).right <= at(here.closest('.scroll')).right }), 0);`;

const settledBox = async () => { await sleep(150); await run(`${tools} answer(until(idle));`); await sleep(100); return run(box); };
const middle = (at) => run(`const { left, right, top, bottom } = document.querySelector('[data-role=result] td[data-row="${at[0]}"][data-column="${at[1]}"]').getBoundingClientRect(); arguments[0]({ x: (left + right) / 2, y: (top + bottom) / 2 });`);
async function mouse(at, ...types) {
    const place = await middle(at);
    for (const type of ['mouseMoved', ...types]) await inspect('Input.dispatchMouseEvent', { type, ...place, ...type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 } });
    return settledBox();
}
const PRESS = ['mousePressed', 'mouseReleased'];

// A table is gone through by the mouse, then by keys while the pointer rests on it.
async function pointer() {
    await inspect('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await open(`file://${scratch}/course/index.html#lesson=single-head&at=stop-7`);
    const all = [];
    for (const at of [[1, 0], [2, 1], [3, 2], [0, 3]]) all.push({ at: at.join(), ...await mouse(at) });
    tell(all.every(({ at, cell, open: is, covers, over }) => at === cell && is && !covers && !over), `each row of scores is reached by the mouse, and the box lies over none of them: ${JSON.stringify(all)}`);
    await mouse([2, 1]);
    const first = await mouse([2, 1], ...PRESS), keyed = (await keys(RIGHT), await settledBox());
    tell(first.open && first.whole && !first.covers && first.cell === '2,1', `a press opens all of the box: ${JSON.stringify(first)}`);
    tell(keyed.cell === '2,2' && keyed.open && !keyed.covers, `a key goes on from there, where a pointer rests, too: ${JSON.stringify(keyed)}`);
    const left = (await keys(ESCAPE), await settledBox()), again = (await keys(ESCAPE), await settledBox()), next = (await keys(RIGHT), await settledBox());
    tell(!left.open && !again.open && again.said === null && next.place.startsWith('8 of'), `Escape shuts the box and leaves the cells; once more it has nothing to do: ${JSON.stringify([left, again, next])}`);
    await open(`file://${scratch}/course/index.html#lesson=single-head&at=stop-4`);
    const pointed = await mouse([1, 2]), kept = await mouse([1, 2], ...PRESS), shut = await mouse([1, 2], ...PRESS);
    tell(pointed.cell === '1,2' && kept.open && !shut.open, `a press on the cell that pointing opened keeps the box, one more shuts it: ${JSON.stringify([pointed, kept, shut])}`);
    await inspect('Emulation.setDeviceMetricsOverride', { width: 1600, height: 900, deviceScaleFactor: 1, mobile: false });
    await open(`file://${scratch}/course/index.html#lesson=window&at=stop-10`);
    await run(`${tools} button('Present').click(); answer(until(idle));`);
    const rows = [];
    for (const at of [[3, 1], [7, 4], [6, 2]]) rows.push({ at: at.join(), ...await mouse(at) });
    tell(rows.every(({ at, cell, open: is, over, size }) => at === cell && is && !over && size === 'large'), `... and on a projector: ${JSON.stringify(rows)}`);
    await run("sessionStorage.removeItem('qkv-size'); arguments[0](true);");
    await inspect('Emulation.setDeviceMetricsOverride', { width: 500, height: 800, deviceScaleFactor: 1, mobile: false });
    await open(`file://${scratch}/course/index.html#lesson=single-head&at=stop-4`);
    await run("document.querySelector('[data-role=result] .scroll').scrollIntoView({ block: 'center' }); arguments[0](true);");
    await mouse([1, 2]);
    await mouse([1, 2], ...PRESS);
    for (let k = 0; k < 7; k++) await keys(RIGHT).then(settledBox);
    const far = await settledBox(), scrolled = await run("arguments[0](document.querySelector('[data-role=result] .scroll').scrollLeft);");
    tell(far.cell === '1,9' && far.sight && scrolled > 0, `a key brings the cell that it goes to into sight: ${JSON.stringify([far, scrolled])}`);
    await inspect('Emulation.clearDeviceMetricsOverride', {});
}

async function laptop() {
    await inspect('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    for (const [name, stop] of [['masks', 15], ['single-head', 4], ['wrapper', 9], ['bmm', 13], ['d-model-64', 8], ['d-model-64', 14]]) {
        await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
        const is = await run(result);
        tell(is === true, `${name}, stop ${stop} on a small laptop: its result is in sight${is === true ? '' : `: ${is.error ?? is}`}`);
    }
    for (const [name, stop] of [['single-head', 4], ['d-model-64', 8]]) {
        await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
        const is = await run(pressed);
        tell(is === true, `${name}, stop ${stop} on a small laptop: the arithmetic of a cell that is pressed is in sight${is === true ? '' : `: ${is.error ?? is}`}`);
    }
    await inspect('Emulation.clearDeviceMetricsOverride', {});
}

// What a key has laid out, however fast the machine is: the sizes that are tried are few.
const LAYOUTS_MOST = 10;

async function thrift() {
    const counted = async () => (await inspect('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
    await inspect('Performance.enable');
    await inspect('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    for (const [name, stop] of [['single-head', 3], ['classes', 6], ['weight-splits', 9]]) {
        await open(`file://${scratch}/course/index.html#lesson=${name}&at=stop-${stop}`);
        const before = await counted();
        await run(`${tools} answer((async () => {
            await press(' ');
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))); })());`);
        const count = await counted() - before;
        tell(count <= LAYOUTS_MOST, `${name}, the key to stop ${stop + 1}: it is laid out ${count} times, at most ${LAYOUTS_MOST}`);
    }
    await inspect('Emulation.setEmulatedMedia', { features: [] });
}

// On a telephone, and on a narrower one.
async function touch() {
    for (const width of [390, 320]) {
        await inspect('Emulation.setDeviceMetricsOverride', { width, height: 844, deviceScaleFactor: 2, mobile: true });
        for (const [where, [what, script]] of asked(touched, ([, [what]]) => what)) {
            await open(`file://${scratch}/course/index.html#lesson=${where}`);
            const is = await run(`${tools} answer((async () => { ${script} })());`);
            tell(is === true, `${width} wide, ${what}${is === true ? '' : `: ${JSON.stringify(is)}`}`);
        }
    }
    await inspect('Emulation.clearDeviceMetricsOverride', {});
}

// Another address is asked for before the engine is there: the page goes to it when it is.
async function early() {
    const source = "addEventListener('DOMContentLoaded', () => setTimeout(() => { location.hash = '#lesson=softmax&at=stop-9'; }));";
    const { identifier } = await inspect('Page.addScriptToEvaluateOnNewDocument', { source });
    await go('about:blank');
    await open(`file://${scratch}/course/index.html#lesson=masks&at=stop-3`);
    await inspect('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await sleep(100);
    const is = await run(`${tools} answer((async () => { await until(idle); return document.getElementById('title').textContent + ', ' + place(); })());`);
    tell(/^[sS]oftmax.*, 9 of/.test(is), `an address that changes before the engine is there is gone to: ${is.error ?? is}`);
}

async function perform(scripts) {
    for (const [what, script] of asked(scripts, ([what]) => what)) {
        if (!what.startsWith(' ')) await open(`file://${scratch}/course/index.html#lesson=masks`);
        else await sleep(300);
        const is = await run(`${tools} answer((async () => { ${script} })());`);
        tell(is === true, `${what}${is === true ? '' : `: ${JSON.stringify(is)}`}`);
    }
}

async function all() {
    let begun = Date.now();
    await open(`file://${scratch}/course/index.html`);
    console.log(`open: ${Date.now() - begun} ms`);
    await perform(first);
    if (process.env.ACT === undefined) await lessons();
    if ('a projector'.includes(process.env.ACT ?? '')) await projector();
    if ('a small laptop'.includes(process.env.ACT ?? '')) await laptop();
    if ('the pointer'.includes(process.env.ACT ?? '')) await pointer();
    if ('an early address'.includes(process.env.ACT ?? '')) await early();
    if ('thrift of a key'.includes(process.env.ACT ?? '')) await thrift();
    await perform(acts);
    await touch();
    await silent();
}

// What is walked and looked at in each lesson, or in some.
async function lessons() {
    const times = [];
    for (const name of names) times.push(...await lesson(name) ?? []);
    times.sort((a, b) => a - b);
    console.log(`a key: median ${times[times.length >> 1]?.toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`);
    await moves('weight-splits', 8);
    await moves('masks', 3);
    await reached('masks', 5);
    await reached('weight-splits', 16);
}

await within(all);
