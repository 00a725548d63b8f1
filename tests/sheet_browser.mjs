// Fills in sheets in a browser: each lesson is filled in by one student who is right everywhere, by one who
// is wrong everywhere, and by one who answers every second question. What the page saves must be the template
// with these answers in it, byte for byte, and `qkv grade` must give all points, none, and those of the half.
//     node sheet_browser.mjs SCRATCH QKV [BROWSER]
// SCRATCH has secret, class.csv, pages of/LESSON/ID.html and keys on/LESSON. Firefox and WebKit fill in two
// lessons; there the file is read from the page, not from the downloads.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { ask, go, inspect, keys, run, silent, sleep, tell, within } from './webdriver.mjs';

const [scratch, qkv, browser = 'chromium'] = process.argv.slice(2);
const read = (path) => readFileSync(`${scratch}/${path}`, 'utf8');
const inPage = (script, ...args) => run(`const done = arguments[arguments.length - 1]; ${script}`, ...args);

// --- what the teacher has ---

// Rows of a CSV file as objects, by its first row.
function table(text) {
    const rows = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
        rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
        if (end === '\n') rows.push([]);
        if (end === '') break;
    }
    const [head, ...rest] = rows.filter((row) => row.length > 1);
    return rest.map((row) => Object.fromEntries(head.map((name, k) => [name, row[k]])));
}

