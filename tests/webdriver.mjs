// Drives browsers for tests, one way to drive each: Chromium and WebKitGTK by their drivers (WebDriver over
// HTTP), Firefox by Marionette, the wire that its driver would speak; and a count of what was found.
//     await within(async () => { await go(url); tell(await run('arguments[0](document.title)') === 'x', 'a title'); });
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const port = 9200 + process.pid % 700;
const SCRIPTS = { script: 600000, pageLoad: 300000 }; // milliseconds that they may take

// What is asked of a driver: its way over HTTP, its name on Firefox's wire.
const asks = {
    begin: ['POST', '', 'NewSession'],
    end: ['DELETE', '', 'DeleteSession'],
    go: ['POST', '/url', 'Navigate'],
    run: ['POST', '/execute/async', 'ExecuteAsyncScript'],
    act: ['POST', '/actions', 'PerformActions'],
};

class Http {
    constructor(program, ...args) {
        this.driver = spawn(program, [`--port=${port}`, ...args], { stdio: 'ignore', detached: true });
        this.session = '';
    }
    async ready() {
        for (let k = 0; k < 100; k++) {
            try { return await fetch(`http://127.0.0.1:${port}/status`); } catch { await sleep(100); }
        }
        throw new Error('the driver does not answer');
    }
    async send(method, path, body = {}) {
        const url = `http://127.0.0.1:${port}/session${this.session}${path}`;
        const answer = await fetch(url, { method, body: method === 'POST' ? JSON.stringify(body) : undefined });
        const { value } = await answer.json();
        if (value?.error !== undefined && value.message !== undefined) throw new Error(`${value.error}: ${value.message.slice(0, 500)}`);
        return value;
    }
    async ask(what, body) {
        const value = await this.send(asks[what][0], asks[what][1], body);
        if (what === 'begin') this.session = `/${value.sessionId}`;
        return value;
    }
    // With what the driver itself began: they are one group.
    kill() { try { process.kill(-this.driver.pid); } catch { /* it has ended */ } }
}

// Messages are "LENGTH:[0,ID,NAME,PARAMETERS]"; answers "LENGTH:[1,ID,ERROR,RESULT]", after a greeting.
class Marionette {
    constructor(program) {
        this.profile = mkdtempSync(join(tmpdir(), 'profile-'));
        writeFileSync(join(this.profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
        this.driver = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', this.profile],
            { stdio: 'ignore', detached: true, env: { ...process.env, HOME: this.profile } });
        this.waiting = new Map();
        this.count = 0;
        this.left = Buffer.alloc(0);
    }
    async ready() {
        for (let k = 0; k < 300 && this.wire === undefined; k++) {
            this.wire = await new Promise((resolve) => {
                const wire = connect(port, '127.0.0.1', () => resolve(wire)).on('error', () => resolve(undefined));
            });
            if (this.wire === undefined) await sleep(100);
        }
        if (this.wire === undefined) throw new Error('Firefox does not answer');
        this.wire.on('data', (data) => this.hear(data));
    }
    hear(data) {
        this.left = Buffer.concat([this.left, data]);
        for (let colon; (colon = this.left.indexOf(':')) > 0;) {
            const end = colon + 1 + Number(this.left.subarray(0, colon).toString());
            if (this.left.length < end) return;
            const message = JSON.parse(this.left.subarray(colon + 1, end).toString());
            this.left = this.left.subarray(end);
            if (Array.isArray(message)) this.waiting.get(message[1])?.(message);
        }
    }
    async ask(what, parameters = {}) {
        const id = ++this.count, text = JSON.stringify([0, id, `WebDriver:${asks[what][2]}`, parameters]);
        this.wire.write(`${Buffer.byteLength(text)}:${text}`);
        const [, , error, result] = await new Promise((resolve) => this.waiting.set(id, resolve));
        if (error !== null) throw new Error(`${error.error}: ${error.message.slice(0, 500)}`);
        return what !== 'begin' && result !== null && 'value' in result ? result.value : result;
    }
    kill() {
        this.wire?.destroy();
        try { process.kill(-this.driver.pid); } catch { /* it has ended */ }
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

// MiniBrowser lies beside WebKit's library.
function miniBrowser() {
    const libraries = `/usr/lib/${execFileSync('uname', ['-m']).toString().trim()}-linux-gnu`;
    const folder = readdirSync(libraries).filter((name) => name.startsWith('webkit2gtk-')).at(-1) ?? '';
    const path = join(libraries, folder, 'MiniBrowser');
    return existsSync(path) ? path : undefined;
}

const kinds = {
    // A host leads to `port` of this machine, and what is asked for is written down, where that is wished.
    chromium: ({ host, port }) => ({ driver: new Http('chromedriver'), wishes: {
        'goog:chromeOptions': {
            args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1280,900',
                ...port ? [`--host-resolver-rules=MAP ${host} 127.0.0.1:${port}, MAP * ~NOTFOUND`] : []],
            ...port ? { perfLoggingPrefs: { enableNetwork: true, enablePage: false } } : {},
        },
        'goog:loggingPrefs': { browser: 'ALL', ...port ? { performance: 'ALL' } : {} } } }),
    firefox: () => ({ driver: new Marionette('firefox-esr'), wishes: {} }),
    webkit: () => ({ driver: new Http('WebKitWebDriver'), wishes: {
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } } }),
};

// --- the browser that is driven ---

let wire = null, failed = 0;

export const tell = (ok, what) => {
    console.log(`${ok ? 'ok' : 'FAIL'} ${what}`);
    failed += ok ? 0 : 1;
};

// Even where only the part behind # is another one the page is opened anew.
export async function go(url) {
    await wire.ask('go', { url: 'about:blank' });
    await wire.ask('go', { url });
}

// A script that ends by calling its last argument.
export const run = (script, ...args) => wire.ask('run', { script, args });

// Keys as a person presses them: each a sign, or one of WebDriver's (Enter is \ue007).
export function keys(text) {
    const actions = [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    return wire.ask('act', { actions: [{ type: 'key', id: 'keys', actions }] });
}

// What Chromium alone has: the rest of its driver, its inspector, and lines of a log since they were read last.
export const ask = (method, path, body) => wire.send(method, path, body);
export const inspect = (cmd, params = {}) => ask('POST', '/goog/cdp/execute', { cmd, params });
export const log = (type) => ask('POST', '/se/log', { type });

// The console of all pages that were opened since it was asked last.
export async function silent() {
    const said = (await log('browser')).filter(({ level }) => level === 'SEVERE');
    tell(said.length === 0, `the console is silent${said.map(({ message }) => `: ${message.slice(0, 200)}`).join('')}`);
}

// Runs the tests in a browser, whatever fails, and ends what was begun. The tests are told what it is called.
export async function within(tests, kind = 'chromium', wish = {}) {
    const { driver, wishes } = kinds[kind](wish);
    wire = driver;
    try {
        await wire.ready();
        const { capabilities } = await wire.ask('begin', { capabilities: { alwaysMatch: { ...wishes, timeouts: SCRIPTS } } });
        await tests(`${capabilities.browserName} ${capabilities.browserVersion}`);
    } catch (failure) {
        tell(false, String(failure.stack));
    } finally {
        try { await wire.ask('end'); } catch { /* it was not begun */ }
        wire.kill();
    }
    process.exitCode = failed > 0 ? 1 : 0;
}
