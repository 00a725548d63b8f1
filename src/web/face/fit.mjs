// Decides how large tables are: as large as lets all of a step stand on the screen, so that no result lies
// below the edge. On a projector they grow as far as there is room, else they only shrink, and never below
// what can be read. Where that is not enough the result stands beside what went in, and at last tables scroll by
// themselves.
import { $ } from './dom.mjs';
import { look } from './face.mjs';
import { reckon } from './reckon.mjs';

const SIZES = { large: [1.9, 1.75, 1.6, 1.45, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.7, 0.62], plain: [1, 0.92, 0.85, 0.78] };
const NARROW = 160; // a result that is scrolled sideways is no narrower
const FITTED_MOST = 400; // what a key draws at once; more are scrolled in any case

const broad = matchMedia('(min-width: 62rem)');
const stood = new Map(); // where a search ended last: the next step mostly ends there, too
let ended = 0; // ... and which size was taken

const PRINTED_LEAST = 0.6; // ... and what is printed no smaller than this part of its size

// On a projector what is printed stands without being scrolled sideways: its letters are as wide as there is room.
function fitPrinted(large) {
    for (const at of $('main').querySelectorAll('.right > .printed')) {
        at.style.removeProperty('font-size');
        if (!large || at.scrollWidth <= at.clientWidth) continue;
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(at), beside = parseFloat(paddingLeft) + parseFloat(paddingRight);
        const part = (at.clientWidth - beside) / (at.scrollWidth - beside + 1);
        at.style.fontSize = `${parseFloat(fontSize) * Math.max(part, PRINTED_LEAST)}px`;
    }
}

const LETTERS = [1.5, 1.35, 1.2, 1.1, 1, 0.9]; // of code on a projector, in rem

// On a projector code is as large as lets it stand whole, with what it prints.
function fitCode(large) {
    const list = $('main').querySelector('.right > .cell > ol.code'), room = list?.closest('.right');
    list?.style.removeProperty('font-size');
    if (!list || !large) return;
    const longest = Math.max(...[...list.querySelectorAll('li > span')].map((line) => line.textContent.length));
    const stands = () => list.scrollHeight <= list.clientHeight + 1 && room.scrollHeight <= room.clientHeight + 1 && longest * 0.61 * parseFloat(list.style.fontSize) * rem < list.clientWidth - 4 * rem;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize), size = LETTERS.find((letters) => {
        list.style.fontSize = `${letters}rem`;
        return stands();
    });
    if (size === undefined) list.style.removeProperty('font-size');
}

export function fit() {
    const room = $('main').querySelector('.right'), large = document.documentElement.dataset.size === 'large';
    fitPrinted(large);
    fitCode(large);
    room?.style.removeProperty('--fit');
    for (const name of ['how', 'numbers', 'box']) delete room?.dataset[name];
    if (!room || !broad.matches || $('main').dataset.shows !== 'step') return;
    const scrolls = [...room.querySelectorAll('.scroll')], sizes = large ? SIZES.large : SIZES.plain;
    const cells = (look.tensors ?? []).reduce((sum, { cells }) => sum + cells.length * (cells[0]?.length ?? 0), 0);
    const of = room.querySelector('[data-role=result] .scroll'), all = room.querySelector('.all');
    scrolls.forEach((at) => at.style.removeProperty('--box'));
    if (scrolls.length === 0) return;
    const put = (how, size) => {
        room.style.setProperty('--fit', size);
        room.dataset.how = how;
    };
    const boxed = (size) => {
        put('columns', size);
        room.dataset.box = ''; // where the result begins is measured in these columns
        const height = Math.max(160, Math.round(room.getBoundingClientRect().bottom - (of ?? scrolls[0]).getBoundingClientRect().top - 70));
        scrolls.forEach((at) => at.style.setProperty('--box', `${height}px`));
    };
    if (cells > FITTED_MOST) return boxed(1);

    // What stands so: it is laid out once for all that is asked.
    const measured = new Map();
    let beyond = null; // what was reckoned from the first
    const measure = (how, size) => {
        put(how, size);
        const edge = room.getBoundingClientRect(), ends = scrolls.map((at) => at.getBoundingClientRect().bottom), result = of?.getBoundingClientRect();
        const within = scrolls.every((at) => at.scrollWidth <= at.clientWidth);
        if (how === 'below') beyond ??= reckon(room, size);
        return {
            whole: within && room.scrollHeight <= room.clientHeight + 1,
            seen: Math.max(...ends) <= edge.bottom && (!of || (result.right <= edge.right && of.clientWidth >= Math.min(of.scrollWidth, NARROW))),
            result: within && (!of || result.bottom <= edge.bottom),
            tables: !all || all.getBoundingClientRect().bottom <= edge.bottom,
        };
    };
    const keyOf = (how, k) => `${how} ${k} ${room.dataset.numbers}`;
    const stands = (how, k, what) => {
        const key = keyOf(how, k);
        if (!measured.has(key) && beyond?.(how, sizes[k], what)) return false;
        if (sizes.slice(0, k).some((size, larger) => measured.get(keyOf(how, larger))?.[what])) return true;
        if (!measured.has(key)) measured.set(key, measure(how, sizes[k]));
        return measured.get(key)[what];
    };
    // The first of the sizes at which it stands, or `end`; they fall, and what stands at one stands at every smaller one.
    // First tried is the one that was taken last, then its neighbor: or the first that is not out of reach, or the last.
    const search = (how, what, end = sizes.length) => {
        const key = `${how} ${what} ${sizes.length}`, was = stood.get(key) ?? 0;
        let low = 0, high = end, next = was < sizes.length || how !== 'below' ? was : ended;
        for (let n = 0; ; n++) {
            while (low < high && beyond?.(how, sizes[low], what)) low++;
            if (low === high) break;
            const k = Math.min(Math.max(next, low), high - 1), fits = stands(how, k, what);
            if (fits) high = k; else low = k + 1;
            next = n > 0 ? (low + high) >> 1 : fits ? k === end - 1 ? low : k - 1 : beyond?.(how, sizes[low], what) ? low : end - 1;
        }
        stood.set(key, low);
        return low;
    };
    const none = sizes.length;
    const best = () => {
        const below = search('below', 'whole');
        // The arithmetic beside the tables leaves them less room: they are no lower there.
        const tried = sizes[below] >= 1 || !room.querySelector('.stand > .how') || (below === none && !stands('below', none - 1, 'tables'));
        const beside = tried ? none : search('beside', 'whole', below);
        return beside < below ? [beside, 'beside'] : [below, 'below'];
    };
    room.dataset.numbers = 'all';
    let [k, how] = best();
    if (large && !(sizes[k] >= 0.85)) { // then the formula and its numbers alone
        room.dataset.numbers = 'none';
        beyond = null;
        [k, how] = best();
    }
    if (k === none) [k, how] = [search('below', 'seen'), 'below']; // at least the rows of all tables; columns and the arithmetic are scrolled
    if (k === none) [k, how] = [search('columns', 'result'), 'columns']; // at least the result
    ended = Math.min(k, none - 1);
    if (k === none) boxed(sizes.at(-1)); else put(how, sizes[k]);
}

addEventListener('resize', fit);
