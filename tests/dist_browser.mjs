// Opens the course from a static host, in Chromium: a lesson's text leads into the page, and nothing is asked
// for but files of the folder.      node dist_browser.mjs SITE
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { open, tools } from './page_acts.mjs';
import { go, run, silent, tell, within } from './webdriver.mjs';

const site = process.argv[2], files = new Set(readdirSync(site)), asked = [];
const types = { html: 'text/html', txt: 'text/plain' };
const server = createServer((request, answer) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    asked.push(name);
    if (!files.has(name)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': types[name.split('.').at(-1)] }).end(readFileSync(`${site}/${name}`));
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const host = `http://127.0.0.1:${server.address().port}/`;

await within(async () => {
    await open(host);
    tell(await run(`${tools} answer(press(' ').then(() => place() === '2 of ' + place().split(' of ')[1]));`), 'the first lesson is walked');
    await go(`${host}masks.html`);
    const link = await run("arguments[0](document.querySelector('a').href);");
    tell(link === `${host}index.html#lesson=masks`, 'a text leads into its lesson');
    await open(link);
    const title = await run("arguments[0](document.getElementById('title').textContent);");
    tell(title === 'Masks', `and the lesson opens: ${title}`);
    await silent();
    const others = asked.filter((name) => !files.has(name));
    tell(asked.includes('masks.html') && others.length === 0, `nothing is asked for but the folder's files${others.map((name) => ` ${name}`)}`);
});
server.close();
