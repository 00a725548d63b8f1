// Opens files that mean harm, each in four ways: as a page, laid out, dropped onto the course, from a link.
// None may run a script, ask anything of the network, move the page, or say anything on the console; each is
// shown as text, or refused in a sentence.
//     node page_hostile.mjs SCRATCH QKV       SCRATCH/course is what `qkv page --course` wrote
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { open, tools } from './page_acts.mjs';
import { go, inspect, log, run, sleep, tell, within } from './webdriver.mjs';

const [scratch, qkv] = process.argv.slice(2);
const course = `file://${scratch}/course/index.html`;
const SCRIPTS = readFileSync(process.env.QKV_PAGE, 'utf8').split('<script').length - 1; // that a page is made of
const folder = new URL('page/hostile/', import.meta.url);
const asked = []; // of the network, whoever asked
const server = createServer((wire) => wire.on('data', (data) => {
    asked.push(String(data).split('\r\n')[0]);
    wire.end();
}).on('error', () => {}));

// --- the files ---

// What must stand somewhere on the way through a file, or what its run says at its end.
const shows = {
    'prose.md': ['</code><script>pwned = 10</script>', '</pre></textarea><script>pwned = 11</script>', 'The end of the prose is reached.'],
    'code.py': ['# </pre></code><script>pwned = 2</script><!-- <!--<script>', '# </textarea><script>pwned = 6</script> &lt;b&gt;'],
    'code.ipynb': ['# </script><script>pwned = 3</script>'],
    'magic.ipynb': ['y = x + 1'],
    'outputs.ipynb': ['y = x + 1'],
    'metadata.ipynb': ['y = x + 1'],
    'links.md': ['http://hostile.invalid/nine', 'The end of the links is reached.'],
    'pictures.md': ['The end of the pictures is reached.'],
    'style.md': ['</style><style>@import "http://hostile.invalid/f.css";', 'The end of the styles is reached.'],
    'svg.md': ['The end of the drawings is reached.'],
    'head.md': ['The end of the heads is reached.'],
    'attachments.ipynb': ['Behind the attachments.'],
    'bidi.md': ['\\u202epwned\\u202c', 'user\\u202e \\u2066# only an admin\\u2069 \\u2066', '\\u202e tnemmoc a', 'The end of the letters is reached.'],
    'names.py': ['hasOwnProperty = constructor @ __proto__', '__defineGetter__'],
    'axes.md': ['(B, __proto__, toString)', 'The end of the axes is reached.'],
    'plot.py': ['plt.title("</text><script>pwned = 1</script> <b> & ]]>")'],
    'exception.py': ['ValueError: </pre><script>pwned = 1; alert(1)</script><img src=x onerror=\'pwned = 2\'>'],
    'exercise.md': ['The end of the questions is reached.'],
    'endless.py': ['the run took more than 100000000 steps'],
    'steps.py': ['out of memory: '],
    'memory.py': ['out of memory: '],
    'tensor.py': ['out of memory: 3.638 TiB more were asked for'],
    'text.py': ['no memory left'],
    'output.py': ['the code printed more than 1048576 bytes'],
    'recursion.py': ['RecursionError: maximum recursion depth exceeded'],
};

const code = 'import torch\nx = torch.ones(2)\ny = x + 1\n';
const deep = (open, close, n) => open.repeat(n) + close.repeat(n);
const notebook = (cells) => JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });

