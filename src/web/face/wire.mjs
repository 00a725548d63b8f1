// Opens the way from the page to its engine: packed in the file, unpacked by the browser, run in a worker.
// Calls are answered in their order. Where a browser gives no worker to a file, the engine runs in the page
// itself.
import { Engine } from './engine.mjs';

export function bytes_of(base64) {
    if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(base64);
    const letters = atob(base64), bytes = new Uint8Array(letters.length);
    for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
    return bytes;
}

async function compiled(packed) {
    const bytes = bytes_of(packed.textContent.trim());
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const SHALLOW = 250; // calls within calls that fit into any browser's stack

class Wire {
    constructor(script) {
        this.url = URL.createObjectURL(new Blob([script.textContent], { type: 'text/javascript' }));
        this.count = 0;
        this.depth = 0; // as deep as the engine itself goes
        this.start();
    }
    start() {
        this.waiting = new Map();
        this.worker = new Worker(this.url);
        this.worker.onmessage = ({ data: { id, ...told } }) => {
            const { resolve, reject } = this.waiting.get(id);
            this.waiting.delete(id);
            if (told.fatal === undefined) resolve(told);
            else reject(new Error(told.fatal));
        };
    }
    give(module) {
        this.module = module;
        this.worker.postMessage({ compiled: module, depth: this.depth });
    }
    call(what) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.worker.postMessage({ id, ...what });
        });
    }
    // A worker's stack can be small. False: the engine was started with this already.
    shallow() {
        if (this.depth !== 0) return false;
        this.depth = SHALLOW;
        this.stop();
        return true;
    }
    // What is under way ends, and all that the engine knew is gone.
    stop() {
        const waiting = this.waiting;
        this.worker.terminate();
        this.start();
        this.give(this.module);
        waiting.forEach(({ reject }) => reject(Object.assign(new Error('stopped'), { stopped: true })));
    }
}

// The worker begins while the engine is compiled.
export async function connect(packed, script) {
    let wire = null;
    try {
        wire = new Wire(script);
    } catch { /* no worker */ }
    const module = await compiled(packed);
    if (wire !== null) {
        wire.give(module);
        return wire;
    }
    const engine = new Engine(module);
    return { call: async (what) => engine.call(what) };
}