// The mended code of a bug stands in its solution.
function mended(keys, student, exercise) {
    const own = keys.split(/^# /m).find((sheet) => sheet.split('\n')[2]?.startsWith(student));
    const question = own.split(/^## /m).find((text) => text.includes(`. ${exercise} (`));
    return /~~~python\n([^]*?)~~~/.exec(question.slice(question.indexOf('**Key:**')))[1];
}

function right({ kind, exercise, key, student }, keys) {
    if (kind === 'bug') return { answer: /line \d+/.exec(key)[0], code: mended(keys, student, exercise) };
    return kind === 'code' ? { code: key.replace(/\n*$/, '\n') } : { answer: key };
}

// Nothing that could get a share of the points.
function wrong({ kind, key }, fields) {
    if (kind === 'code') return { code: 'nothing = 0\n' };
    if (kind === 'shape') return { answer: '(97, 97, 97, 97, 97, 97, 97)' };
    if (kind === 'cell') return { answer: String(Number.isFinite(Number(key)) ? Number(key) + 7.5 : 7.5) };
    if (kind === 'order') return { answer: key.split(' ').reverse().join(' ') };
    const taken = kind === 'bug' ? key.match(/\d+/g).map((line) => `line ${line}`) : key.split(' ');
    const other = fields.filter((field) => !taken.includes(field));
    return kind === 'bug' ? { answer: other[0], code: 'nothing = 0\n' } : { answer: key.length === 1 ? other[0] : other.join(' ') };
}

// The template as a person fills it in with an editor.
function byHand(template, answers) {
    let text = template;
    for (const [name, { answer, code }] of Object.entries(answers)) {
        if (answer !== undefined) text = text.replace(`\n${name}:\n`, () => `\n${name}: ${answer}\n`);
        if (code !== undefined) text = text.replace(new RegExp(`(\n${name}:[^\n]*\n\`\`\`python\n)[^]*?(\`\`\`\n)`), (all, front, end) => front + code + end);
    }
    return text;
}

// --- what a student does ---

async function open(page) {
    await go(`file://${scratch}/${page}`);
    for (let k = 0; k < 200 && !await inPage('done(document.body.dataset.ready !== undefined)'); k++) await sleep(20);
}

// Presses what is pressed, types what is typed.
const fill = (answers) => inPage(`
    for (const [name, { answer, code }] of Object.entries(arguments[0])) {
        const question = document.getElementById('q-' + name);
        const type = (field, text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };
        const slot = question.querySelector('[data-slot="' + name + '"]');
        if (answer !== undefined && slot.tagName === 'INPUT') type(slot, answer);
        else if (answer?.startsWith('line')) slot.querySelector('[value="' + answer + '"]').click();
        else if (answer !== undefined) answer.split(' ').forEach((letter) => slot.querySelector('[value="' + letter + '"]').click());
        if (code !== undefined) type(question.querySelector('textarea'), code);
    }
    done();`, answers);

const fields = (name) => inPage('done([...document.getElementById("q-" + arguments[0]).querySelectorAll("[data-slot] [value]")].map(({ value }) => value))', name);

const state = () => inPage('done(document.getElementById("file").textContent)');

// Presses the button, and waits for the file among the downloads.
async function save(folder, id) {
    const path = `${folder}/${id}.txt`;
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    if (browser !== 'chromium') writeFileSync(path, await state());
    else await inspect('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await inPage('document.getElementById("save").click(); done();');
    for (let k = 0; k < 500 && !(existsSync(path) && !existsSync(`${path}.crdownload`)); k++) await sleep(10);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

const words = (id) => inPage('done(document.getElementById(arguments[0]).textContent)', id);

function grade(lesson, folder) {
    const file = existsSync(`${scratch}/${lesson}.md`) ? `${lesson}.md` : lesson;
    execFileSync(qkv, ['grade', file, folder, '--secret', 'secret', '--class', 'class.csv', '-o', `${folder}.csv`, '--force'], { cwd: scratch, stdio: 'ignore' });
    return table(readFileSync(`${folder}.csv`, 'utf8'));
}

// --- every lesson, three students ---

async function lesson(name) {
    const keys = table(read(`on/${name}/keys.csv`)), solutions = read(`on/${name}/keys.md`), folder = `${scratch}/in/${name}`;
    const done = {};
    for (const id of ['right', 'wrong', 'half']) {
        const rows = keys.filter(({ student }) => student === id);
        await open(`of/${name}/${id}.html`);
        done[id] = {};
        for (const [k, row] of rows.entries()) {
            if (id === 'half' && k % 2 === 1) continue;
            done[id][row.exercise] = id === 'wrong' ? wrong(row, await fields(row.exercise)) : right(row, solutions);
        }
        await fill(done[id]);
        const answered = Object.keys(done[id]).length, wanted = byHand(read(`on/${name}/sheets/${id}.txt`), done[id]);
        tell(await words('count') === `${answered} of ${rows.length} answered`, `${name}, ${id}: ${await words('count')}`);
        tell(await save(folder, id) === wanted, `${name}, ${id}: the file is the template with the answers`);
    }
    const marks = grade(name, folder);
    for (const { student, exercise, points, maximum, status, reason } of marks) {
        const answered = done[student][exercise] !== undefined;
        const want = student === 'wrong' || !answered ? 0 : Number(maximum);
        const fits = Number(points) === want && (answered || status === 'missing');
        tell(fits, `${name}, ${exercise}, ${student}: ${points} of ${maximum}, ${status}${fits ? '' : `: ${reason}`}`);
    }
    tell(marks.length === keys.length, `${name}: ${marks.length} marks`);
}

// --- what else a page does ---

async function masks() {
    const template = read('on/masks/sheets/right.txt'), folder = `${scratch}/else`;
    await inspect('Emulation.setDeviceMetricsOverride', { width: 360, height: 740, deviceScaleFactor: 1, mobile: true });
    await open('of/masks/right.html');
    const filled = await state();
    tell(filled !== template, 'what was typed is there again');
    await ask('POST', '/refresh', {});
    tell(await state() === filled, 'and after a reload');
    await open('of/masks/half.html');
    tell(await state() === read('in/masks/half.txt'), 'each sheet has its own answers');
    await open('of/masks/right.html');
    await inPage('window.confirm = () => true; document.getElementById("empty").click(); done();');
    tell(await state() === template, 'an emptied sheet is the template');
    tell(await save(folder, 'right') === template, 'and so is its file');
    tell((await words('open')).startsWith('10 questions are still open: 1, 2, 3'), await words('open'));
    await fill({ 'write-a-mask': { code: '```python\ndef f():\n    return 1\n```' } });
    tell((await save(folder, 'right')).includes('```python\ndef f():\n    return 1\n```\n\n# 10.'), 'fences that were pasted with the code are left out');
    await fill({ 'write-a-mask': { code: '' }, 'shape-of-padding': { answer: ' ' } });
    tell(await state() === template, 'what is emptied is open again');
    await fill({ 'mask-in-order': { answer: 'c a b a' }, 'what-true-means': { answer: 'b' } });
    tell((await state()).includes('mask-in-order: c b\n') && await words('count') === '1 of 10 answered', 'a step that is pressed twice is out of the order again');
    await inPage('document.querySelector("#q-mask-in-order .clear").click(); document.querySelector("#q-what-true-means .clear").click(); done();');
    tell(await state() === template, 'an order and a choice are taken back');
    writeFileSync(`${scratch}/edited.txt`, template.replace('mask-in-order:', 'mask-in-order: b,a,x'));
    for (const [file, wanted, said] of [['in/masks/right.txt', filled, 'stand in the sheet'], ['in/masks/half.txt', filled, 'not of this sheet'],
        ['edited.txt', template, '; 1 could not be read'], ['on/masks/sheets/right.txt', template, 'stand in the sheet.']]) {
        await inPage('document.getElementById("earlier").value = ""; done();');
        const [field] = Object.values(await ask('POST', '/element', { using: 'css selector', value: '#earlier' }));
        await ask('POST', `/element/${field}/value`, { text: `${scratch}/${file}` });
        await sleep(200);
        tell(await state() === wanted && (await words('told')).includes(said), `${file} is opened: ${await words('told')}`);
    }
}

async function keyboard() {
    const [TAB, SPACE, DOWN, ENTER] = ['\ue004', ' ', '\ue015', '\ue007'];
    await inPage('document.querySelector("#questions").focus(); done();');
    await keys(TAB + TAB + SPACE + DOWN); // the table that the question shows is met first
    tell(/what-true-means: b\n/.test(await state()), 'a choice by keys');
    await inPage('document.querySelector("#q-still-ahead .lines input").focus(); done();');
    await keys(`${SPACE + DOWN + DOWN + TAB}if x:${ENTER}y${ENTER}${ENTER}`);
    tell(/still-ahead: line 3\n```python\nif x:\n    y\n    \n    table = /.test(await state()), 'a line by keys, and code behind it, indented');
    await inPage('document.querySelector("#q-mask-in-order button").focus(); done();');
    await keys(SPACE + TAB + TAB + ENTER);
    tell(/mask-in-order: a c\n/.test(await state()), 'an order by keys');
}

async function named() {
    const names = [];
    for (const found of await ask('POST', '/elements', { using: 'css selector', value: 'input, textarea, button:not([hidden], details button), [role=radiogroup], [role=group]' })) {
        const [id] = Object.values(found);
        names.push(await ask('GET', `/element/${id}/computedlabel`));
    }
    tell(names.length > 40 && names.every((name) => name.trim() !== ''), `all ${names.length} fields have a name`);
}

async function strange() {
    await inspect('Page.addScriptToEvaluateOnNewDocument', { source: 'Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } })' });
    await open('of/masks/half.html');
    tell((await words('kept')).includes('keeps nothing'), await words('kept'));
    await fill({ 'what-true-means': { answer: 'a' } });
    tell((await save(`${scratch}/else`, 'half')).includes('what-true-means: a\n'), 'without storage the file is saved all the same');
    const refused = await inPage('addEventListener("securitypolicyviolation", ({ violatedDirective }) => done(violatedDirective)); const s = document.createElement("script"); s.textContent = "window.bad = 1"; document.body.append(s);');
    tell(refused.startsWith('script-src') && await inPage('done(window.bad === undefined)'), 'no other script runs');
    tell(await inPage('fetch("https://x.invalid/").then(() => done(false), () => done(true))'), 'and nothing is fetched');
}

async function chromium() {
    for (const name of readdirSync(`${scratch}/of`)) await lesson(name);
    await masks();
    const wide = [];
    for (const name of readdirSync(`${scratch}/of`)) {
        await open(`of/${name}/half.html`);
        if (await inPage('done(document.documentElement.scrollWidth)') > 360) wide.push(name);
    }
    tell(wide.length === 0, `no page is wider than a telephone: ${wide}`);
    await open('of/masks/right.html');
    await keyboard();
    await named();
    await silent();
    await strange();
}

async function other() {
    for (const name of ['masks', 'several']) await lesson(name);
    await open('of/masks/right.html');
    tell(await state() === read('in/masks/right.txt'), 'what was typed is there again');
    await save(`${scratch}/else`, 'right');
    tell((await words('told')).startsWith('right.txt is among'), await words('told'));
    await open('of/masks/half.html'); // still-ahead and mask-in-order are open there
    await inPage('document.querySelector("#q-what-true-means .clear").click(); done();');
    await keyboard();
}

await within(browser === 'chromium' ? chromium : other, browser);