// What is too long or too odd to lie in a repository: name, bytes, what is shown.
const made = [
    ['"><img src=x onerror="pwned = 1">.py', code, ['y = x + 1']],
    ["'-alert(1)-'<script>.md", `# Named\n\n\`\`\`python\n${code}\`\`\`\n`, ['y = x + 1']],
    ['__proto__.py', code, ['y = x + 1']],
    ['constructor', code, ['y = x + 1']],
    ['quotes.md', `# Quoted\n\n${'>'.repeat(5000)} deep\n\n${'- '.repeat(3000)}deep\n\n${deep('[', ']', 5000)}\n\n${deep('*a ', '*', 5000)}\n\nBehind all of it.\n\n\`\`\`python\n${code}\`\`\`\n`, ['Behind all of it.']],
    ['brackets.py', `x = ${deep('(', ')', 5000)}\n`, ['too many nested']],
    ['lists.py', `x = ${deep('[', ']', 150)}\n${code}`, ['y = x + 1']],
    ['deep.ipynb', `{"cells": ${deep('[', ']', 100000)}, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`, ['deep.ipynb']],
    ['output.ipynb', notebook([{ cell_type: 'code', metadata: {}, execution_count: 1, source: code, outputs: [{ output_type: 'display_data', metadata: {}, data: { 'text/html': '<script>pwned = 1</script>'.repeat(40000) } }] }]), ['y = x + 1']],
    ['long.py', `text = "${'<b>'.repeat(300000)}"\n${code}`, ['y = x + 1']],
    ['nul.py', `import torch\nx = torch.ones(2)\0\ny = x + 1\n`, ['nul.py']],
    ['broken.py', Buffer.concat([Buffer.from('import torch\nx = "'), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]), Buffer.from(`"\n${code}`)]), ['y = x + 1']],
    ['signs.py', Buffer.from(`text = "\x1b[2J\x1b]0;pwned\x07 \x7f \u0085 \u2028 \ufeff"\n${code}print(text)\n`), ['y = x + 1', '\\x1b[2J']],
    ['separators.md', `# A \u2028 title\n\nText \u2029 more.\n\n\`\`\`python\n${code}\`\`\`\n`, ['y = x + 1']],
    ['empty.py', '', ['']],
    ['empty.ipynb', '', ['empty.ipynb']],
    ['number.ipynb', '1e999', ['number.ipynb']],
    ['picture.ipynb', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ['picture.ipynb']],
];

// --- watching ---

// In each page before it begins: what its policy refuses, and whatever would open a window.
const watcher = `
window.seen = [];
addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective + ' ' + event.blockedURI), true);
addEventListener('error', (event) => seen.push('error ' + (event.message || event.target.outerHTML)), true);
addEventListener('unhandledrejection', (event) => seen.push('rejected ' + event.reason), true);
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = () => { seen.push(name); };
`;

// What a page may be made of: elements, and their attributes that lead somewhere.
const scan = `
const plain = ('A ARTICLE B BODY BUTTON CAPTION CODE DD DIALOG DIV DL DT EM FIGCAPTION FIGURE FORM H1 H2 H3 H4 H5 H6 HEADER I INPUT ' +
    'KBD LABEL LI MAIN MARK NAV OL OPTION P PRE SCRIPT SECTION SELECT SMALL SPAN STRONG TABLE TBODY TD TEXTAREA TH THEAD TR U UL WBR ' +
    'BIG DETAILS SUMMARY svg g line polygon text title').split(' '); // the drawings are the page's own
const strange = () => [...document.body.querySelectorAll('*')].flatMap((node) => {
    const own = node.nodeName === 'IMG' && node.closest('.drawn') && node.src.startsWith('data:image/svg+xml');
    const bad = plain.includes(node.nodeName) || own ? [] : [node.nodeName];
    for (const { name, value } of node.attributes) {
        const leads = ['href', 'src', 'action', 'srcset', 'ping', 'background', 'formaction', 'srcdoc'].includes(name);
        const led = own || value === '#main' || /^index[.]html#lesson=/.test(value) || (node.closest('.drawn') && value.startsWith('data:image/svg+xml'));
        if (name.startsWith('on') || (leads && !led) || /url|@import/i.test(name === 'style' ? value : '')) bad.push(node.nodeName + ' ' + name);
    }
    return bad;
});
const scripts = () => [...document.querySelectorAll('script')].map((node) => node.id);
`;

const state = "({ pwned: window.pwned, seen, strange: strange(), scripts: scripts().length, place: location.href.replace(/#.*/, '') })";

