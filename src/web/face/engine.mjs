// The engine's side of a page: it keeps one run open and answers calls, one after the other. It lies in a worker,
// so that a long run can be stopped; where a browser gives none, the page calls it itself.
import { Host } from '../host.mjs';

export class Engine {
    constructor(compiled, depth = 0) {
        this.host = new Host([]);
        this.door = this.host.start(compiled);
        this.door.door_depth(depth);
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
        const wish = this.ask('wish').text;
        const look = JSON.parse(this.ask('look').text);
        if (look.stage === 'figure') look.picture = this.ask('picture').text;
        const progress = look.exercise !== undefined ? this.ask('progress').text : undefined;
        const fresh = program || wish === 'program';
        return { wish, look, progress, program: fresh ? JSON.parse(this.ask('program').text) : null };
    }

    call({ what, text = '', name = '', row = 0, column = 0, key = 0, heads = false, at = 0 }) {
        const encode = (words) => new TextEncoder().encode(words);
        switch (what) {
            case 'lesson': return this.told(this.door.door_open(this.put(encode(name)), 0), true);
            case 'open': {
                const title = encode(name).length;
                return this.told(this.door.door_open(title, this.put(encode(`${name}\0${text}`))), true);
            }
            case 'key': return this.told(this.door.door_key(key));
            case 'line': this.put(encode(text)); return this.told(this.door.door_line());
            case 'code': this.put(encode(text)); return this.told(this.door.door_code());
            case 'edit': return this.told(this.door.door_edit(this.put(encode(text))));
            case 'point': return this.told(this.door.door_point(row, column));
            case 'choose': return this.told(this.door.door_choose(heads, at));
            case 'row': return this.told(this.door.door_row(at));
            case 'stop': return this.told(this.door.door_stop(at));
            case 'remember': this.door.door_remember(this.put(encode(text))); return {};
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
