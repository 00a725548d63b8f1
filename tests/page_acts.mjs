// What tests do in a page, whatever browser shows it: scripts that run in the page, and the tools that they use.
import { go, run } from './webdriver.mjs';

// What scripts below can use: waits for what is asked for; presses a key and waits for what it shows.
export const tools = `
const done = arguments[arguments.length - 1];
const until = async (what) => { for (let k = 0; k < 6000; k++) { const is = what(); if (is) return is; await new Promise((r) => setTimeout(r, 10)); } throw new Error('waited: ' + what); };
const changed = (act) => new Promise((resolve) => {
    const late = setTimeout(() => { seen.disconnect(); resolve(false); }, 8000);
    const seen = new MutationObserver(() => { seen.disconnect(); clearTimeout(late); setTimeout(() => resolve(true), 0); });
    seen.observe(document.getElementById('keys'), { childList: true });
    act();
}).then(async (is) => { await until(idle); return is; });
const press = (key) => changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const place = () => document.querySelector('.place').textContent;
const table = (role) => { const figure = document.querySelector('.tensor[data-role=' + role + ']'); return figure && [...figure.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td:not(.corner)')].map((cell) => cell.title)); };
const button = (text) => [...document.querySelectorAll('button')].find((b) => b.textContent.startsWith(text));
const idle = () => document.body.dataset.busy === undefined;
const opened = (name) => document.getElementById('title').textContent === name;
const answer = (promise) => promise.then(done, (why) => done({ error: String(why) }));
`;

// The page is begun when its engine has run.
export async function open(url) {
    await go(url);
    await run(`${tools} answer(until(() => document.body.dataset.ready !== undefined));`);
}

// By keys to the end: what stood at each place, and how long each key took.
export const walk = `${tools}
answer((async () => {
    const seen = [], times = [];
    for (let last = ''; last !== place() && seen.length < 400;) {
        last = place();
        const step = document.querySelector('.caption') && location.hash;
        seen.push({ place: last, step: document.body.dataset.step, rows: table('result'), text: document.getElementById('main').innerText.length });
        if (last.split(' of ')[0] === last.split(' of ')[1]) break;
        const begun = performance.now();
        await press(' ');
        times.push(performance.now() - begun);
    }
    return { seen, times };
})());`;

// A file is dropped (its name and its text are the arguments) and stepped to its end by keys: how many places there
// were, and what is wrong.
export const stepped = `${tools}
answer((async () => {
    const [name, text] = arguments, files = new DataTransfer();
    files.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    await until(() => idle() && opened(name));
    const seen = [];
    for (let last = ''; last !== place() && seen.length < 2000; seen.push(last)) {
        last = place();
        if (document.getElementById('main').innerText === '') return { wrong: 'nothing is shown at ' + last };
        if (last.split(' of ')[0] !== last.split(' of ')[1]) await press(' ');
    }
    return { places: new Set(seen).size, last: seen.at(-1) };
})());`;

