// Opens files beside the code in Chromium, dropped as a person drops them, chosen, and packed: what is
// printed is what the native program prints.
//     node page_beside.mjs SCRATCH QKV       SCRATCH/course is what `qkv page --course` wrote, SCRATCH/many has files
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { open, tools } from './page_acts.mjs';
import { inspect, run, silent, tell, within } from './webdriver.mjs';

const [scratch, qkv] = process.argv.slice(2);
const many = `${scratch}/many`, course = `file://${scratch}/course/index.html#lesson=masks`;

const cells = ['import torch\nimport helper\nfrom pack import names\nw = torch.load("w.pth")\nprint(helper.double(w), names.WORDS)',
    's = torch.softmax(w @ w.T, dim=-1)\nprint(s)', 'print(open("data/words.txt").read())'];
writeFileSync(`${many}/mine.ipynb`, JSON.stringify({ metadata: {}, nbformat: 4, nbformat_minor: 5,
    cells: cells.map((source) => ({ cell_type: 'code', metadata: {}, execution_count: null, outputs: [], source })) }));
mkdirSync(`${scratch}/few`, { recursive: true });
const few = { 'one.py': 'import torch\nx = torch.ones(2)\ny = x + 1\n', 'two.py': 'import torch\nx = torch.ones(3)\ny = x + 2\n',
    'late.py': 'import torch\nfrom later import K\nx = torch.ones(2) * K\n', 'later.py': 'K = 7\n', 'note.txt': 'a note\n', 'opens.py': 'import torch\nt = open("note.txt").read()\nx = torch.ones(2)\ny = x * len(t)\n' };
for (const [name, text] of Object.entries(few)) writeFileSync(`${scratch}/few/${name}`, text);

