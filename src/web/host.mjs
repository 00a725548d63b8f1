// Answers what the engine asks of the system it runs on (WASI preview 1), from memory: files that lie in one
// map, two streams that are kept, a clock. Nothing of the real system is reached, so a page may run any code.
//
//     const host = new Host(['run', 'x.py'], new Map([['x.py', bytes]]));
//     const status = host.run(compiledModule);     host.text() is what was printed, host.files what was written
//
// A name in `files` is a path from the root on, without a slash in front; ../x lies above it. Pointers and sizes are bytes in the
// engine's memory; every answer is WASI's number of an error, 0 for none.
const BADF = 8, EXIST = 20, INVAL = 28, NOENT = 44, NOTDIR = 54, NOTSUP = 58;
const STREAM = 2, FOLDER = 3, FILE = 4; // WASI's types of files
const ROOT = 3; // the descriptor of the root; 0 to 2 are the streams

class Exit {
    constructor(status) { this.status = status; }
}

export class Host {
    constructor(args, files = new Map(), environment = {}) {
        this.files = files;
        this.printed = []; // of both streams, in the order of printing
        this.open = new Map([[0, { type: STREAM }], [1, { type: STREAM }], [2, { type: STREAM }],
            [ROOT, { type: FOLDER, path: '' }]]);
        this.words = { args: ['qkv', ...args], environ: Object.entries(environment).map(([k, v]) => `${k}=${v}`) };
    }

    instance(compiled) {
        const imports = { wasi_snapshot_preview1: {}, env: {} };
        for (const { module, name } of WebAssembly.Module.imports(compiled)) {
            imports[module][name] = module === 'env' ? absent(name) : (...values) => this[name](...values);
        }
        const { exports } = new WebAssembly.Instance(compiled, imports);
        this.memory = exports.memory;
        return exports;
    }

    // An engine that stays: what it exports, to be called one by one.
    start(compiled) {
        const exports = this.instance(compiled);
        exports._initialize();
        return exports;
    }

    // The exit status of a whole run. What is no exit (a trap, an absent function) is thrown.
    run(compiled) {
        const exports = this.instance(compiled);
        try {
            exports._start();
        } catch (end) {
            if (end instanceof Exit) return end.status;
            throw end;
        }
        return 0;
    }

    text() { return new TextDecoder().decode(join(this.printed)); }

    // --- the engine's memory ---
    view() { return new DataView(this.memory.buffer); }
    bytes(at, size) { return new Uint8Array(this.memory.buffer, at, size); }
    path(folder, at, size) {
        const name = new TextDecoder().decode(this.bytes(at, size));
        const parts = [];
        for (const part of `${this.open.get(folder)?.path ?? ''}/${name}`.split('/')) {
            if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
            else if (part !== '' && part !== '.') parts.push(part);
        }
        return parts.join('/');
    }
    put32(at, value) { this.view().setUint32(at, value, true); return 0; }
    put64(at, value) { this.view().setBigUint64(at, BigInt(value), true); return 0; }

    // --- words ---
    sizes(words, count, size) {
        this.put32(count, words.length);
        return this.put32(size, words.reduce((sum, word) => sum + new TextEncoder().encode(word).length + 1, 0));
    }
    list(words, pointers, at) {
        words.forEach((word, k) => {
            const text = new TextEncoder().encode(`${word}\0`);
            this.put32(pointers + 4 * k, at);
            this.bytes(at, text.length).set(text);
            at += text.length;
        });
        return 0;
    }
    args_sizes_get(count, size) { return this.sizes(this.words.args, count, size); }
    args_get(pointers, at) { return this.list(this.words.args, pointers, at); }
    environ_sizes_get(count, size) { return this.sizes(this.words.environ, count, size); }
    environ_get(pointers, at) { return this.list(this.words.environ, pointers, at); }

    // --- time, and the end ---
    clock_time_get(clock, precision, at) {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        return this.put64(at, BigInt(Math.round(milliseconds * 1e3)) * 1000n);
    }
    proc_exit(status) { throw new Exit(status); }

