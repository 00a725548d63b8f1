// Finds what other sizes of the tables of a step would come to, from the one in which they stand below each other now:
// to lay tables out takes most of a key's time. What it says is certain: that something cannot stand.

const HINTED = 0.92; // letters are drawn on whole pixels: smaller ones may be so much narrower than they should be
const SLACK = 2, LINE = 19; // pixels: by which this may be wrong; of a line of text, at least
const BESIDE = 0.72; // of the room is for tables that have their arithmetic beside them, in tables.css

const box = (node) => node.getBoundingClientRect();

// The least height and width of a figure in another size than `at`. Its table shrinks along; what stands above that may
// have been broken into lines, and what scrolls sideways has a bar.
function bounds(figure, at) {
    const scroll = figure.querySelector('.scroll'), { top, bottom } = box(scroll), { width, height } = box(scroll.firstChild);
    const above = top - box(figure).top, bar = scroll.offsetHeight - scroll.clientHeight, gaps = scroll.querySelectorAll('tr').length + 1, beside = box(figure).width - width;
    const inner = (size) => width * Math.min(1, HINTED * size / at);
    return {
        result: figure.dataset.role === 'result', inner, wide: (size) => beside + inner(size),
        high: (size) => bottom - top + (size < at ? above - bar + (size / at - 1) * height : Math.min(above, LINE) + (size / at - 1) * (height - gaps)),
    };
}

const widest = (figures, size) => Math.max(...figures.map((figure) => figure.wide(size)));
const highest = (figures, size) => Math.max(...figures.map((figure) => figure.high(size)));

// The least height of groups of figures that follow each other: those beside each other are as high as the highest, and
// they stand so only where there is room.
function leastHeight(groups, size, room) {
    const ends = [0]; // of the first so many
    for (let k = 1; k <= groups.length; k++) {
        ends[k] = Infinity;
        for (let from = k - 1, wide = 0; from >= 0; from--) {
            wide += widest(groups[from], size);
            if (from < k - 1 && wide > room) break;
            ends[k] = Math.min(ends[k], ends[from] + highest(groups.slice(from, k).flat(), size));
        }
    }
    return ends.at(-1);
}

// The arithmetic beside tables is no lower than below them: its lines are shorter there, and what stood beside them goes on
// lines of its own. What is folded has a size, too, and counts for none.
function leastBeside(how) {
    if (how === null) return 0;
    const apart = how.querySelectorAll(':is(dt, dd.after):not(:empty, details:not([open]) *)').length;
    return box(how).height - parseFloat(getComputedStyle(how).paddingTop) + LINE * apart;
}

// Of a step that stands in the size `at`: whether what fit() asks of a place and a size is out of reach there.
export function reckon(room, at) {
    const tables = room.querySelector('.tensors'), arrows = room.querySelector('.arrows');
    if (tables === null) return () => false;
    const groups = [...tables.children].map((node) => [...node.matches('figure') ? [node] : node.querySelectorAll('figure')].map((figure) => bounds(figure, at))).filter((some) => some.length > 0);
    const crossed = tables.matches('.cross'), parted = tables.matches('.parted'), figures = groups.flat();
    const edge = box(room).bottom + SLACK, { top } = box(tables), { bottom } = box(room.querySelector('.all > .beside') ?? tables), all = box(room.querySelector('.all'));
    const stand = box(room.querySelector('.stand')), told = stand.top + leastBeside(room.querySelector('.stand > .how')), least = arrows === null ? 0 : box(arrows).bottom;
    const below = box(room.lastElementChild).bottom - stand.bottom + room.scrollTop + parseFloat(getComputedStyle(room).paddingBottom);
    const end = (size, width) => top + (crossed ? highest(groups[1], size) + highest([groups[0], groups.slice(2)].flat(2), size) : leastHeight(groups, size, width));
    const columns = (size) => !crossed && !parted && groups.length > 1 ? Math.max(...groups.slice(0, -1).map((some) => widest(some, size))) : 0;
    return (place, size, what) => {
        if (what === 'seen' || what === 'tables') return end(size, all.width) > edge;
        if (figures.some(({ inner }) => inner(size) > all.width + SLACK)) return true;
        if (what === 'result') return figures.some(({ result, inner, high }) => result && (top + high(size) > edge || columns(size) + inner(size) > all.width + SLACK));
        if (place === 'beside') return below + Math.max(end(size, BESIDE * stand.width) + all.bottom - bottom, told) > edge;
        return below + Math.max(end(size, all.width), size < at ? least : 0) + stand.bottom - bottom > edge;
    };
}