const native = (file) => execFileSync(qkv, ['run', file, '--files', '.'], { cwd: many, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
const packs = (...words) => execFileSync(qkv, ['page', ...words, '--force'], { cwd: many, stdio: 'ignore' });

// Files and folders of the disk, let fall onto the middle of the page.
async function drop(...files) {
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await inspect('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
}

const act = async (script, ...args) => {
    const is = await run(`${tools} answer((async () => { ${script} })());`, ...args);
    if (is?.error !== undefined) throw new Error(is.error);
    return is;
};
const settled = (script) => act(`return await until(() => idle() && (${script}));`);
const said = () => act(`return (await until(() => document.querySelector('dialog[open]'))).innerText;`);
const main = () => act(`await until(idle); return document.getElementById('main').innerText;`);
const files = () => act(`
    button('Files').click();
    const names = [...document.querySelectorAll('.files code')].map((one) => one.textContent);
    document.querySelector('dialog').close();
    return names;`);

// What the last run printed, as the engine told it.
const printed = () => act('await until(idle); return window.printed;');
const watcher = `window.Worker = class extends Worker {
    constructor(...all) {
        super(...all);
        this.addEventListener('message', ({ data }) => { window.printed = data.program?.printed ?? window.printed; });
    }
};`;

async function all() {
    const wanted = native('mine.ipynb');
    await open(course);
    await drop(`${many}/mine.ipynb`, `${many}/helper.py`, `${many}/pack`, `${many}/w.pth`, `${many}/data`);
    await settled("opened('mine.ipynb')");
    const found = await printed();
    tell(found === wanted && wanted.length > 100, `a notebook, its modules and its data print what they print natively${found === wanted ? '' : `: ${found}`}`);
    const names = await files();
    tell(names.includes('pack/names.py') && names.includes('data/words.txt') && names.includes('w.pth'), `the list has them: ${names}`);

    packs('mine.ipynb', '--files', '.', '-o', `${scratch}/mine.html`);
    await open(`file://${scratch}/mine.html`);
    tell(await printed() === wanted, 'the same where they are packed');
    await act(`button('Files').click(); await changed(() => document.querySelector('[aria-label="Remove w.pth"]').click()); document.querySelector('dialog').close();`);
    tell((await main()).includes("No such file or directory: 'w.pth'"), 'a file that is taken away is gone');
    await drop(`${many}/w.pth`);
    await settled("!document.getElementById('main').innerText.includes('No such file')");
    tell(await printed() === wanted, 'and is there again when it is dropped');

    await open(course);
    await drop(many);
    await settled("opened('mine.ipynb')");
    tell(await printed() === wanted, 'the same of the folder that holds them all');
}

async function single() {
    await open(course);
    await drop(`${scratch}/few/late.py`);
    await settled("opened('late.py')");
    tell((await main()).includes('no later.py lies beside the program: drop it onto the page'), 'a module that is not there: what to do');
    await drop(`${scratch}/few/later.py`);
    await settled("!document.getElementById('main').innerText.includes('No module')");
    tell(await act(`while (!table('result')) await press(' '); return opened('late.py') && table('result').flat().join() === '7.0,7.0';`), 'it is dropped later, and lies beside the code');

    await open(course);
    await drop(`${scratch}/few/opens.py`);
    await settled("opened('opens.py')");
    tell((await main()).includes('no such file lies beside the program: drop it onto the page'), 'a file that is not there: what to do');
    await drop(`${scratch}/few/note.txt`);
    await settled("!document.getElementById('main').innerText.includes('No such file')");
    tell(await act(`while (!table('result')?.flat().includes('7.0')) await press(' '); return opened('opens.py');`), 'a text is dropped later, and opened');

    await open(course);
    await drop(`${scratch}/few/one.py`, `${scratch}/few/two.py`);
    tell((await said()).startsWith('Which of them is the program?'), 'two programs: it asks');
    await act(`button('two.py').click();`);
    await settled("opened('two.py')");
    tell((await files()).join() === 'one.py,two.py', 'the other one lies beside it');

    await open(course);
    await drop(`${scratch}/few/one.py`);
    await settled("opened('one.py')");
    await act(`
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = 'from later import K\\n' + field.value.replace('+ 1', '+ K');
        await changed(() => button('Run it').click());`);
    tell((await said()).includes('no later.py lies beside the program'), 'an edit that imports what is not there');
    await act(`document.querySelector('dialog').close(); await new Promise((later) => setTimeout(later, 200));`);
    await drop(`${scratch}/few/later.py`);
    await settled("document.querySelector('.message')?.textContent.startsWith('Run again as edited')");
    tell(await act(`while (!table('result')?.flat().includes('8.0')) await press(' '); return opened('one.py');`), 'runs when it is dropped');
}

async function hostile() {
    await open(course);
    for (const name of ['../x.py', '/etc/passwd', 'a/../../b.txt', `${'n'.repeat(300)}.py`, 'a//b', '.']) {
        const is = await act(`
            const [name] = arguments, file = new File(['x'], 'x'), files = new DataTransfer();
            Object.defineProperty(file, 'name', { value: name });
            files.items.add(file);
            const event = new DragEvent('drop', { bubbles: true, cancelable: true });
            Object.defineProperty(event, 'dataTransfer', { value: { items: [{ kind: 'file', getAsFile: () => file }] } });
            document.body.dispatchEvent(event);
            const text = (await until(() => document.querySelector('dialog[open] pre'))).textContent;
            document.querySelector('dialog').close();
            return text;`, name);
        tell(is === `${name.slice(0, 200)}: no file beside the code has such a name`, `a file called ${name.slice(0, 20)}: ${is}`);
    }
    const large = await act(`
        const file = { name: 'x.bin', size: 5e7 }, event = new DragEvent('drop', { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'dataTransfer', { value: { items: [{ kind: 'file', getAsFile: () => file }] } });
        document.body.dispatchEvent(event);
        return (await until(() => document.querySelector('dialog[open] pre'))).textContent;`);
    tell(large === 'beside the code of a page lie at most 1000 files of 32 MiB together, and these are 1 of 47.7 MiB', `files that are too large: ${large}`);
    tell((await files()).length === 0, 'none of them lies there');
}

await within(async () => {
    await inspect('Page.addScriptToEvaluateOnNewDocument', { source: watcher });
    await all();
    await single();
    await hostile();
    await silent();
});
