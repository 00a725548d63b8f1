// The way from the page to its engine: packed in the file, unpacked by the browser, run in a worker. Calls are
// answered in their order. Where a browser gives no worker to a file, the engine runs in the page itself.
import { Engine } from './engine.mjs';

async function compiled(packed) {
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

class Wire {
    constructor(worker, module) {
        this.worker = worker;
        this.waiting = new Map();
        this.count = 0;
        worker.onmessage = ({ data: { id, ...told } }) => {
            const { resolve, reject } = this.waiting.get(id);
            this.waiting.delete(id);
            if (told.fatal === undefined) resolve(told);
            else reject(new Error(told.fatal));
        };
        worker.postMessage({ compiled: module });
    }
    call(what) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.worker.postMessage({ id, ...what });
        });
    }
}

export async function connect(packed, script) {
    const module = await compiled(packed);
    try {
        const url = URL.createObjectURL(new Blob([script.textContent], { type: 'text/javascript' }));
        return new Wire(new Worker(url), module);
    } catch {
        const engine = new Engine(module);
        return { call: async (what) => engine.call(what) };
    }
}