// What the browser asked for, but for the page itself, its worker, and pictures that it made.
async function requests(url) {
    return (await log('performance')).map(({ message }) => JSON.parse(message).message)
        .filter(({ method }) => ['Network.requestWillBeSent', 'Network.webSocketCreated', 'Network.webTransportCreated'].includes(method))
        .map(({ params }) => params.request?.url ?? params.url)
        .filter((to) => to.replace(/#.*/, '') !== url && !/^(blob:null|data:image[/]svg[+]xml|about:blank)/.test(to));
}

// Nothing happened but that text was shown. `scripts`: how many the page itself is made of.
async function harmless(what, url, scripts, { pwned, seen, strange, scripts: found, place }) {
    const said = (await log('browser')).map(({ message }) => message.slice(0, 200));
    const wrong = [pwned !== undefined && pwned !== null ? [`a script ran: ${pwned}`] : [], seen, strange,
        found !== scripts ? [`${found} scripts`] : [], place !== url ? [`it went to ${place}`] : [],
        await requests(url), asked.splice(0), said].flat();
    tell(wrong.length === 0, `${what} does nothing${wrong.map((one) => `; ${one}`).join('').slice(0, 600)}`);
}

function shown(what, wanted, text) {
    const squeezed = text.replace(/\s+/g, ' ');
    const missing = wanted.filter((one) => !squeezed.includes(one.replace(/\s+/g, ' ')));
    tell(missing.length === 0, `${what} is shown${missing.map((one) => `; not ${one}`).join('')}${missing.length > 0 ? `: ${squeezed.slice(-300)}` : ''}`);
}

// --- the four ways ---

// All that is to be read on the way through what is open, with each question answered wrong, a hint, its solution.
const through = `${tools}${scan}
answer((async () => {
    const visible = () => document.getElementById('main').innerText + document.title + (document.querySelector('dialog[open]')?.innerText ?? '');
    let text = visible(), found = [];
    for (let k = 0, last = ''; k < 25 && document.querySelector('.place') && last !== place() + document.querySelector('.ask')?.innerText; k++) {
        last = place() + document.querySelector('.ask')?.innerText;
        for (const word of ['Hint', 'Solution']) {
            if (document.querySelector('.ask') && button(word)) await changed(() => button(word).click());
            text += visible();
        }
        document.querySelector('dialog').close();
        await press(' ');
        text += visible();
        found.push(...strange());
    }
    const state = ${state};
    return { text, ...state, strange: [...new Set([...state.strange, ...found])] };
})());`;

const quiet = { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60000 };

async function asPage(name, path, wanted) {
    const to = `${scratch}/hostile/page.html`, url = `file://${to}`;
    let refusal = null;
    try {
        execFileSync(qkv, ['page', path, '--force', '-o', to], quiet);
        execFileSync(qkv, ['page', path, '--force', '--static', '-o', `${scratch}/hostile/flat.html`], quiet);
    } catch (failure) {
        refusal = String(failure.stderr);
    }
    if (refusal !== null) return tell(/^qkv: [^\n]+\n$/.test(refusal), `${name} is refused: ${refusal.trim()}`);
    await open(url);
    const is = await run(through);
    if (is.error !== undefined) return tell(false, `${name}, a page: ${is.error}`);
    await harmless(`${name}, a page,`, url, SCRIPTS, is);
    shown(`${name}, a page,`, wanted, is.text);
    await go(`file://${scratch}/hostile/flat.html`);
    const flat = await run(`${scan} arguments[0]({ text: document.body.innerText, ...${state} });`);
    await harmless(`${name}, laid out,`, `file://${scratch}/hostile/flat.html`, 0, flat);
    shown(`${name}, laid out,`, wanted, flat.text);
    const raw = readFileSync(to, 'utf8');
    tell(raw.split('<script').length - 1 === SCRIPTS, `${name}: its page has no more scripts than a page`);
}

// The file goes in as its bytes, as a person's hand would bring it.
async function dropped(name, bytes, wanted) {
    const is = await run(`${tools}
        const bytes = Uint8Array.from(atob(arguments[1]), (letter) => letter.charCodeAt(0)), files = new DataTransfer();
        files.items.add(new File([bytes], arguments[0]));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        answer(until(() => idle() && (opened(arguments[0]) || document.querySelector('dialog[open]'))));`, name, Buffer.from(bytes).toString('base64'));
    if (is?.error !== undefined) return tell(false, `${name}, dropped: ${is.error}`);
    const seen = await run(through);
    if (seen.error !== undefined) return tell(false, `${name}, dropped: ${seen.error}`);
    await harmless(`${name}, dropped,`, course, SCRIPTS, seen);
    shown(`${name}, dropped,`, wanted, seen.text);
}

const packed = (value) => gzipSync(JSON.stringify(value)).toString('base64url');

async function linked(name, text, wanted) {
    await open(`${course}#code=${packed({ name, text })}`);
    const before = await run(`arguments[0]({ title: document.getElementById('title').textContent, said: document.querySelector('dialog').innerText })`);
    tell(before.title === 'Attention by hand' && before.said.includes('Code from a link'), `${name}, from a link, waits for a press`);
    await run(`${tools} button('Run it').click(); answer(until(() => idle() && (opened(arguments[0]) || document.querySelector('dialog[open]'))));`, name);
    const is = await run(through);
    if (is.error !== undefined) return tell(false, `${name}, from a link: ${is.error}`);
    await harmless(`${name}, from a link,`, course, SCRIPTS, is);
    shown(`${name}, from a link,`, wanted, is.text);
}

// --- links that mean harm, and links that are damaged ---

const whole = packed({ name: 'whole.py', text: code });
const damaged = {
    'cut off': `code=${whole.slice(0, 30)}`,
    'with a letter changed': `code=${whole.slice(0, 40)}${whole[40] === 'A' ? 'B' : 'A'}${whole.slice(41)}`,
    'no base64': 'code=%%%<script>pwned=1</script>',
    'no gzip': `code=${Buffer.from('<script>pwned = 1</script>').toString('base64url')}`,
    'no JSON': `code=${gzipSync('<script>pwned = 1</script>').toString('base64url')}`,
    'no object': `code=${packed(null)}`,
    'no text': `code=${packed({ name: { toString: 1 }, text: ['x'] })}`,
    'empty': 'code=',
    'far too long when it is unpacked': `code=${packed({ name: 'long.py', text: 'a'.repeat(1 << 26) })}`,
};
const places = ['lesson=__proto__', 'lesson=<script>pwned=1</script>', 'lesson=', 'at=stop-99999999999999999999', 'at=step-s9', 'stop-0', 'at=<img src=x onerror=pwned=1>', '%00%ff', 'lesson=masks&lesson=softmax&at=stop-3&at=stop-4'];

async function links() {
    for (const [what, hash] of Object.entries(damaged)) {
        await open(`${course}#${hash}`);
        const is = await run(`${tools}${scan} answer(until(() => document.querySelector('dialog[open]')).then((dialog) => ({ text: dialog.innerText, ...${state} })));`);
        if (is.error !== undefined) { tell(false, `a link that is ${what}: ${is.error}`); continue; }
        await harmless(`a link that is ${what}`, course, SCRIPTS, is);
        shown(`a link that is ${what}`, ['This link is damaged: its code cannot be read.'], is.text);
    }
    for (const hash of places) {
        await open(`${course}#${hash}`);
        const is = await run(`${tools}${scan} answer(Promise.resolve({ text: document.body.innerText, ...${state} }));`);
        await harmless(`a link to ${hash}`, course, SCRIPTS, is);
        tell(is.text.length > 100, `a link to ${hash} shows something`);
    }
}

// --- all of it ---

async function all() {
    await inspect('Page.addScriptToEvaluateOnNewDocument', { source: watcher });
    mkdirSync(`${scratch}/hostile`, { recursive: true });
    const files = readdirSync(folder).sort().map((name) => [name, readFileSync(new URL(name, folder)), shows[name]]);
    tell(files.every(([, , wanted]) => wanted !== undefined), 'of each file it is said what it shows');
    for (const [name, bytes, wanted] of [...files, ...made]) {
        const path = `${scratch}/hostile/${name}`, text = Buffer.from(bytes);
        writeFileSync(path, text);
        await asPage(name, path, wanted);
        await open(course);
        await dropped(name, text, wanted);
        if (text.length < 1e5) await linked(name, text.toString('utf8'), wanted);
    }
    await links();
    await sleep(300);
    tell(asked.length === 0, `nobody was asked for anything: ${asked}`);
}

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
await within(all, 'chromium', { port: server.address().port, host: 'hostile.invalid' });
server.close();
