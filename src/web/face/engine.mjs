// Keeps the engine's side of a page: it keeps one run open and answers calls, one after the other. It lies in
// a worker, so that a long run can be stopped; where a browser gives none, the page calls it itself.
import { Host } from '../host.mjs';

const BELOW = '--files'; // no name of a module: what lies here is opened, and not imported

const UNOPENED = ['lesson', 'open', 'remember', 'files', 'fits', 'programs', 'lessons']; // calls that need no run

export class Engine {
    constructor(compiled, depth = 0) {
        this.host = new Host([]);
        this.door = this.host.start(compiled);
        this.door.door_depth(depth);
        this.files({});
    }

    // Files beside the code, where its modules are looked for, and those that it opens, with what their folder is called:
    // lists of names and bytes.
    files({ beside = [], below = [], reads = '.' }) {
        this.host.files = new Map([...beside, ...below.map(([name, bytes]) => [`${BELOW}/${name}`, bytes])]);
        const folder = below.length > 0 ? BELOW : '';
        this.put(new TextEncoder().encode(`${folder}\0${reads}`));
        return this.door.door_files(folder.length);
    }

    // Texts go in and out through the engine's two buffers.
    put(bytes) {
        const at = this.door.door_in(bytes.length);
        this.host.bytes(at, bytes.length).set(bytes);
        return bytes.length;
    }
    out() {
        const text = this.host.bytes(this.door.door_out(), this.door.door_size());
        return new TextDecoder().decode(text.slice());
    }
    ask(name) {
        const value = this.door[`door_${name}`]();
        return { value, text: this.out() };
    }

    // What came of a call, and all that is to be shown: the program only if it is another one.
    told(ok, program) {
        if (!ok) return { error: this.out() };
        this.opened = true;
        const wish = this.ask('wish').text;
        const look = JSON.parse(this.ask('look').text);
        if (look.stage === 'figure' || look.stop?.drawn) look.picture = this.ask('picture').text;
        const progress = look.exercise !== undefined ? this.ask('progress').text : undefined;
        const fresh = program || wish === 'program';
        return { wish, look, progress, program: fresh ? JSON.parse(this.ask('program').text) : null };
    }

    call({ what, text = '', name = '', row = 0, column = 0, key = 0, heads = false, at = 0, names = [], ...rest }) {
        const encode = (words) => new TextEncoder().encode(words), listed = (all) => all.map((one) => `${one}\0`).join('');
        if (!this.opened && !UNOPENED.includes(what)) return { error: 'nothing is open' };
        switch (what) {
            case 'lesson': return this.told(this.door.door_open(this.put(encode(name)), 0), true);
            case 'open': {
                const title = encode(name).length;
                return this.told(this.door.door_open(title, this.put(encode(`${name}\0${text}`))), true);
            }
            case 'key': return this.told(this.door.door_key(key));
            case 'line': this.put(encode(text)); return this.told(this.door.door_line());
            case 'code': this.put(encode(text)); return this.told(this.door.door_code());
            case 'anew': return this.told(this.door.door_anew());
            case 'edit': return this.told(this.door.door_edit(this.put(encode(text))));
            case 'point': return this.told(this.door.door_point(row, column));
            case 'source': return this.told(this.door.door_source(at, row, column));
            case 'choose': return this.told(this.door.door_choose(heads, at));
            case 'row': return this.told(this.door.door_row(at));
            case 'stop': return this.told(this.door.door_stop(at));
            case 'task': return this.told(this.door.door_task(at));
            case 'prepare': return { more: this.door.door_prepare() !== 0 };
            case 'remember': this.door.door_remember(this.put(encode(text))); return {};
            case 'files': return this.files(rest) ? {} : { error: this.out() };
            case 'fits': return this.door.door_fits(this.put(encode(listed(names))), at) ? {} : { error: this.out() };
            case 'programs': {
                const head = name === '' ? '' : `${name}\0${text}\0`;
                const size = this.put(encode(head + listed(names)));
                const ok = this.door.door_programs(encode(name).length, encode(text).length, size);
                return ok ? JSON.parse(this.out()) : { error: this.out() };
            }
            case 'table': this.door.door_table(at); return { svg: this.out() };
            case 'text': { const { value, text: all } = this.ask('text'); return { text: all, line: value }; }
            case 'lessons': return { lessons: JSON.parse(this.ask('lessons').text) };
            default: return { error: `there is no call ${what}` };
        }
    }
}

// The first message is the compiled engine; each later one a call with its number.
export function serve(port) {
    let engine = null;
    port.onmessage = ({ data }) => {
        try {
            if (engine === null) engine = new Engine(data.compiled, data.depth);
            else port.postMessage({ id: data.id, ...engine.call(data) });
        } catch (failure) {
            port.postMessage({ id: data.id, fatal: String(failure) });
        }
    };
}