// What a person does in a lesson; one that begins with a space goes on where the one before it ended.
export const acts = {
    'a cell that is pointed at lights what it is made of': `
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press(' ');
        const cell = document.querySelectorAll('.tensor[data-role=result] tbody tr')[1].querySelector('td:not(.corner)');
        await changed(() => cell.click());
        const here = document.querySelector('td.here');
        return here.dataset.row === '1' && here.dataset.column === '0' && document.querySelectorAll('td.from').length > 0 &&
            document.querySelector('.how h3').textContent.includes(here.title.slice(0, 6));`,
    'a question is answered wrong, then right': `
        while (!document.querySelector('.options')) await press(' ');
        const letters = document.querySelectorAll('.options button').length;
        let told = '';
        for (let k = 0; k < letters && document.querySelector('.options'); k++) {
            await changed(() => document.querySelectorAll('.options button')[k].click());
            told += document.querySelector('.ask [role=status]').textContent;
        }
        return !document.querySelector('.options') && told.length > 20;`,
    '  and is still solved when the page is opened again': `
        location.reload();
        return true;`,
    '  as it says': `
        await until(() => document.body.dataset.ready !== undefined);
        button('Lessons').click();
        await changed(() => [...document.querySelectorAll('dialog li button')].find((b) => b.textContent === 'Masks').click());
        while (!document.querySelector('.ask')) await press(' ');
        return document.querySelector('.ask .state')?.textContent === 'solved' || document.querySelector('.ask')?.textContent;`,
    'the licences of what is compiled in can be read': `
        button('Lessons').click();
        button('Licences').click();
        const said = document.querySelector('dialog pre').textContent;
        document.querySelector('dialog').close();
        return ['MIT License', 'GNU LESSER GENERAL PUBLIC LICENSE', 'PCRE2', 'Boost'].every((name) => said.includes(name));`,
    'edited code runs, and stands at the same step': `
        while (!table('result')) await press(' ');
        const before = document.querySelector('li.now span').innerText;
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = field.value.replace('# ', '# Another ');
        await changed(() => button('Run it').click());
        return document.querySelector('li.now span').innerText === before && document.querySelector('.message').textContent === 'Run again as edited.';`,
    '  beside the run before, or its input': `
        const roles = () => [...document.querySelectorAll('.tensor')].map((figure) => figure.dataset.role).join();
        const before = roles();
        await changed(() => button('The input').click());
        const input = roles();
        await changed(() => button('The run before').click());
        return before.includes('before') && input.includes('input') && !input.includes('before') && roles() === before || JSON.stringify([before, input, roles()]);`,
    'a line is edited where it stands': `
        while (!table('result')) await press(' ');
        button('Edit').click();
        const field = await until(() => document.querySelector('textarea.inline'));
        const before = place();
        field.value = field.value.replace('float("-inf")', '-5.0');
        const begun = performance.now();
        await changed(() => button('Run it').click());
        const late = performance.now() - begun;
        return late > 1000 ? late + ' ms' : place() === before && table('result')[0][1] === '-5.0' && document.querySelector('li.now span').innerText.includes('-5.0');`,
    'an error in a line that is edited keeps the last good run, and a mended line goes on': `
        while (!table('result')) await press(' ');
        const before = JSON.stringify([place(), table('result')]);
        button('Edit').click();
        let field = await until(() => document.querySelector('textarea.inline'));
        const good = field.value;
        field.value = good.replace('masked_fill(', 'masked_fil(');
        await changed(() => button('Run it').click());
        const said = await until(() => document.querySelector('dialog[open] pre'));
        const told = said.textContent.includes('masked_fil') && JSON.stringify([place(), table('result')]) === before;
        document.querySelector('dialog').close();
        await new Promise((later) => setTimeout(later, 100));
        await until(idle); // closed, as a person closes it: the text is not lost
        button('Code').click();
        field = await until(() => document.querySelector('dialog textarea'));
        field.value = field.value.replace('masked_fil(', 'masked_fill(').replace('float("-inf")', '-7.0');
        await changed(() => button('Run it').click());
        return told && table('result')[0][1] === '-7.0';`,
    'code that fails leaves the last good run': `
        while (!table('result')) await press(' ');
        const before = JSON.stringify(table('result'));
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = field.value.replace('import torch\\n', 'import torch\\nnothing_at_all\\n');
        await changed(() => button('Run it').click());
        const said = await until(() => document.querySelector('dialog pre'));
        return said.textContent.includes('nothing_at_all') && JSON.stringify(table('result')) === before;`,
    'a number is turned': `
        button('Numbers').click();
        const field = [...document.querySelectorAll('dialog input')].find((input) => input.getAttribute('aria-label') === 'T');
        field.value = '6';
        await changed(() => field.dispatchEvent(new Event('change')));
        document.querySelector('dialog').close();
        while (!table('result')) await press(' ');
        return table('result').length === 6;`,
    'a file that is dropped is opened': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.ones(3, 2)\\ns = q @ q.T\\n'], 'mine.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => document.getElementById('title').textContent === 'mine.py');
        await press(' ');
        return table('result').length === 3 && table('result')[0][0] === '2.0';`,
    'a figure of the code is drawn': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nimport matplotlib.pyplot as plt\\nplt.imshow(torch.eye(3))\\nplt.title("eye & <b>")\\nplt.show()\\n'], 'drawn.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        const image = await until(() => document.querySelector('.drawn img'));
        await until(() => image.complete);
        return image.naturalWidth >= 600 && image.alt.includes('eye & <b>') && image.alt.includes('3 x 3');`,
    'a run that does not end is stopped': `
        while (!table('result')) await press(' ');
        const before = place();
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = field.value.replace('import torch\\n', 'import torch\\nwhile True: pass\\n');
        button('Run it').click();
        const stop = await until(() => button('Stop'));
        stop.click();
        await until(() => table('result') && place() === before);
        return true;`,
    'a link holds the code, which waits for a press': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.ones(3, 2)\\ns = q + 41\\n'], 'linked.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => document.getElementById('title').textContent === 'linked.py');
        button('Link').click();
        const link = await until(() => /#code=.*/.exec(document.querySelector('dialog pre')?.textContent ?? ''));
        location.hash = link[0];
        location.reload();
        return true;`,
    '  and is shown first': `
        await until(() => document.body.dataset.ready !== undefined);
        if (document.getElementById('title').textContent === 'linked.py') return 'it ran';
        const shown = document.querySelector('dialog pre').textContent.includes('q + 41');
        await changed(() => button('Run it').click());
        await until(() => document.getElementById('title').textContent === 'linked.py');
        return shown && table('result')[0][0] === '42.0';`,
    'the wrong line is pressed, and the code mended': `
        while (!document.querySelector('.lines')) await press(' ');
        const field = document.querySelector('.ask textarea'), times = document.querySelectorAll('.ask pre').length;
        document.querySelectorAll('.lines input')[2].click();
        field.value = field.value.replace('table.masked_fill(ahead', 'table = table.masked_fill(ahead');
        document.querySelector('.ask form button').click();
        await until(() => document.querySelector('.ask .state')?.textContent === 'solved');
        return times === 0;`,
    'a softmax opens into its five moves': `
        while (!button('Into it')) await press(' ');
        const shares = table('result')[Number(document.querySelector('td.here').dataset.row)], seen = [];
        await changed(() => button('Into it').click());
        for (let k = 0; k < 5; k++) {
            const now = document.querySelector('.moves tr.now');
            seen.push([now.querySelector('th').textContent, document.querySelectorAll('.moves tr.later').length, [...now.querySelectorAll('td')].filter((td) => td.title).map((td) => td.title)]);
            if (k < 4) await press(' ');
        }
        const bars = [...document.querySelectorAll('.moves tr.now .bar')].map((bar) => bar.offsetHeight), most = Math.max(...shares.map(Number));
        const long = bars.every((tall, k) => Math.abs(tall / Math.max(...bars) - Number(shares[k]) / most) < 0.15);
        await changed(() => button('Out of it').click());
        return long && JSON.stringify(seen.map(([, later]) => later)) === '[4,3,2,1,0]' && JSON.stringify(seen[4][2]) === JSON.stringify(shares) && table('result') !== null || JSON.stringify([seen, bars, shares]);`,
    'a product stands between its factors, and two numbers are arrows': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.tensor([[1., 2.], [3., -1.], [0., 1.]])\\ns = q @ q.T\\nw = torch.softmax(s, dim=-1)\\nz = w @ q\\n'], 'two.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        while (!document.querySelector('.cross')) await press(' ');
        await changed(() => document.querySelector('.cross [data-role=result] td[data-row="1"][data-column="0"]').click());
        const lit = [0, 1].map((k) => [...document.querySelectorAll('[data-index="' + k + '"] td.from')].map((td) => td.dataset.row + td.dataset.column).join());
        const pairs = [...document.querySelectorAll('.pairs li')].map((li) => li.title);
        const meets = document.querySelector('td.here').getBoundingClientRect(), row = document.querySelector('[data-index="0"] td.from').getBoundingClientRect(), column = document.querySelector('[data-index="1"] td.from').getBoundingClientRect();
        return lit.join(' ') === '10,11 00,10' && pairs.join(';') === '3.0 * 1.0 = 3.0;-1.0 * 2.0 = -2.0' && Math.abs(meets.top - row.top) < 3 && Math.abs(meets.left - column.left) < 3
            && document.querySelectorAll('.arrows g.key').length === 3 && document.querySelector('.arrows b').textContent === document.querySelector('td.here').textContent || JSON.stringify([lit, pairs, meets, row, column]);`,
    'a table is a picture to save': `
        while (!table('result')) await press(' ');
        document.querySelector('[data-role=result] .save').click();
        const image = await until(() => document.querySelector('dialog img')), link = document.querySelector('dialog a');
        await until(() => image.complete);
        const svg = decodeURIComponent(link.href.split(',').slice(1).join(','));
        return image.naturalWidth >= 600 && link.download.endsWith('.svg') && image.alt.length > 20 && svg.includes('>masked<') && svg.startsWith('<');`,
    'a link holds the cell that is looked at': `
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press(' ');
        await changed(() => document.querySelector('[data-role=result] td[data-row="2"][data-column="1"]').click());
        button('Link').click();
        const link = await until(() => /#lesson=.*/.exec(document.querySelector('dialog pre')?.textContent ?? ''));
        location.hash = link[0];
        location.reload();
        return link[0].endsWith('&cell=2,1');`,
    '  and leads to it': `
        await until(() => document.body.dataset.ready !== undefined);
        const here = document.querySelector('td.here');
        return here.dataset.row === '2' && here.dataset.column === '1';`,
    'a presenter has a slider, and one row alone': `
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press(' ');
        button('Present').click();
        const type = parseFloat(getComputedStyle(document.documentElement).fontSize);
        button('One row').click();
        const rows = [...document.querySelectorAll('[data-role=result] tbody tr')].filter((tr) => getComputedStyle(tr).visibility === 'visible').length;
        const slider = document.querySelector('#slide input');
        slider.value = 1;
        await changed(() => slider.dispatchEvent(new Event('input')));
        const there = place(), same = slider === document.querySelector('#slide input');
        button('Leave').click();
        return type >= 20 && rows === 1 && there.startsWith('2 of') && same && document.querySelector('#slide input') === null || JSON.stringify([type, rows, there, same]);`,
    'text of a file is text': `
        const files = new DataTransfer();
        const text = '# A <b>title</b>\\n\\n<img src=x onerror="window.bad = 1"> [a](javascript:bad=1) <script>window.bad = 1</' + 'script>\\n\\n~~~python\\nimport torch\\nx = torch.ones(2)  # <script>window.bad = 1</' + 'script>\\ny = x + 1\\n~~~\\n';
        files.items.add(new File([text.replaceAll('~~~', String.fromCharCode(96).repeat(3))], 'bad.md'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        for (let k = 0; k < 4; k++) await press(' ');
        return window.bad === undefined && document.querySelector('main img, main script, main a') === null;`,
};
