// Chromium, driven by chromedriver, and a count of what was found: what tests in a browser share.
import { spawn } from 'node:child_process';

const port = 9200 + process.pid % 700, base = `http://127.0.0.1:${port}`;
const driver = spawn('chromedriver', [`--port=${port}`], { stdio: 'ignore' });
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let session = '', failed = 0;

export const tell = (ok, what) => {
    console.log(`${ok ? 'ok' : 'FAIL'} ${what}`);
    failed += ok ? 0 : 1;
};

export async function ask(method, path, body) {
    const answer = await fetch(base + session + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error !== undefined) throw new Error(`${value.error}: ${value.message.slice(0, 500)}`);
    return value;
}

// A script that ends by calling its last argument.
export const run = (script, ...args) => ask('POST', '/execute/async', { script, args });

async function start() {
    for (let k = 0; k < 100; k++) {
        try { await ask('GET', '/status'); break; } catch { await sleep(100); }
    }
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1280,900'];
    const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: {
        'goog:chromeOptions': { args }, 'goog:loggingPrefs': { browser: 'ALL' }, timeouts: { script: 600000 } } } });
    session = `/session/${sessionId}`;
}

// The console of all pages that were opened since it was asked last.
export async function silent() {
    const said = (await ask('POST', '/se/log', { type: 'browser' })).filter(({ level }) => level === 'SEVERE');
    tell(said.length === 0, `the console is silent${said.map(({ message }) => `: ${message.slice(0, 200)}`).join('')}`);
}

// Runs the tests, whatever fails, and ends what was begun.
export async function within(tests) {
    try {
        await start();
        await tests();
    } catch (failure) {
        tell(false, String(failure.stack));
    } finally {
        try { await ask('DELETE', ''); } catch { /* it was not begun */ }
        driver.kill();
    }
    process.exitCode = failed > 0 ? 1 : 0;
}
