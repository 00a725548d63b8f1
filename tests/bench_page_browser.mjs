// Measures what a reader of the page waits for, in Chromium: from opening to the first step, and for each
// key.
//     node bench_page_browser.mjs INDEX LESSON ...       INDEX: the page of `qkv page --course`
// Prints JSON: milliseconds of each opening, and of each key of the lessons, which are walked to their ends: by one who
// read the title first, while the questions were made, and then holds the key down.
import { open, tools, walk } from './page_acts.mjs';
import { run, within } from './webdriver.mjs';

const OPENINGS = 7, APART = 33; // milliseconds between keys: a held key comes 30 times a second
const [index, ...lessons] = process.argv.slice(2);

await within(async () => {
    const openings = [], keys = {};
    for (let k = 0; k < OPENINGS; k++) {
        await open(`file://${index}`);
        openings.push(await run('arguments[0](Number(document.body.dataset.ready));'));
    }
    for (const name of lessons) {
        await open(`file://${index}#lesson=${name}`);
        await run(`${tools} answer(until(() => document.body.dataset.prepared !== undefined));`);
        keys[name] = (await run(walk, APART)).times;
    }
    console.log(JSON.stringify({ openings, keys }));
});