    // --- files ---
    type_of(path) {
        if (this.files.has(path)) return FILE;
        const inside = path === '' || [...this.files.keys()].some((name) => name.startsWith(`${path}/`));
        return inside ? FOLDER : 0;
    }
    put_stat(at, type, size) {
        this.bytes(at, 64).fill(0);
        this.view().setUint8(at + 16, type);
        return this.put64(at + 32, size);
    }
    fd_prestat_get(fd, at) {
        if (fd !== ROOT) return BADF;
        this.put32(at, 0);
        return this.put32(at + 4, 1);
    }
    fd_prestat_dir_name(fd, at, size) {
        this.bytes(at, size).set(new TextEncoder().encode('/'));
        return 0;
    }
    fd_fdstat_get(fd, at) {
        const file = this.open.get(fd);
        if (file === undefined) return BADF;
        this.bytes(at, 24).fill(0);
        this.view().setUint8(at, file.type === STREAM ? FILE : file.type); // no terminal
        this.put64(at + 8, 0xffffffffn);
        return this.put64(at + 16, 0xffffffffn);
    }
    fd_fdstat_set_flags() { return 0; }
    fd_filestat_get(fd, at) {
        const file = this.open.get(fd);
        if (file === undefined) return BADF;
        return this.put_stat(at, file.type, file.type === FILE ? this.files.get(file.path).length : 0);
    }
    path_filestat_get(folder, flags, at, size, to) {
        const path = this.path(folder, at, size), type = this.type_of(path);
        return type === 0 ? NOENT : this.put_stat(to, type, type === FILE ? this.files.get(path).length : 0);
    }
    path_open(folder, look, at, size, how, base, inherited, flags, to) {
        const path = this.path(folder, at, size), type = this.type_of(path);
        const [create, asFolder, fresh, empty] = [1, 2, 4, 8].map((bit) => (how & bit) !== 0);
        if (type !== 0 && create && fresh) return EXIST;
        if (type === 0 && !create) return NOENT;
        if (type === FILE && asFolder) return NOTDIR;
        if (type === 0 || (type === FILE && empty)) this.files.set(path, new Uint8Array());
        let fd = ROOT;
        while (this.open.has(fd)) fd++;
        this.open.set(fd, { type: type || FILE, path, at: 0 });
        return this.put32(to, fd);
    }
    fd_close(fd) { return this.open.delete(fd) ? 0 : BADF; }
    *pieces(at, count) {
        for (let k = 0; k < count; k++) {
            yield this.bytes(this.view().getUint32(at + 8 * k, true), this.view().getUint32(at + 8 * k + 4, true));
        }
    }
    fd_read(fd, at, count, to) {
        const file = this.open.get(fd);
        if (file === undefined) return BADF;
        const read = this.fd_pread(fd, at, count, file.at ?? 0, to);
        if (file.type === FILE) file.at += this.view().getUint32(to, true);
        return read;
    }
    fd_pread(fd, at, count, from, to) {
        const file = this.open.get(fd);
        if (file === undefined || file.type === FOLDER) return BADF;
        const all = file.type === FILE ? this.files.get(file.path) : new Uint8Array();
        let place = Number(from);
        for (const piece of this.pieces(at, count)) {
            const part = all.subarray(place, place + piece.length);
            piece.set(part);
            place += part.length;
        }
        return this.put32(to, place - Number(from));
    }
    fd_write(fd, at, count, to) {
        const file = this.open.get(fd);
        if (file === undefined || file.type === FOLDER) return BADF;
        const written = join([...this.pieces(at, count)]);
        if (file.type === STREAM) {
            this.printed.push(written);
        } else {
            const old = this.files.get(file.path);
            this.files.set(file.path, join([old.subarray(0, file.at), written, old.subarray(file.at + written.length)]));
            file.at += written.length;
        }
        return this.put32(to, written.length);
    }
    fd_seek(fd, offset, whence, to) {
        const file = this.open.get(fd);
        if (file?.type !== FILE) return file === undefined ? BADF : NOTSUP;
        const from = [0, file.at, this.files.get(file.path).length][whence];
        const place = from + Number(offset);
        if (place < 0) return INVAL;
        file.at = place;
        return this.put64(to, place);
    }
    path_unlink_file(folder, at, size) { return this.files.delete(this.path(folder, at, size)) ? 0 : NOENT; }
    path_rename(from, at, size, to, there, length) {
        const path = this.path(from, at, size);
        if (!this.files.has(path)) return NOENT;
        this.files.set(this.path(to, there, length), this.files.get(path));
        this.files.delete(path);
        return 0;
    }
    path_create_directory() { return 0; } // folders are there as soon as a file is
    path_remove_directory() { return 0; }
    path_link() { return NOTSUP; }
    // What lies in a folder, from the `from`-th on: of each its number, itself, the length of its name, its type.
    fd_readdir(fd, at, size, from, to) {
        const folder = this.open.get(fd);
        if (folder?.type !== FOLDER) return folder === undefined ? BADF : NOTDIR;
        const head = folder.path === '' ? '' : `${folder.path}/`;
        const inside = [...this.files.keys()].filter((path) => path.startsWith(head)).map((path) => path.slice(head.length).split('/')[0]);
        let used = 0;
        [...new Set(inside)].slice(Number(from)).forEach((name, k) => {
            const text = new TextEncoder().encode(name), entry = new Uint8Array(24 + text.length), view = new DataView(entry.buffer);
            view.setBigUint64(0, BigInt(from) + BigInt(k) + 1n, true);
            view.setUint32(16, text.length, true);
            view.setUint8(20, this.type_of(head + name));
            entry.set(text, 24);
            this.bytes(at + used, Math.min(entry.length, size - used)).set(entry.subarray(0, size - used));
            used = Math.min(size, used + entry.length);
        });
        return this.put32(to, used);
    }
}

// The functions of src/web/absent.txt. There is no screen, and nothing to give back.
const answers = { screen_is_there: 0, screen_colors: 1 };
function absent(name) {
    if (name in answers || /_(close|free|forget|told)$/.test(name)) return () => answers[name] ?? 0;
    return () => {
        throw new Error(`${name} is not part of the engine for a browser`);
    };
}

function join(parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}
