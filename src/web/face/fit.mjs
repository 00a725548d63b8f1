// Decides how large tables are: as large as lets all of a step stand on the screen, so that no result lies
// below the edge. On a projector they grow as far as there is room, else they only shrink, and never below
// what can be read. Where that is not enough the result stands beside what went in, and at last tables scroll by
// themselves.
import { $ } from './dom.mjs';
import { look } from './face.mjs';

const SIZES = { large: [1.9, 1.75, 1.6, 1.45, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.7, 0.62], plain: [1, 0.92, 0.85, 0.78] };
const NARROW = 160; // a result that is scrolled sideways is no narrower
const FITTED_MOST = 400; // what a key draws at once; more are scrolled in any case

const broad = matchMedia('(min-width: 62rem)');

export function fit() {
    const room = $('main').querySelector('.right');
    room?.style.removeProperty('--fit');
    delete room?.dataset.how;
    delete room?.dataset.numbers;
    room?.style.removeProperty('--box');
    if (!room || !broad.matches || $('main').dataset.shows !== 'step') return;
    const scrolls = [...room.querySelectorAll('.scroll')], large = document.documentElement.dataset.size === 'large', sizes = large ? SIZES.large : SIZES.plain;
    const cells = (look.tensors ?? []).reduce((sum, { cells }) => sum + cells.length * (cells[0]?.length ?? 0), 0);
    const of = room.querySelector('[data-role=result] .scroll');
    if (scrolls.length === 0) return;
    const boxed = (size) => {
        room.style.setProperty('--fit', size);
        room.dataset.how = 'columns';
        room.style.setProperty('--box', '160px'); // where the result begins is measured in these columns
        room.style.setProperty('--box', `${Math.max(160, Math.round(room.getBoundingClientRect().bottom - (of ?? scrolls[0]).getBoundingClientRect().top - 70))}px`);
    };
    if (cells > FITTED_MOST) return boxed(1);
    const stands = () => of === null || (of.getBoundingClientRect().right <= room.getBoundingClientRect().right && of.clientWidth >= Math.min(of.scrollWidth, NARROW));
    const within = () => scrolls.every((at) => at.scrollWidth <= at.clientWidth), bottom = () => room.getBoundingClientRect().bottom;
    const whole = () => room.scrollHeight <= room.clientHeight + 1 && within(), seen = () => Math.max(...scrolls.map((at) => at.getBoundingClientRect().bottom)) <= bottom() && stands();
    // The largest at which it stands; the sizes fall, and what stands at one stands at every smaller one.
    const largest = (how, fits) => {
        room.dataset.how = how;
        let low = 0, high = sizes.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            room.style.setProperty('--fit', sizes[middle]);
            if (fits()) high = middle; else low = middle + 1;
        }
        return [sizes[low] ?? 0, how];
    };
    const best = () => {
        const below = largest('below', whole);
        return below[0] >= 1 ? below : [below, largest('beside', whole)].sort(([a], [b]) => b - a)[0];
    };
    room.dataset.numbers = 'all';
    let [size, how] = best();
    if (large && size < 0.85) { // then the formula and its numbers alone
        room.dataset.numbers = 'none';
        [size, how] = best();
    }
    if (size === 0) [size, how] = largest('below', seen); // at least the rows of all tables; columns and the arithmetic are scrolled
    const shows = () => within() && (of === null || of.getBoundingClientRect().bottom <= bottom());
    if (size === 0) [size, how] = largest('columns', shows); // at least the result
    if (size === 0) return boxed(sizes.at(-1));
    room.style.setProperty('--fit', size);
    room.dataset.how = how;
}

addEventListener('resize', fit);
