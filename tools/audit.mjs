// Do pages stand before axe-core and html-validate? Three lessons at several stops, with their dialogs, in dark and
// light, the laid-out page, sheets, and the course's texts, in Chromium. Both judges come from npm, into a folder that goes:
//     node tools/audit.mjs QKV         exit status 0: they find nothing
// To add a page: a row in `subjects`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { open, tools } from '../tests/page_acts.mjs';
import { go, inspect, run, tell, within } from '../tests/webdriver.mjs';

const qkv = resolve(process.argv[2] ?? 'build/qkv'), scratch = mkdtempSync(join(tmpdir(), 'audit-'));
const shell = (program, ...args) => execFileSync(program, args, { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });

const lessons = ['by-hand', 'masks', 'softmax-backwards'];
const press = (text) => `button('${text}').click(); await until(() => document.querySelector('dialog').open);`;

// What is looked at: a file that is made, or a place in the page and what is done there first.
const subjects = [
    { file: 'flat.html', made: ['page', 'masks', '--static'] },
    ...lessons.map((name) => ({ file: `sheet-${name}.html`, made: ['page', '--sheet', name, '--student', 'ada', '--secret', 'secret'] })),
    { file: 'course/index.html' },
    ...lessons.map((name) => ({ file: `course/${name}.html` })),
    ...lessons.flatMap((name) => [1, 2, 5, 9].map((stop) => ({ file: 'course/index.html', place: `lesson=${name}&at=stop-${stop}` }))),
    { file: 'course/index.html', place: 'lesson=masks&at=stop-5', act: "document.querySelector('.tensor[data-role=result] tbody td:not(.corner)')?.click();" },
    ...['Lessons', 'Code', 'Numbers', 'Link'].map((text) => ({ file: 'course/index.html', place: 'lesson=masks&at=stop-5', act: press(text) })),
];

// Rules of the second judge that are not asked, and why.
const rules = {
    'no-inline-style': 'off', // a cell's color is its number
    'void-style': 'off', // a text is XML, too: <meta />
    'attribute-boolean-style': 'off', // open="", as it reads back
    'aria-label-misuse': ['error', { allowAnyNamable: true }], // a list of lines of code has a name
};

async function audit() {
    const npm = join(scratch, 'npm'), need = createRequire(join(npm, 'x.js'));
    shell('npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', npm, 'axe-core@4', 'html-validate@9');
    const axe = readFileSync(join(npm, 'node_modules/axe-core/axe.min.js'), 'utf8');
    const { HtmlValidate } = need('html-validate');
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules, root: true });
    for (const name of ['axe-core', 'html-validate']) console.log(`${name} ${need(`${name}/package.json`).version}`);
    shell(qkv, 'page', '--course', '-o', 'course');
    writeFileSync(join(scratch, 'secret'), 'correct horse battery staple\n');
    for (const { file, made } of subjects) if (made) shell(qkv, ...made, '-o', file);

    const look = async (what, text, theme) => {
        const found = await run(`${axe}; const done = arguments[arguments.length - 1];
            document.documentElement.dataset.theme = arguments[0];
            axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => done({ passes: passes.length,
                violations: violations.map(({ id, help, nodes }) => id + ': ' + help + ' at ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')) }),
                (why) => done({ passes: 0, violations: [String(why)] }));`, theme);
        tell(found.violations.length === 0 && found.passes > 0, `axe: ${what}, ${theme}: ${found.passes} rules hold${found.violations.map((line) => `\n    ${line}`).join('')}`);
        if (text === undefined) return;
        const report = await validator.validateString(text);
        const messages = report.results.flatMap(({ messages }) => messages);
        tell(messages.length === 0, `html-validate: ${what}${[...new Set(messages.map(({ ruleId, message, line, column }) => `\n    ${ruleId}: ${message} (${line}:${column})`))].slice(0, 8).join('')}`);
    };
    // What fades in is not judged half-way.
    await inspect('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    for (const { file, place, act } of subjects) {
        const what = `${file}${place ? `#${place}` : ''}${act ? `, ${/'(\w+)'/.exec(act)?.[1] ?? act}` : ''}`, url = `file://${scratch}/${file}`;
        if (place === undefined) {
            await (file.endsWith('index.html') ? open : go)(url);
            await look(what, readFileSync(join(scratch, file), 'utf8'), 'light');
            continue;
        }
        await open(`${url}#${place}`);
        await run(`${tools} answer((async () => { ${act ?? ''} })());`);
        // What stands there, without the engine.
        const text = await run(`const all = document.documentElement.cloneNode(true);
            all.querySelectorAll('script').forEach((script) => { script.textContent = ''; });
            arguments[0]('<!DOCTYPE html>' + all.outerHTML);`);
        for (const theme of ['light', 'dark']) await look(what, theme === 'light' ? text : undefined, theme);
    }
}

try {
    await within(async (browser) => { console.log(browser); await audit(); });
} finally {
    rmSync(scratch, { recursive: true });
}
