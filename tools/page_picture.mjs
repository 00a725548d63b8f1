// A picture of a page in Chromium, driven by chromedriver:
//     node tools/page_picture.mjs PAGE.html '#lesson=masks&at=stop-5' WIDTHxHEIGHT OUT.png [SELECTOR ...]
// What the selectors find is pressed before.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [page, place, size, out, ...pressed] = process.argv.slice(2), [width, height] = size.split('x').map(Number);
const port = 9200 + process.pid % 700, driver = spawn('chromedriver', [`--port=${port}`], { stdio: 'ignore' });
let session = '';
const ask = async (method, path, body) => (await (await fetch(`http://127.0.0.1:${port}${session}${path}`, { method, body: body && JSON.stringify(body) })).json()).value;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

for (let k = 0; k < 100; k++) { try { await ask('GET', '/status'); break; } catch { await sleep(100); } }
const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-prefers-reduced-motion'];
session = `/session/${(await ask('POST', '/session', { capabilities: { alwaysMatch: { 'goog:chromeOptions': { args } } } })).sessionId}`;
await ask('POST', '/chromium/send_command', { cmd: 'Emulation.setDeviceMetricsOverride', params: { width, height, deviceScaleFactor: 1, mobile: false } });
await ask('POST', '/url', { url: `file://${resolve(page)}${place}` });
const ready = { script: 'return document.body.dataset.ready !== undefined', args: [] };
for (let k = 0; k < 300 && !await ask('POST', '/execute/sync', ready); k++) await sleep(100);
for (const found of pressed) await ask('POST', '/execute/sync', { script: 'document.querySelector(arguments[0]).click()', args: [found] });
writeFileSync(out, Buffer.from(await ask('GET', '/screenshot'), 'base64'));
await ask('DELETE', '');
driver.kill();
