// Does what tests do in a page, whatever browser shows it: scripts that run in the page, and the tools that
// they use.
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
const idle = () => document.body.dataset.busy === undefined && document.body.dataset.follows === undefined;
const filled = () => document.body.dataset.fills === undefined;
const opened = (name) => document.getElementById('title').textContent === name;
const answer = (promise) => promise.then(done, (why) => done({ error: String(why) }));
`;

// The page is begun when its engine has run.
export async function open(url) {
    await go(url);
    await run(`${tools} answer(until(() => document.body.dataset.ready !== undefined && idle()));`);
}

// By keys to the end: what stood at each place, and how long each key took. The argument: so many milliseconds lie
// between them; nothing is read then, since that has the page laid out.
export const walk = `${tools}
answer((async () => {
    const [apart = 0] = arguments.length > 1 ? arguments : [], seen = [], times = [];
    for (let last = ''; last !== place() && times.length < 400;) {
        last = place();
        if (apart === 0) {
            await until(filled);
            seen.push({ place: last, step: document.body.dataset.step, rows: table('result'), text: document.getElementById('main').innerText.length });
        }
        if (last.split(' of ')[0] === last.split(' of ')[1]) break;
        await new Promise((later) => setTimeout(later, apart));
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

// To be done while the browser's history is short: a full one loses first what no person went to.
export const first = {
    'Back of the browser goes to the place before the last jump': `
        await press(' ');
        await press(' ');
        const from = place();
        await changed(() => document.querySelectorAll('#band button')[6].click());
        await press(' ');
        button('Lessons').click();
        await changed(() => document.querySelector('dialog li button').click());
        await until(idle);
        const title = () => document.getElementById('title').textContent, there = [title(), place()];
        history.back();
        await until(() => idle() && title() === 'Masks');
        await until(() => idle() && place().startsWith('8 of'));
        history.back();
        await until(() => idle() && place() === from);
        return there.join() === 'Attention by hand,1 of 24' || JSON.stringify(there);`,
};

// What a person does in a lesson; one that begins with a space goes on where the one before it ended.
export const acts = {
    'no rule looks for what lies within: a cell that is drawn has no other one styled anew': `
        const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => rule.cssRules?.length > 0 ? [...rule.cssRules] : [rule]);
        const looks = all.map((rule) => rule.selectorText ?? '').filter((text) => text.includes(':has('));
        return all.length > 200 && looks.length === 0 || JSON.stringify(looks);`,
    'own code leads back to the lesson that it was opened from, and to the place in it': `
        while (!table('result')) await press(' ');
        const from = place(), there = () => button('Back to Masks'), files = new DataTransfer();
        if (there()) return 'a lesson leads back to itself';
        files.items.add(new File(['import torch\\nx = torch.ones(2)\\ny = x + 1\\n'], 'mine.py'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        await until(() => idle() && opened('mine.py'));
        await press(' ');
        there().click();
        await until(() => idle() && opened('Masks') && place() === from);
        return there() === undefined;`,
    'a long list of heads is whole once it is gone to': `
        await changed(() => { location.hash = '#lesson=dropout&at=stop-9'; });
        const list = await until(() => document.querySelector('.heads select')), few = list.options.length, at = list.value;
        list.dispatchEvent(new FocusEvent('focus'));
        return few === 1 && list.options.length > 12 && list.value === at || JSON.stringify([few, list.options.length]);`,
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
            told += document.querySelector('.ask .told').textContent;
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
    'an answer can be given again, and all be forgotten': `
        while (!document.querySelector('.options, .ask .state')) await press(' ');
        for (let k = 0; document.querySelector('.options') && k < 6; k++) await changed(() => document.querySelectorAll('.options button')[k].click());
        const solved = document.querySelector('.ask .state').textContent;
        await press('p');
        await press(' ');
        const shown = /Right|answer/.test(document.querySelector('.ask .told').textContent);
        await changed(() => button('Answer again').click());
        const open = document.querySelector('.options') !== null && document.querySelector('.ask .state') === null;
        await changed(() => button('Solution').click());
        const seen = document.querySelector('.ask .state').textContent;
        button('Lessons').click();
        button('Forget all answers').click();
        await new Promise((later) => setTimeout(later, 300));
        const kept = document.querySelector('dialog').open && document.querySelector('.ask .state') !== null;
        await changed(() => button('Really forget?').click());
        await until(() => document.querySelector('.options') && idle());
        const marks = document.querySelectorAll('.ask .mark').length;
        for (let k = 0; document.querySelector('.options') && k < 6; k++) {
            await changed(() => document.querySelectorAll('.options button')[k].click());
        }
        button('Lessons').click();
        button('Forget all answers').click();
        await changed(() => button('Really forget?').click());
        await until(() => document.querySelector('.options') && idle());
        const anew = [kept, marks, document.querySelectorAll('.ask .mark').length, document.querySelectorAll('#band [data-state]:not([data-state=new])').length];
        return JSON.stringify(anew) === '[true,0,0,0]' && solved === 'solved' && shown && open && seen !== solved && document.querySelector('.ask .state') === null || JSON.stringify([solved, shown, open, seen, anew]);`,
    'each key that the page lists is taken, and a remote turns it': `
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press(' ');
        const list = await until(() => button('Keys'));
        await changed(() => list.click());
        const dialog = document.querySelector('dialog'), names = [];
        for (const line of (await until(() => dialog.querySelector('pre'))).textContent.split('\\n')) {
            const keys = /^ (\\S.*?) +:/.exec(line);
            if (keys) names.push(...keys[1].split(' '));
        }
        await changed(() => dialog.close());
        const key = { Space: ' ', PgDn: 'PageDown', PgUp: 'PageUp', Esc: 'Escape', Up: 'ArrowUp', Down: 'ArrowDown', Left: 'ArrowLeft', Right: 'ArrowRight' }, lost = [];
        const from = place();
        await press('PageDown');
        const there = place();
        await press('PageUp');
        const back = place() === from && there !== from, inTable = (name) => ['Up', 'Down'].includes(name);
        for (const name of names.sort((a, b) => inTable(b) - inTable(a))) {
            const event = new KeyboardEvent('keydown', { key: key[name] ?? name, bubbles: true, cancelable: true });
            const taken = !(inTable(name) ? document.querySelector('td.here') : document.body).dispatchEvent(event);
            if (!taken) lost.push(name);
            await until(idle);
            dialog.close();
            await new Promise((later) => setTimeout(later, 20));
            await until(idle);
        }
        return names.length > 50 && lost.length === 0 && back || JSON.stringify([names, lost, there, from]);`,
    'a presenter leaves by Escape': `
        button('Present').click();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
        return document.documentElement.dataset.size !== 'large';`,
    'Escape closes what stands beside a result before it leaves a presenter': `
        const large = () => document.documentElement.dataset.size === 'large', escape = () => changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })));
        const beside = () => [...document.querySelectorAll('.tensor')].some(({ dataset }) => ['wrong', 'before', 'change'].includes(dataset.role)), seen = [];
        while (!button('What if?')) await press(' ');
        button('Present').click();
        await changed(() => button('What if?').click());
        seen.push(beside());
        await escape();
        await until(() => idle() && !beside());
        seen.push(large());
        await escape();
        return seen.join() === 'true,true' && !large() || JSON.stringify([seen, large()]);`,
    'a question is as wide as its code, and stays where it is when it is answered': `
        while (!document.querySelector('.lines')) await press(' ');
        button('Present').click();
        const field = document.querySelector('.ask textarea'), cut = () => [...document.querySelectorAll('.ask :is(textarea, pre, ol)')].filter((at) => at.scrollWidth > at.clientWidth + 1).map((at) => at.textContent);
        const wide = [...cut()], top = () => document.querySelector('.ask .lines').getBoundingClientRect().top, before = top();
        document.querySelectorAll('.lines input')[0].click();
        await changed(() => document.querySelector('.ask form button').click());
        const state = document.querySelector('.ask .state').textContent, after = top();
        await changed(() => button('Solution').click());
        wide.push(...cut());
        const told = document.querySelectorAll('.told pre.folded span').length;
        button('Leave').click();
        localStorage.removeItem('qkv-progress'); // another act answers it
        return wide.length === 0 && state === 'tried' && Math.abs(before - after) < 1 && told > 3 || JSON.stringify([wide, state, before, after, told]);`,
    'the focus leaves the menu with the next key': `
        const opens = button('Words');
        opens.focus();
        await changed(() => opens.click());
        document.querySelector('dialog').close();
        await new Promise((later) => setTimeout(later, 50));
        await until(idle);
        const back = document.activeElement === opens;
        await changed(() => opens.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })));
        return back && document.activeElement !== opens || JSON.stringify([back, document.activeElement.outerHTML.slice(0, 80)]);`,
    'a presenter stays one when the page is loaded anew': `
        button('Present').click();
        location.reload();
        return true;`,
    '  and leaves for good': `
        await until(() => document.body.dataset.ready !== undefined);
        const large = document.documentElement.dataset.size === 'large' && document.querySelector('#slide input') !== null;
        button('Leave').click();
        return large && sessionStorage.getItem('qkv-size') !== 'large';`,
    '0 lies where the bars of a softmax begin, and Escape leaves its moves before it leaves a presenter': `
        while (!button('Step by step')) await press(' ');
        button('Present').click();
        await changed(() => button('Step by step').click());
        const wrong = [];
        let zeros = 0;
        for (let k = 0; k < 5; k++) {
            for (const row of document.querySelectorAll('.moves tbody tr')) {
                const cells = [...row.querySelectorAll('td[title]')].filter((cell) => cell.querySelector('.bar') && !cell.title.endsWith('inf'));
                const hangs = cells.some(({ title }) => Number(title) < 0) && cells.every(({ title }) => Number(title) <= 0);
                for (const cell of cells.filter(({ title }) => hangs && Number(title) === 0)) {
                    zeros++;
                    if (Math.abs(cell.querySelector('.bar').getBoundingClientRect().top - cell.getBoundingClientRect().top) > 2) wrong.push([row.textContent, cell.title]);
                }
            }
            if (k < 4) await press(' ');
        }
        const left = () => [document.querySelector('.moves') === null, document.documentElement.dataset.size !== 'large'].join();
        await press('Escape');
        const first = left();
        await press('Escape');
        return zeros > 0 && wrong.length === 0 && first === 'true,false' && left() === 'true,true' || JSON.stringify([zeros, wrong, first, left()]);`,
    'the licences of what is compiled in can be read': `
        button('Lessons').click();
        button('Licences').click();
        const said = document.querySelector('dialog pre').textContent;
        document.querySelector('dialog').close();
        return ['MIT License', 'GNU LESSER GENERAL PUBLIC LICENSE', 'PCRE2', 'Boost'].every((name) => said.includes(name));`,
    'an edited line keeps its number, and a lesson that is edited back is the lesson': `
        await changed(() => { location.hash = '#lesson=two-heads&at=stop-5'; });
        await until(() => idle() && place() === '5 of 28');
        const numbers = () => [...document.querySelectorAll('ol.code i')].map((i) => i.textContent).join(), first = [numbers(), location.hash].join();
        const replace = async (from, to) => {
            button('Edit').click();
            const field = await until(() => document.querySelector('textarea.inline'));
            field.value = field.value.replace(from, to);
            await changed(() => button('Run it').click());
        };
        await replace('math.sqrt(2)', 'math.sqrt(3)');
        const edited = [numbers(), [...document.querySelectorAll('.note')].some((note) => note.textContent.includes('edited'))];
        await replace('math.sqrt(3)', 'math.sqrt(2)');
        const back = [numbers(), location.hash].join(), says = [...document.querySelectorAll('.note')].map((note) => note.textContent).join();
        return edited[0] === first.split(',#')[0] && edited[1] && back === first && !says.includes('edited') || JSON.stringify([first, edited, back, says]);`,
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
        const before = place(), timed = async (act) => { const begun = performance.now(); await changed(act); return performance.now() - begun; };
        field.value = field.value.replace('float("-inf")', '-5.0');
        const late = await timed(() => button('Run it').click());
        const right = place() === before && table('result')[0][1] === '-5.0' && document.querySelector('li.now span').innerText.includes('-5.0');
        button('Lessons').click(); // on a slow machine the whole lesson opens late, too
        const whole = await timed(() => [...document.querySelectorAll('dialog li button')].find((b) => b.textContent === 'Masks').click());
        return right && (late < 1000 || late < 6 * whole) || JSON.stringify([right, late, whole]);`,
    'a line that is added behind a cell stays in its cell': `
        while (!table('result')) await press(' ');
        button('Edit').click();
        const field = await until(() => document.querySelector('textarea.inline'));
        field.value = field.value.replace(/\\n$/, '') + '\\nx = 1';
        await changed(() => button('Run it').click());
        return document.querySelector('.message').textContent === 'Run again as edited.' || document.querySelector('dialog').textContent;`,
    'an answer that was wrong can be mended': `
        await changed(() => { location.hash = '#lesson=softmax&at=stop-22'; });
        await until(() => idle() && place() === '22 of 24');
        await changed(() => button('Answer the next').click());
        for (let k = 0; k < 9 && !document.querySelector('.ask input[name=answer]'); k++) {
            await changed(() => button('Solution').click());
            await changed(() => button('The next open one').click());
        }
        const field = () => document.querySelector('.ask input[name=answer]');
        field().value = '123.456';
        await changed(() => button('Answer').click());
        return field().value === '123.456' || field().value;`,
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
        await changed(() => button('Run').click());
        while (!table('result')) await press(' ');
        return table('result').length === 6;`,
    'a name with another number in each cell is set where it is meant': `
        const cells = ['import torch\\nT = 6\\nx = torch.ones(T, 2)\\n', 'y = x * 2\\n', 'T = 3\\nz = y[T]\\n'].map((source) => ({ cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source }));
        const files = new DataTransfer(), dialog = document.querySelector('dialog');
        files.items.add(new File([JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 })], 'twice.ipynb'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        await until(() => idle() && opened('twice.ipynb'));
        const command = async (text) => {
            await press(':');
            (await until(() => dialog.querySelector('input'))).value = text;
            dialog.querySelector('form').requestSubmit();
        };
        await command('set T=8');
        const told = (await until(() => dialog.querySelector('.note'))).textContent;
        await until(idle);
        await changed(() => button('Run').click());
        const rows = table('result')?.length, kept = document.querySelector('.changes').textContent;
        await command('set T=4');
        await until(() => dialog.querySelector('.note'));
        await changed(() => dialog.close() ?? press(' '));
        return told.includes('several cells') && told.includes('be 8?') && rows === 8 && kept.includes('T@1=8') && !dialog.open || JSON.stringify([told, rows, kept, dialog.open]);`,
    'own code says that it has warnings, and leads to the first': `
        const text = 'import torch\\ntorch.manual_seed(0)\\nB, T, C = 2, 4, 8\\nx = torch.randn(B, T, C)\\nwq = torch.randn(C, C)\\nwk = torch.randn(C, C)\\nwv = torch.randn(C, C)\\nq = x @ wq\\nk = x @ wk\\nv = x @ wv\\nscores = q @ k.transpose(-2, -1)\\nweights = torch.softmax(scores, dim=1)\\nout = weights @ v\\n', files = new DataTransfer();
        files.items.add(new File([text], 'warned.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('warned.py'));
        const line = document.querySelector('.left > :first-child').textContent, red = document.querySelectorAll('#band [data-kind=warned]').length;
        if (button('show the first')) await changed(() => button('show the first').click());
        const [sentence, tables] = ['.right .warning', '.right .tensors'].map((at) => document.querySelector(at)), above = sentence !== null && (sentence.compareDocumentPosition(tables) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        await changed(() => button('Warnings (2)').click());
        const listed = document.querySelector('dialog').textContent;
        document.querySelector('dialog').close();
        return line === '2 warnings: show the first' && red === 1 && above && listed.includes('softmax') || JSON.stringify([line, red, above, listed]);`,
    'undo leads back to where the edit began, and the run before has its own names': `
        await changed(() => { location.hash = '#lesson=single-head&at=stop-8'; });
        await until(() => idle() && opened('One head, in plain matrices') && place().startsWith('8 of'));
        const from = place(), line = document.querySelector('li.now').textContent;
        button('Edit').click();
        const field = await until(() => document.querySelector('textarea.inline'));
        field.value = field.value.replace(' / math.sqrt(head_size)', '');
        await changed(() => button('Run it').click());
        const now = document.querySelector('li.now').textContent, name = document.querySelector('[data-role=before] figcaption')?.textContent ?? '';
        button('Undo the edit').click();
        await until(() => idle() && place() === from);
        return line.includes('math.sqrt') && now.includes('q @ k.transpose') && !now.includes('print') && !name.includes('ones') || JSON.stringify([line, now, name]);`,
    'a cell that only sets up is a line until it is opened': `
        await changed(() => { location.hash = '#lesson=rmsnorm'; });
        await until(() => idle() && location.hash.startsWith('#lesson=rmsnorm'));
        for (let k = 0; k < 4 && !document.querySelector('details.folded'); k++) await press(' ');
        const box = document.querySelector('details.folded'), said = box?.querySelector('summary').textContent ?? '', shut = box?.open === false && !box.querySelector('ol.code').checkVisibility();
        box?.querySelector('summary').click();
        return /^set-up, [0-9]+ lines$/.test(said) && shut && box.querySelector('ol.code').checkVisibility() || JSON.stringify([said, shut]);`,
    'a step beside the road says what it is, and marks an operation of the way': `
        while (!document.querySelector('.ask')) await press(' ');
        await press(':');
        const field = await until(() => document.querySelector('dialog[open] input'));
        field.value = 's1';
        await changed(() => field.closest('form').requestSubmit());
        const here = document.querySelector('#band [aria-current]');
        return /^set-up step 1 of [0-9]+$/.test(place()) && here.dataset.kind !== 'ask' || JSON.stringify([place(), here?.dataset.kind]);`,
    'a cell that is pressed stands in the address, and is there again': `
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press(' ');
        const without = location.hash, cell = document.querySelectorAll('.tensor[data-role=result] tbody tr')[1].querySelector('td:not(.corner)');
        await changed(() => cell.click());
        const pressed = location.hash;
        await press(' ');
        const left = location.hash;
        await changed(() => { location.hash = pressed; });
        await until(() => idle() && document.querySelector('td.here')?.dataset.row === '1');
        return !without.includes('cell=') && pressed === without + '&cell=1,0' && !left.includes('cell=') && location.hash === pressed || JSON.stringify([without, pressed, left, location.hash]);`,
    'lines that cannot be read come back as they were edited': `
        while (!table('result')) await press(' ');
        button('Edit').click();
        let field = await until(() => document.querySelector('textarea.inline'));
        const wrong = field.value = field.value.replace('masked_fill(', 'masked_fill((');
        await changed(() => button('Run it').click());
        await until(() => document.querySelector('dialog[open]'));
        button('Your text').click();
        field = await until(() => document.querySelector('textarea.inline'));
        return field.value === wrong && !document.querySelector('dialog').open || field.value.slice(0, 60);`,
    'a long name leaves the header one row': `
        const files = new DataTransfer(), header = document.querySelector('header');
        header.style.width = '1100px'; // windows are as wide as each browser makes them
        const height = header.offsetHeight;
        files.items.add(new File(['import torch\\nx = torch.ones(2) + 1\\n'], 'a-long-name-'.repeat(12) + '.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && document.getElementById('title').textContent.startsWith('a-long'));
        const title = document.getElementById('title');
        return header.offsetHeight <= height && title.scrollWidth > title.clientWidth && getComputedStyle(title).textOverflow === 'ellipsis' || JSON.stringify([height, header.offsetHeight, title.scrollWidth, title.clientWidth]);`,
    'a presenter has large code, and the tools when they are wanted': `
        await changed(() => { location.hash = '#lesson=masks&at=stop-2'; });
        while (document.getElementById('main').dataset.shows !== 'code') await press(' ');
        const size = () => parseFloat(getComputedStyle(document.querySelector('.right ol.code')).fontSize), frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const plain = size(), seen = () => button('Numbers').offsetHeight > 0, whole = () => [...document.querySelectorAll('.right ol.code li > span')].every((line) => line.getClientRects()[0].height < 2.2 * size());
        button('Present').click();
        await frame();
        const large = size(), hidden = !seen(), rows = whole();
        button('Tools').click();
        await frame();
        const shown = seen();
        button('Tools').click();
        const again = !seen();
        button('Leave').click();
        return large > 1.3 * plain && hidden && shown && again && rows || JSON.stringify([plain, large, hidden, shown, again, rows]);`,
    'a presenter sees what colors mean': `
        while (!table('result')) await press(' ');
        button('Present').click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const seen = document.querySelector('.legend').offsetHeight;
        button('Leave').click();
        return seen > 0;`,
    'a file that is dropped is opened': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.ones(3, 2)\\ns = q @ q.T\\n'], 'mine.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => document.getElementById('title').textContent === 'mine.py');
        await press(' ');
        return table('result').length === 3 && table('result')[0][0] === '2.0';`,
    'a file that is chosen is opened': `
        button('Open').click();
        const files = new DataTransfer(), input = document.querySelector('#tools input[type=file][multiple]');
        files.items.add(new File(['import torch\\nq = torch.ones(4, 2)\\ns = q @ q.T\\n'], 'chosen.py'));
        input.files = files.files;
        await changed(() => input.dispatchEvent(new Event('change')));
        await until(() => idle() && opened('chosen.py'));
        await press(' ');
        return table('result').length === 4;`,
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
        const said = () => document.querySelector('dialog [role=status]').textContent;
        button('Copy').click();
        await until(said);
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        button('Copy').click();
        await until(() => String(getSelection()) !== '');
        const copied = link.input.endsWith(link[0]) && String(getSelection()).trim() === link.input && /copied|selected/.test(said());
        location.hash = link[0];
        location.reload();
        return copied || JSON.stringify([String(getSelection()), said()]);`,
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
    'a cell of an input leads to how it was made, and back': `
        while (!(button('Step by step') && document.querySelector('[data-role=input] td[data-row]'))) await press(' ');
        const from = place(), cell = document.querySelector('[data-role=input] td[data-row="1"][data-column="0"]'), is = cell.title;
        await changed(() => cell.click());
        const here = document.querySelector('[data-role=result] td.here')?.title;
        await changed(() => button('Where I was').click());
        await changed(() => button('Where from?').click());
        const key = button('Where I was') !== undefined;
        await changed(() => button('Where I was').click());
        return here === is && key && place() === from || JSON.stringify([is, here, key, place(), from]);`,
    'a gradient has no button for its gradient, but one for its step': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nw = torch.ones(2, requires_grad=True)\\ny = w * 3\\nL = (y * y).sum()\\nL.backward()\\n'], 'slope.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        while (!button('Gradient')) await press(' ');
        const step = document.body.dataset.step;
        await changed(() => button('Gradient').click());
        const there = document.body.dataset.step, again = button('Gradient') !== undefined;
        await changed(() => button('Its step').click());
        return there !== step && !again && document.body.dataset.step === step || [step, there, again, document.body.dataset.step];`,
    'a word of a sentence is explained by a press': `
        while (!document.querySelector('.caption .word')) await press(' ');
        const sentence = document.querySelector('.caption').textContent, told = [...document.querySelectorAll('.caption .word')].map((at) => at.textContent);
        const loose = [...document.querySelector('.caption').childNodes].filter((node) => node.nodeType === 3 && /^[,.;:)]/.test(node.data)).map((node) => node.data); // may begin a line
        document.querySelector('.caption .word').click();
        const means = await until(() => document.querySelector('dialog dl dt'));
        return sentence === '6 of 16 numbers become minus infinity.' && told.join() === 'infinity' && means.textContent === 'inf' && loose.length === 0 || [sentence, told, means.textContent, loose];`,
    'a softmax opens into its five moves': `
        while (!button('Step by step')) await press(' ');
        const shares = table('result')[Number(document.querySelector('td.here').dataset.row)], seen = [];
        await changed(() => button('Step by step').click());
        for (let k = 0; k < 5; k++) {
            const now = document.querySelector('.moves tr.now');
            seen.push([now.querySelector('th').textContent, document.querySelectorAll('.moves tr.later').length, [...now.querySelectorAll('td')].filter((td) => td.title).map((td) => td.title)]);
            if (k < 4) await press(' ');
        }
        const bars = [...document.querySelectorAll('.moves tr.now .bar')].map((bar) => bar.offsetHeight), most = Math.max(...shares.map(Number));
        const long = bars.every((tall, k) => Math.abs(tall / Math.max(...bars) - Number(shares[k]) / most) < 0.15);
        await changed(() => button('The whole step').click());
        return long && JSON.stringify(seen.map(([, later]) => later)) === '[4,3,2,1,0]' && JSON.stringify(seen[4][2]) === JSON.stringify(shares) && table('result') !== null || JSON.stringify([seen, bars, shares]);`,
    'a product stands between its factors, and two numbers are arrows': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.tensor([[1., 2.], [3., -1.], [0., 1.]])\\ns = q @ q.T\\nw = torch.softmax(s, dim=-1)\\nz = w @ q\\n'], 'two.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        while (!document.querySelector('.cross')) await press(' ');
        await changed(() => document.querySelector('.cross [data-role=result] td[data-row="1"][data-column="0"]').click());
        const lit = [0, 1].map((k) => [...document.querySelectorAll('[data-index="' + k + '"] td.from')].map((td) => td.dataset.row + td.dataset.column).join());
        const pairs = [...document.querySelectorAll('.pairs li[title]')].map((li) => li.title);
        const meets = document.querySelector('td.here').getBoundingClientRect(), row = document.querySelector('[data-index="0"] td.from').getBoundingClientRect(), column = document.querySelector('[data-index="1"] td.from').getBoundingClientRect();
        return lit.join(' ') === '10,11 00,10' && pairs.join(';') === '3.0 * 1.0 = 3.0;-1.0 * 2.0 = -2.0' && Math.abs(meets.top - row.top) < 3 && Math.abs(meets.left - column.left) < 3
            && document.querySelectorAll('.arrows g.key').length === 3 && document.querySelector('.arrows b').textContent === document.querySelector('td.here').textContent || JSON.stringify([lit, pairs, meets, row, column]);`,
    'a product crosses its factors where that fits, else all of it stands in a row': `
        const files = new DataTransfer(), seen = [];
        files.items.add(new File(['import torch\\ntorch.manual_seed(1)\\nx = torch.rand(2, 10)\\na = x @ torch.rand(10, 3)\\nb = torch.rand(9, 12) @ torch.rand(12, 2)\\nc = torch.rand(3, 4) @ torch.rand(4, 20)\\n'], 'products.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('products.py'));
        for (const name of 'abc') {
            while (!document.querySelector('[data-role=result][data-name=' + name + ']')) await press(' ');
            seen.push(document.querySelector('.tensors').className.split(' ').includes('cross') ? 'cross' : [...document.querySelector('.tensors').children].map((at) => at.className).join(' '));
        }
        return seen.join() === 'cross,tensor tensor comes,tensor tensor comes' || seen.join();`,
    'what Python says of a number that it cannot take comes first': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\ntext = "ab"\\nif "z" in text:\\n    raise ValueError("the letter z is unknown")\\nx = torch.ones(2) + 1\\n'], 'letters.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('letters.py'));
        await changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ':', bubbles: true })));
        (await until(() => document.querySelector('dialog input'))).value = 'set text="z"';
        await changed(() => button('Do it').click());
        const says = await until(() => document.querySelector('dialog .warning'));
        return says.textContent === 'ValueError: the letter z is unknown' || says.textContent;`,
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
        return link[0].endsWith('&cell=2,1') || link[0];`,
    '  and leads to it': `
        await until(() => document.body.dataset.ready !== undefined);
        const here = document.querySelector('td.here');
        return here.dataset.row === '2' && here.dataset.column === '1';`,
    'a move of a softmax stays when the page is loaded anew': `
        while (!button('Step by step')) await press(' ');
        await changed(() => document.querySelector('[data-role=result] td[data-row="2"][data-column="1"]').click());
        await changed(() => button('Step by step').click());
        for (let k = 0; k < 2; k++) await press(' ');
        sessionStorage.setItem('move', document.querySelector('.moves').innerText);
        location.reload();
        return location.hash.endsWith('&cell=2,1&part=3') || location.hash;`,
    '  at the same row': `
        await until(() => document.body.dataset.ready !== undefined);
        const is = document.querySelector('.moves').innerText;
        return is === sessionStorage.getItem('move') && document.querySelector('.moves caption').textContent === 'How row 2 of attn_weights is made from masked' || is;`,
    'a number of a move is written as in its table': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nscores = torch.tensor([[0., -23.5], [1., 2.]])\\nw = torch.softmax(scores, dim=-1)\\n'], 'small.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        while (!button('Step by step')) await press(' ');
        const row = [...document.querySelectorAll('[data-role=result] tbody tr:first-child td[data-row]')].map((td) => td.textContent);
        await changed(() => button('Step by step').click());
        for (let k = 0; k < 4; k++) await press(' ');
        const moves = [...document.querySelectorAll('.moves tr.now .number')].map((at) => at.textContent);
        return row[1] === '6.22e-11' && moves.join() === row.join() || [row, moves];`,
    'a head that is chosen is in the link': `
        button('Lessons').click();
        await changed(() => [...document.querySelectorAll('dialog li button')].find((b) => b.textContent === 'Splitting one projection into heads').click());
        const choose = (name, at) => [...document.querySelectorAll('.heads')].find((group) => group.getAttribute('aria-label') === name)?.querySelectorAll('button')[at];
        while (!choose('head', 1) || !choose('batch', 1)) await press(' ');
        const first = JSON.stringify(table('result'));
        for (const name of ['head', 'batch']) {
            const one = await until(() => idle() && choose(name, 1));
            await changed(() => one.click());
        }
        sessionStorage.setItem('chosen', JSON.stringify(table('result')));
        button('Link').click();
        const link = await until(() => /#lesson=.*/.exec(document.querySelector('dialog pre')?.textContent ?? ''));
        location.hash = link[0];
        location.reload();
        return first !== sessionStorage.getItem('chosen') && link[0].includes('&batch=1&head=1&') || link[0];`,
    '  and shown again': `
        await until(() => document.body.dataset.ready !== undefined);
        const pressed = [...document.querySelectorAll('.heads [aria-pressed=true]')].map((b) => b.textContent).join();
        return pressed === '1,1' && JSON.stringify(table('result')) === sessionStorage.getItem('chosen') || pressed;`,
    'what is new is announced once, in words': `
        const live = '[role=status], [role=alert], [aria-live]', said = [];
        const text = (nodes) => [...nodes].map((node) => node.textContent).join(' ').replace(/\\s+/g, ' ').trim();
        new MutationObserver((all) => {
            const regions = new Set(all.map(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(live)).filter(Boolean));
            all.forEach(({ addedNodes }) => addedNodes.forEach((node) => node.querySelectorAll?.(live).forEach((inner) => regions.add(inner))));
            regions.forEach((region) => region.isConnected && text([region]) !== '' && said.push(text([region])));
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        const wrong = [];
        for (let k = 0; place().split(' of ')[0] !== place().split(' of ')[1] && k < 60; k++) {
            const before = document.getElementById('say').textContent;
            said.length = 0;
            await press(' ');
            const caption = text(document.querySelectorAll('#caption')), read = text(document.querySelectorAll('.left h2, .left .prose > :is(h1, h2, h3, h4, h5, h6, pre, p:not(.state)), .left .told > *'));
            const news = said.join('|'), told = news === (caption || read);
            if (said.length !== 1 || !told || news === before || !/[a-z]{2}/.test(news)) wrong.push([place(), [...said], caption || read]);
        }
        while (!(table('result')?.length > 1 && document.querySelector('td.from'))) await press('p');
        said.length = 0;
        await changed(() => document.querySelector('[data-role=result] td[data-row="1"][data-column="0"]').click());
        if (said.length !== 1 || said[0] !== document.querySelector('.how h3').textContent) wrong.push(['a cell', said]);
        return wrong.length === 0 || JSON.stringify(wrong.slice(0, 3));`,
    'a large table fills up while keys go on, and stays while cells are pointed at': `
        const files = new DataTransfer(), cells = () => document.querySelectorAll('td[data-row]').length;
        files.items.add(new File(['import torch\\na = torch.arange(4096.).reshape(64, 64)\\nb = a @ a\\nc = b + a\\n'], 'large.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => opened('large.py'));
        while (document.querySelectorAll('.tensor').length < 3) await press(' ');
        const first = cells(), at = place();
        await press(' ');
        await press('p');
        const again = cells(), back = place() === at;
        await until(filled);
        const whole = cells(), cell = document.querySelector('[data-role=result] td[data-row="60"][data-column="3"]');
        await changed(() => cell.click());
        const lit = document.querySelectorAll('[data-index="0"] td.from').length, kept = cell.isConnected && cell.matches('.here') && document.querySelectorAll('td.here').length === 1;
        return first < whole && again < whole && back && whole === 64 * 64 * 3 && kept && lit === 64 && cells() === whole || JSON.stringify([first, again, back, whole, kept, lit]);`,
    'questions are made while nobody does anything': `
        await until(() => document.body.dataset.prepared !== undefined);
        while (!document.querySelector('.ask')) await press(' ');
        return document.querySelector('.ask.prose').textContent.length > 40;`,
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
    'scores that a line scales stand on the way, before what it makes of them': `
        const wrong = [];
        for (const [name, title, stop, count] of [['two-heads', 'Two heads, written out twice', 12, 28], ['single-head', 'One head, in plain matrices', 7, 27]]) {
            await changed(() => { location.hash = '#lesson=' + name + '&at=stop-' + stop; });
            await until(() => idle() && opened(title));
            if (place() !== stop + ' of ' + count) wrong.push(place());
            const line = document.querySelector('li.now').textContent, scores = JSON.stringify(table('result'));
            await press(' ');
            if (document.querySelector('li.now').textContent !== line || JSON.stringify(table('input')) !== scores) wrong.push(line);
        }
        return wrong.length === 0 || JSON.stringify(wrong);`,
    'a large table says which part of it is seen, and leads to the rest': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nx = torch.arange(150.0)[:, None] + torch.arange(2.0)\\n'], 'long.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('long.py'));
        while (table('result')?.length !== 64) await press(' ');
        const first = () => [table('result')[0][0], document.querySelector('[data-role=result] .note').textContent], seen = [];
        await changed(() => document.querySelector('[data-role=result] td[data-row="60"]').click()); // in the same part nothing moves
        seen.push(...first());
        for (const label of ['rows below', 'rows below', 'rows above']) {
            await changed(() => document.querySelector('[data-role=result] [aria-label="' + label + '"]').click());
            await until(filled);
            seen.push(...first());
        }
        const [a, said, b, , c, , d] = seen;
        return [a, b, c, d].join() === '0.0,64.0,128.0,64.0' && said.includes('rows 0 to 63 of 150') || JSON.stringify(seen);`,
    'an exercise of a list is pressed, and leads back to it': `
        const name = (row) => row.querySelector('span').textContent, rows = () => [...document.querySelectorAll('.tasks li')], seen = [];
        const listed = () => rows().map((row) => row.textContent).join();
        for (const at of [-1, -2]) {
            if (at === -1) await changed(() => [...document.querySelectorAll('#band button')].at(-1).click());
            else {
                await changed(() => { location.hash = '#lesson=softmax&at=stop-22'; });
                await until(() => idle() && opened('Softmax in slow motion') && place() === '22 of 24');
            }
            const list = listed(), stop = place(), row = rows()[1];
            await changed(() => row.querySelector('button').click());
            seen.push(list !== '' && document.querySelector('.ask') !== null && rows().length === 0);
            await changed(() => button('\u25c0 All exercises').click());
            seen.push(listed() === list && place() === stop);
        }
        return seen.every(Boolean) || JSON.stringify(seen);`,
    'an option that was pressed is marked in words, and its stop by a sign': `
        while (!document.querySelector('.options')) await press(' ');
        const sign = () => document.querySelector('#band [aria-current]').textContent, signs = [sign()], marks = [];
        for (let k = 0; document.querySelector('.options'); k++) {
            await changed(() => document.querySelectorAll('.options button')[k].click());
            marks.push([...document.querySelectorAll('.mark')].at(-1)?.textContent ?? '');
            signs.push(sign());
        }
        const told = document.querySelector('.ask .told').textContent;
        return signs[0] === '?' && signs.at(-1) === '\\u2713' && marks.every((mark) => mark !== '') && document.querySelectorAll('.mark.right').length === 1
            && document.querySelectorAll('.answers li').length > 1 && !/Enter|Space/.test(told) || JSON.stringify([signs, marks, told]);`,
    'other ways are shown outside of the five moves, by buttons that say which': `
        await changed(() => { location.hash = '#lesson=by-hand&at=stop-15'; });
        await until(() => idle() && button('Step by step'));
        await changed(() => button('Step by step').click());
        await changed(() => button('What if?').click());
        const names = [], roles = () => [...document.querySelectorAll('.tensor')].map(({ dataset }) => dataset.role).join();
        names.push([document.querySelector('.moves'), document.querySelector('.message').textContent, roles()]);
        await changed(() => button('Wrong way 2').click());
        names.push([document.querySelector('.message').textContent, roles()]);
        await changed(() => button('The input').click());
        names.push([document.querySelector('.message'), roles()]);
        return JSON.stringify(names) === JSON.stringify([[null, 'Wrong way 1 of 2.', 'input,result,wrong'], ['Wrong way 2 of 2.', 'input,result,wrong'], [null, 'input,result']]) || JSON.stringify(names);`,
    'what a mistake makes nan says why': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.tensor([[1., 0.], [0., 1.], [1., 1.]])\\nscores = q @ q.T\\npadding = torch.tensor([[0, 0, 1]]).bool()\\nscores = scores.masked_fill(padding, -torch.inf)\\nweights = torch.softmax(scores, dim=-1)\\nz = weights @ q\\n'], 'padded.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('padded.py'));
        while (!document.querySelector('[data-role=result][data-name=weights]')) await press(' ');
        await changed(() => button('What if?').click());
        const wrong = table('wrong').flat(), told = document.querySelector('.instead').textContent;
        return wrong.includes('nan') && told.includes('nan is no number') && told.includes('0 / 0') && table('input').length === 3 || JSON.stringify([wrong, told]);`,
    'tables that are compared have one scale, and the legend tells it': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\na = torch.tensor([[1., -2.], [4., 0.]])\\nb = torch.tensor([[4., 1.], [1., 1.]])\\nc = a + b\\nw = torch.softmax(c, dim=-1)\\n'], 'scales.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('scales.py'));
        const backs = [...document.querySelectorAll('.tensor td[data-row]')].filter((cell) => Number(cell.title) === 1).map((cell) => getComputedStyle(cell).backgroundColor);
        const legend = () => document.querySelector('.legend').textContent, sum = legend();
        await press(' ');
        return backs.length === 5 && new Set(backs).size === 1 && sum.startsWith('-5  5 ') && /0 +1/.test(legend()) || JSON.stringify([backs, sum, legend()]);`,
    'a run before has the scale of the run now': `
        while (!(table('result') && /softmax|weights/.test(document.querySelector('.caption').textContent))) await press(' ');
        await changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ':', bubbles: true })));
        const field = await until(() => document.querySelector('dialog input'));
        field.value = 'set seed=5';
        await changed(() => button('Do it').click());
        await until(() => idle() && document.querySelector('.tensor[data-role=before]'));
        return document.querySelectorAll('.legend i[style]').length === 1 || document.querySelector('.legend').textContent;`,
    'another place ends what if': `
        await changed(() => { location.hash = '#lesson=masks&at=stop-16'; });
        await until(() => idle() && button('What if?'));
        const wrong = () => document.querySelector('.tensor[data-role=wrong]') !== null, seen = [], at = place();
        await changed(() => button('What if?').click());
        seen.push(wrong());
        await press(' ');
        await press('p');
        seen.push(wrong(), place() === at);
        await changed(() => button('What if?').click());
        seen.push(wrong());
        await changed(() => document.querySelectorAll('#band button')[3].click());
        await changed(() => document.querySelectorAll('#band button')[15].click());
        seen.push(wrong(), place() === at);
        return seen.join() === 'true,false,true,true,false,true' || seen.join();`,
    'no frame covers a number, however tight its table is': `
        const files = new DataTransfer();
        const text = 'import torch\\ntorch.manual_seed(2)\\nx = -torch.rand(6, 6)\\ny = x @ torch.rand(6, 6)\\nz = x @ torch.rand(6, 4)\\nw = -torch.rand(9, 12)\\nv = w + 0.25\\nu = w @ torch.rand(12, 2)\\nt = w - torch.rand(9, 12)\\n';
        files.items.add(new File([text], 'tight.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('tight.py'));
        const wrong = [], range = document.createRange();
        let frames = 0;
        const look = () => document.querySelectorAll('td.here, td.from').forEach((cell) => {
            const { outlineWidth, outlineOffset } = getComputedStyle(cell), inside = -parseFloat(outlineOffset), outside = parseFloat(outlineWidth) - inside;
            const box = cell.getBoundingClientRect(), row = [...cell.parentNode.querySelectorAll('td[data-row]')], at = row.indexOf(cell);
            const sides = (td) => { range.selectNodeContents(td); return range.getBoundingClientRect(); };
            const room = [sides(cell).left - box.left - inside, box.right - inside - sides(cell).right,
                row[at - 1] ? box.left - outside - sides(row[at - 1]).right : 0, row[at + 1] ? sides(row[at + 1]).left - box.right - outside : 0];
            frames++;
            if (cell.textContent !== '' && Math.min(...room) < -0.1) wrong.push([place(), cell.className, cell.textContent, ...room.map((gap) => gap.toFixed(1))].join(' '));
        });
        for (let k = 0; k < 2; k++, button('Present')?.click()) {
            for (let last = ''; last !== place(); await press(k ? 'p' : ' ')) {
                last = place();
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                look();
            }
        }
        return frames > 40 && wrong.length === 0 || JSON.stringify([frames, wrong.length, wrong.slice(0, 8)]);`,
    'a link holds the numbers that were turned, and leads to them in the tab that is open': `
        while (!table('result')) await press(' ');
        const set = async (value) => {
            button('Numbers').click();
            document.querySelector('dialog input[aria-label=T]').value = value;
            await changed(() => button('Run').click());
        };
        await set('6');
        button('Link').click();
        const link = await until(() => /^\\S+#.*/.exec(document.querySelector('dialog pre')?.textContent ?? '')?.[0]), there = place();
        document.querySelector('dialog').close();
        button('Numbers').click();
        await changed(() => button('Back to the lesson').click());
        const own = table('result').length, notes = [...document.querySelectorAll('.note')].map((note) => note.textContent).filter((text) => /differ|as it was written/.test(text)).join();
        location.hash = new URL(link).hash;
        await until(() => idle() && table('result')?.length === 6);
        return link.endsWith('&set=T%3D6') && own !== 6 && notes === '' && place() === there || JSON.stringify([link, own, notes, place()]);`,
    'a page that is loaded anew stays where it was, in its lesson and with its numbers': `
        button('Numbers').click();
        (await until(() => document.querySelector('dialog input[aria-label=T]'))).value = '5';
        await changed(() => button('Run').click());
        await changed(() => document.querySelectorAll('#band button')[4].click());
        sessionStorage.setItem('place', JSON.stringify([document.getElementById('title').textContent, place(), table('result')]));
        location.reload();
        return place().startsWith('5 of');`,
    '  after a reload': `
        await until(() => document.body.dataset.ready !== undefined);
        return JSON.stringify([document.getElementById('title').textContent, place(), table('result')]) === sessionStorage.getItem('place');`,
    'own code stays when the page is loaded anew': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nq = torch.ones(3, 2)\\ns = q + 41\\n'], 'stays.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('stays.py'));
        location.reload();
        return true;`,
    '  and is there': `
        await until(() => document.body.dataset.ready !== undefined);
        return opened('stays.py');`,
    'an own notebook that was edited stays when the page is loaded anew': `
        const files = new DataTransfer(), cell = (type, source) => ({ cell_type: type, source });
        const cells = [cell('markdown', '# Heads\\n\\nSome words.'), cell('code', 'import torch\\nhead_size = 16'), cell('code', 'x = torch.ones(2, head_size)\\ny = x + 1\\nz = y * 3')];
        files.items.add(new File([JSON.stringify({ cells })], 'heads.ipynb'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('heads.ipynb'));
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = field.value.replace('head_size = 16', 'head_size = 4').replace(/^# %%.*\\n/, '');
        await changed(() => button('Run it').click());
        await press(' ');
        sessionStorage.setItem('place', JSON.stringify([document.getElementById('title').textContent, place(), table('result')]));
        location.reload();
        return table('result')[0].length === 4 || place();`,
    '  with its edit, at its place': `
        await until(() => document.body.dataset.ready !== undefined);
        const here = JSON.stringify([document.getElementById('title').textContent, place(), table('result')]);
        return here === sessionStorage.getItem('place') && !document.querySelector('dialog').open || here;`,
    '  and from its link': `
        button('Link').click();
        const link = await until(() => /#code=.*/.exec(document.querySelector('dialog pre')?.textContent ?? ''));
        Object.keys(sessionStorage).forEach((key) => key.startsWith('qkv-own') && sessionStorage.removeItem(key));
        history.replaceState(null, '', link[0]);
        location.reload();
        return true;`,
    '  which waits for a press, too': `
        await until(() => document.body.dataset.ready !== undefined);
        const waits = !opened('heads.ipynb');
        button('Run it').click();
        const here = () => JSON.stringify([document.getElementById('title').textContent, place(), table('result')]);
        await until(() => idle() && (document.querySelector('dialog').open || here() === sessionStorage.getItem('place')));
        return waits && !document.querySelector('dialog').open || document.querySelector('dialog').innerText;`,
    'a lesson that was edited stays, with its exercises and at its stop, when the page is loaded anew': `
        const at = (name, stop, of) => until(() => idle() && opened(name) && place() === stop + ' of ' + of);
        await changed(() => { location.hash = '#lesson=softmax&at=stop-9'; });
        await at('Softmax in slow motion', 9, 24);
        button('Edit').click();
        const field = await until(() => document.querySelector('textarea.inline'));
        field.value += '\\n# mine\\n';
        await changed(() => button('Run it').click());
        location.reload();
        return place() === '9 of 24' && location.hash.startsWith('#lesson=softmax&at=stop-9') || location.hash;`,
    '  as it was': `
        await until(() => document.body.dataset.ready !== undefined);
        const there = place(), mine = [...document.querySelectorAll('ol.code li')].some((line) => line.textContent.includes('# mine'));
        button('Link').click();
        const link = await until(() => /#.*code=.*/.exec(document.querySelector('dialog pre')?.textContent ?? ''));
        document.querySelector('dialog').close();
        await changed(() => button('Undo the edit').click());
        const back = document.body.innerText.includes('# mine') || button('Undo the edit') !== undefined;
        history.replaceState(null, '', link[0]);
        location.reload();
        return there === '9 of 24' && mine && !back || JSON.stringify([there, mine, back, place()]);`,
    '  and from a link that holds it': `
        await until(() => document.body.dataset.ready !== undefined);
        await changed(() => button('Run it').click());
        await until(() => idle() && place() === '9 of 24');
        const mine = document.querySelector('ol.code').textContent.includes('# mine');
        return mine && opened('Softmax in slow motion') || document.body.innerText;`,
    'an edit is undone by a button and by keys, and the text as it was opened is a press away': `
        while (!table('result')) await press(' ');
        const text = () => document.querySelector('ol.code').textContent, was = text(), stop = place(), seen = [];
        const write = async (more) => {
            button('Edit').click();
            const field = await until(() => document.querySelector('textarea.inline'));
            field.value += more;
            await changed(() => button('Run it').click());
        };
        await write('\\n# one\\n');
        await write('\\n# two\\n');
        seen.push(text().includes('# one') && text().includes('# two'));
        await changed(() => button('Undo the edit').click());
        seen.push(text().includes('# one') && !text().includes('# two') && place() === stop);
        await write('\\n# three\\n');
        await changed(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true })));
        seen.push(text().includes('# one') && !text().includes('# three'));
        await write('\\n# four\\n');
        await changed(() => button('Original').click());
        seen.push(text() === was && place() === stop && !button('Undo the edit') && location.hash.startsWith('#lesson=masks&'));
        return seen.every(Boolean) || JSON.stringify([seen, text(), location.hash]);`,
    'what a browser kept and cannot be read is left, and the page begins': `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\nx = torch.ones(2)\\n'], 'odd.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('odd.py'));
        const key = Object.keys(sessionStorage).find((name) => name.startsWith('qkv-own'));
        sessionStorage.setItem(key, JSON.stringify({ what: 'open', name: 'odd.ipynb', text: '{' }));
        location.reload();
        return true;`,
    '  with what it would have shown': `
        await until(() => document.body.dataset.ready !== undefined);
        const said = document.querySelector('dialog').innerText;
        return opened('Attention by hand') && said.includes('odd.ipynb') && !said.includes('started anew') || said;`,
    'a lesson that is not there leads to the first one': `
        location.hash = '#lesson=nothing&at=stop-3';
        location.reload();
        return true;`,
    '  and says so': `
        await until(() => document.body.dataset.ready !== undefined);
        const said = document.querySelector('dialog').innerText;
        return opened('Attention by hand') && said.includes('there is no lesson nothing') && !said.includes('started anew') || said;`,
    'the first place leads to the lesson before, and is disabled where there is none': `
        const title = () => document.getElementById('title').textContent;
        await changed(() => button('\\u25c0 Lesson before').click());
        const [before, at] = [title(), place().split(' of ')];
        button('Lessons').click();
        await changed(() => document.querySelector('dialog li button').click());
        await until(() => idle() && place() === '1 of 24');
        const first = document.querySelector('#keys button');
        return before !== 'Masks' && at[0] === at[1] && first.disabled && first.title !== '' || JSON.stringify([before, at, first.title]);`,
    'a lesson is called in its title as in the list, and where another one leads to it': `
        button('Lessons').click();
        const titles = [...document.querySelectorAll('dialog li button')].map((b) => b.textContent), at = titles.indexOf(document.getElementById('title').textContent);
        document.querySelector('dialog').close();
        const all = document.querySelectorAll('#band button');
        await changed(() => all[all.length - 1].click());
        const says = button('Next').textContent;
        await press(' ');
        await until(() => idle() && opened(titles[at + 1]));
        return at > 0 && says === 'Next lesson: ' + titles[at + 1] + ' \u25b6' || says;`,
    'a step beside the stops is counted as a step, and is there when the page is loaded anew': `
        await changed(() => { location.hash = '#lesson=two-heads&at=stop-5'; });
        await until(() => idle() && place() === '5 of 28');
        await changed(() => button('Where from?').click());
        sessionStorage.setItem('place', place());
        location.reload();
        return /^step \\d+ of \\d+$/.test(place()) || place();`,
    '  at the same one': `
        await until(() => document.body.dataset.ready !== undefined);
        const there = place();
        await press(' ');
        return there === sessionStorage.getItem('place') && place() === '5 of 28' || JSON.stringify([there, place()]);`,
    'a word of a label is explained by a press, and all others are a press away': `
        const dialog = document.querySelector('dialog'), told = () => until(() => dialog.open && dialog.querySelector('dl')?.textContent);
        while (!table('result')) await press(' ');
        const early = button('new storage');
        await changed(() => { location.hash = '#lesson=two-heads&at=stop-5'; });
        await until(() => idle() && place() === '5 of 28');
        await changed(() => button('new storage').click());
        const storage = await told();
        dialog.close();
        await new Promise((later) => setTimeout(later, 100));
        await until(idle);
        await changed(() => button('Words').click());
        const here = await told();
        await changed(() => [...dialog.querySelectorAll('details button')].find((b) => b.textContent === 'dropout').click());
        const other = await told();
        return early === undefined && storage.startsWith('storage') && here.startsWith('softmax') && !here.includes(':what') && other.startsWith('dropout') || JSON.stringify([storage, here, other]);`,
    'words of a softmax\u2019s moves are explained by a press': `
        await changed(() => { location.hash = '#lesson=by-hand&at=stop-15'; });
        while (!button('Step by step')) await press(' ');
        await changed(() => button('Step by step').click());
        const found = [], dialog = document.querySelector('dialog');
        for (let k = 0; k < 5; k++) {
            found.push([...document.querySelectorAll('.caption .word')].map((term) => term.textContent).join());
            await press(' ');
        }
        await press('p');
        while (!document.querySelector('.caption .word')) await press('p');
        const asked = document.querySelector('.caption .word');
        await changed(() => asked.click());
        const told = await until(() => dialog.open && dialog.querySelector('dl')?.textContent);
        return found.filter((words) => words !== '').length > 1 && told.length > 40 || JSON.stringify([found, told]);`,
    'code that is written over a lesson is called its own, and is not held against the lesson': `
        while (!table('result')) await press(' ');
        button('Code').click();
        const field = await until(() => document.querySelector('dialog textarea'));
        field.value = 'import torch\\nmine = torch.ones(3, 2)\\nmore = mine + 41\\n';
        await changed(() => button('Run it').click());
        await until(() => idle() && opened('your-code.py'));
        while (!table('result')) await press(' ');
        return !button('The run before') && !document.querySelector('[data-role=before]') && table('result')[0][0] === '42.0';`,
    'a number beside the result tells where it stands': `
        await changed(() => { location.hash = '#lesson=by-hand&at=stop-15'; });
        await until(() => idle() && button('What if?'));
        await changed(() => button('What if?').click());
        const cell = document.querySelector('[data-role=wrong] td[data-row]');
        cell.click();
        const told = document.querySelector('figure > .number').textContent;
        return told.endsWith(': ' + cell.title) && told.startsWith('softmax, row ') && document.getElementById('say').textContent === told || told;`,
    'a dialog is closed at its top, and by a press beside it': `
        button('Lessons').click();
        document.querySelector('dialog .shut').click();
        const top = document.querySelector('dialog').open;
        button('Lessons').click();
        const beside = (type) => document.querySelector('dialog').dispatchEvent(new PointerEvent(type, { clientX: 2, clientY: 2, bubbles: true }));
        ['pointerdown', 'click'].forEach(beside);
        return !top && !document.querySelector('dialog').open;`,
    'dark or light is remembered': `
        button('\\u25d0').click();
        sessionStorage.setItem('theme', document.documentElement.dataset.theme);
        location.reload();
        return true;`,
    '  as it was chosen': `
        await until(() => document.body.dataset.ready !== undefined);
        const same = document.documentElement.dataset.theme === sessionStorage.getItem('theme');
        localStorage.removeItem('qkv-theme');
        return same;`,
    'text of a file is text': `
        const files = new DataTransfer();
        const text = '# A <b>title</b>\\n\\n<img src=x onerror="window.bad = 1"> [a](javascript:bad=1) <script>window.bad = 1</' + 'script>\\n\\n~~~python\\nimport torch\\nx = torch.ones(2)  # <script>window.bad = 1</' + 'script>\\ny = x + 1\\n~~~\\n';
        files.items.add(new File([text.replaceAll('~~~', String.fromCharCode(96).repeat(3))], 'bad.md'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        for (let k = 0; k < 4; k++) await press(' ');
        return window.bad === undefined && document.querySelector('main img, main script, main a') === null;`,
};

// What is done on a telephone; each begins in a lesson at a stop.
const cut = `const cut = () => [...document.querySelectorAll('#keys button, #keys .place')].filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight || part.scrollWidth > part.clientWidth + 1;
}).map((part) => part.textContent);`;
export const touched = {
    'single-head&at=stop-4': ['a sum of twelve products is whole, each beside the sum so far', `
        const value = (node) => Number(node.textContent.replace('= ', '')), wrong = [];
        let sum = 0;
        document.querySelector('.how').scrollIntoView();
        for (const pair of document.querySelectorAll('.pairs li[title]')) {
            const [a, b] = [...pair.querySelectorAll('.factor')].map((node) => Number(node.title)), [gives, grows] = ['.gives', '.grows'].map((name) => pair.querySelector(name));
            sum += a * b;
            const cut = [...pair.children].filter((node) => node.getBoundingClientRect().right > innerWidth - 12 || node.scrollWidth > node.clientWidth + 1);
            if (cut.length > 0 || Math.abs(value(gives) - a * b) > 1e-4 || Math.abs(value(grows) - sum) > 1e-4) wrong.push([pair.textContent, cut.length]);
        }
        return document.querySelectorAll('.pairs li').length === 13 && document.querySelector('.sofar').innerText.includes('sum so far') && wrong.length === 0 || JSON.stringify(wrong);`],
    'masks&at=stop-1': ['long code from a link can be run without scrolling', `
        const files = new DataTransfer();
        files.items.add(new File(['import torch\\n', ...[...Array(60).keys()].map((k) => 'x' + k + ' = torch.ones(' + (k + 1) + ')\\n')], 'long.py'));
        await changed(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })));
        await until(() => idle() && opened('long.py'));
        button('Link').click();
        const seen = (name) => { const { top, bottom } = button(name).getBoundingClientRect(); return top > 0 && bottom <= innerHeight; };
        const link = await until(() => /#code=.*/.exec(document.querySelector('dialog pre')?.textContent ?? '')), copy = seen('Copy');
        document.querySelector('dialog').close();
        location.hash = link[0];
        await until(() => button('Run it'));
        const box = document.querySelector('dialog').getBoundingClientRect(), under = document.elementFromPoint(innerWidth / 2, box.bottom - 4);
        return copy && seen('Run it') && under.closest('.row, dialog > :last-child') !== null || JSON.stringify([copy, seen('Run it'), under.className]);`],
    'by-hand&at=stop-15': ['nothing of the bar is cut, whatever is in it', `${cut}
        const found = [...cut()];
        await changed(() => button('Step by step').click());
        found.push(...cut());
        button('Present').click();
        found.push(...cut(), ...button('Leave') ? [] : ['no way out']);
        button('Leave').click();
        for (let k = 0; k < 9; k++) {
            await press(' ');
            found.push(...cut());
        }
        return found.length === 0 || JSON.stringify(found);`],
    'by-hand&at=stop-6': ['the cell that is framed opens its arithmetic, which can be closed in four ways', `
        const open = () => getComputedStyle(document.querySelector('.how')).position === 'sticky', ways = [], here = () => document.querySelector('td.here');
        for (const close of [() => here().click(), () => document.querySelector('.how .shut').click(), () => document.querySelector('.caption').click(),
            () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))]) {
            const before = open();
            here().click();
            const { bottom } = here().getBoundingClientRect();
            ways.push(!before && open() && bottom <= document.querySelector('.how').getBoundingClientRect().top);
            close();
            ways.push(!open());
        }
        return ways.every(Boolean) || JSON.stringify(ways);`],
    'masks&at=stop-4': ['what a wrong way is, is in sight when it is pressed', `
        while (!button('What if?')) await press(' ');
        const main = document.getElementById('main');
        main.scrollTop = main.scrollHeight;
        const before = document.querySelector('.caption').getBoundingClientRect().top;
        await changed(() => button('What if?').click());
        await new Promise((resolve) => setTimeout(resolve, 200));
        const { top, bottom } = document.querySelector('.instead').getBoundingClientRect(), room = main.getBoundingClientRect();
        return before < 0 && top >= room.top && bottom <= room.bottom || JSON.stringify([before, top, bottom]);`],
    'words-to-vectors&at=stop-16': ['a result below its factors has heads, in line with those above it', `
        const heads = [1, 2].map((k) => [...document.querySelectorAll('[data-index="' + k + '"] thead th[scope=col]')]);
        const lefts = heads.map((list) => list.map((head) => Math.round(head.getBoundingClientRect().left)).join());
        return heads[1].length === 3 && heads[1].every((head) => head.getBoundingClientRect().height > 8) && lefts[0] === lefts[1] || JSON.stringify(lefts);`],
    'by-hand&at=stop-22': ['rows of a table in a question stay whole', `
        let seen = 0;
        for (let k = 0; k < 9 && seen < 2; k++) {
            await changed(() => button(k === 0 ? 'Answer the next' : 'Solution').click());
            for (const pre of document.querySelectorAll('.ask pre')) {
                const lines = pre.textContent.replace(/\\n$/, '').split('\\n').length, { lineHeight, paddingTop, paddingBottom } = getComputedStyle(pre);
                seen++;
                if (pre.clientHeight > lines * parseFloat(lineHeight) + parseFloat(paddingTop) + parseFloat(paddingBottom) + 20) return pre.textContent;
            }
            if (button('The next open one')) await changed(() => button('The next open one').click());
        }
        return seen > 1 || 'none was seen';`],
    'two-heads&at=stop-26': ['a line that is chosen stays so, and what is said of it comes into sight', `
        const chosen = () => document.querySelector('input[name=line]:checked')?.value, lines = () => document.querySelectorAll('input[name=line]');
        await changed(() => button('Answer the next').click());
        for (let k = 0; k < 9 && lines().length === 0; k++) {
            await changed(() => button('Solution').click());
            await changed(() => button('The next open one').click());
        }
        button('Answer').click();
        const asked = !lines()[0].validity.valid;
        lines()[3].click();
        await changed(() => button('Answer').click());
        await new Promise((resolve) => setTimeout(resolve, 200));
        const { top, bottom } = document.querySelector('.told').getBoundingClientRect(), edge = document.querySelector('nav.way').getBoundingClientRect().top;
        return asked && chosen() === '4' && top > 0 && Math.min(bottom, top + 20) <= edge || JSON.stringify([asked, chosen(), top, bottom, edge]);`],
    'masks&at=stop-21': ['lines of code to choose from do not run together', `
        const lines = [...document.querySelectorAll('.ask .lines li')], range = document.createRange();
        const folded = lines.map((line) => { range.selectNodeContents(line.querySelector('span')); return [...range.getClientRects()].map(({ left }) => left); }).filter((rows) => rows.length > 1);
        const apart = lines.slice(1).every((line) => parseFloat(getComputedStyle(line).borderTopWidth) > 0);
        return folded.length > 0 && folded.every(([first, ...rest]) => rest.every((left) => left > first + 8)) && apart || [folded, apart];`],
    'masks&at=stop-15': ['the moves of a softmax are as wide as the screen', `
        while (!button('Step by step')) await press(' ');
        await changed(() => button('Step by step').click());
        const wide = [];
        for (let k = 0; k < 5; k++) {
            const scroll = document.querySelector('.moves').closest('.scroll'), cut = [...document.querySelectorAll('.moves :is(.number, th, th button)')].filter((at) => at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0);
            if (scroll.scrollWidth > scroll.clientWidth + 1 || document.documentElement.scrollWidth > innerWidth || cut.length > 0) wide.push([k, scroll.scrollWidth, scroll.clientWidth, cut.map((at) => at.textContent)]);
            await press(' ');
        }
        return wide.length === 0 || JSON.stringify(wide);`],
    'by-hand&at=stop-3': ['rows of a matrix stay whole in narrow code', `
        while (!document.querySelector('ol.code .piece')) await press(' ');
        const broken = [...document.querySelectorAll('ol.code .piece')].filter((piece) => piece.getClientRects().length > 1);
        return broken.length === 0 || broken.map((piece) => piece.textContent).join();`],
    'two-heads&at=stop-5': ['the row of the last move is in sight', `
        while (!button('Step by step')) await press(' ');
        await changed(() => button('Step by step').click());
        for (let k = 0; k < 4; k++) await press(' ');
        await new Promise((later) => setTimeout(later, 1500));
        const row = document.querySelector('.moves tr.now th').getBoundingClientRect(), way = document.querySelector('nav.way').getBoundingClientRect();
        return row.bottom <= way.top && row.top >= 48 || [row.top, row.bottom, way.top];`],
    'weight-splits&at=stop-2': ['heads of rows hide what is scrolled below them', `
        const wide = () => [...document.querySelectorAll('.scroll')].find((at) => at.scrollWidth > at.clientWidth + 120);
        while (!wide()) await press(' ');
        const box = wide();
        box.scrollIntoView({ block: 'center' });
        box.scrollLeft = box.scrollWidth;
        const left = box.getBoundingClientRect().left, wrong = [];
        for (const head of box.querySelectorAll('tbody th[scope=row]')) {
            const { right, top, bottom } = head.getBoundingClientRect();
            for (let x = left + 1; x < right - 1; x += 2) if (document.elementFromPoint(x, (top + bottom) / 2)?.closest('td[data-row]')) wrong.push(x);
        }
        return wrong.length === 0 || JSON.stringify(wrong.slice(0, 9));`],
};
