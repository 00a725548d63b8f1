// The way from the page to its engine: packed in the file, unpacked by the browser, run in a worker. Calls are
// answered in their order. Where a browser gives no worker to a file, the engine runs in the page itself.
import { Engine } from './engine.mjs';

async function compiled(packed) {
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

class Wire {
    constructor(script, module) {
        this.url = URL.createObjectURL(new Blob([script.textContent], { type: 'text/javascript' }));
        this.module = module;
        this.count = 0;
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
        this.worker.postMessage({ compiled: this.module });
    }
    call(what) {
        const id = ++this.count;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.worker.postMessage({ id, ...what });
        });
    }
    // What is under way ends, and all that the engine knew is gone.
    stop() {
        const waiting = this.waiting;
        this.worker.terminate();
        this.start();
        waiting.forEach(({ reject }) => reject(Object.assign(new Error('stopped'), { stopped: true })));
    }
}

export async function connect(packed, script) {
    const module = await compiled(packed);
    try {
        return new Wire(script, module);
    } catch {
        const engine = new Engine(module);
        return { call: async (what) => engine.call(what) };
    }
}
