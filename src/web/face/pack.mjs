// Puts the parts of a page into one file: node pack.mjs ENGINE.wasm LICENSES VERSION OUT.html
// Scripts are joined in the order in which they need each other; a policy lets the browser run these alone.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [wasm, licenses, version, out] = process.argv.slice(2);
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const script = (name) => here(name).replace(/^import .*\n/gm, '').replace(/^export /gm, '').replace(/^\/\/.*\n/gm, '');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const FACE = ['dom', 'tables', 'cell', 'softmax', 'arrows', 'motion', 'reckon', 'fit', 'code', 'exercise', 'picture', 'dialogs', 'links', 'files', 'address', 'way', 'face'];
const style = ['colors', 'face', 'tables', 'moves'].map((name) => here(`${name}.css`)).join(''), host = script('../host.mjs'), engine = script('engine.mjs');
const worker = `${host}${engine}serve(self);\n`;
const all = `(() => {\n'use strict';\n${host}${engine}${script('wire.mjs')}${FACE.map((name) => script(`${name}.mjs`)).join('')}})();\n`;
const twice = [...all.matchAll(/^(?:async )?(?:function[*]?|const|let|class) +(\w+)/gm)].map(([, name]) => name).filter((name, k, names) => names.indexOf(name) !== k);
if (twice.length > 0) throw new Error(`two parts of the page have a name each: ${twice}`);
const policy = ["default-src 'none'", "style-src 'unsafe-inline'", `script-src ${hash(all)} 'wasm-unsafe-eval' blob:`,
    'worker-src blob:', 'img-src data: blob:', "base-uri 'none'", "form-action 'none'"].join('; ');
const parts = { POLICY: policy, VERSION: version, LICENSES: readFileSync(licenses, 'utf8'), STYLE: style, START: '{"lesson":"by-hand"}', WORKER: worker, SCRIPT: all,
    WASM: gzipSync(readFileSync(wasm), { level: 9 }).toString('base64') };
writeFileSync(out, here('face.html').replace(/@([A-Z]+)@/g, (mark, name) => parts[name]));
