// The way: a band of all places under their headings, what leads from here to the next, a slider for who presents.
import { $, button, el } from './dom.mjs';
import { act, look, present, press, program } from './face.mjs';

const OPERATION = 2, ASKS = [4, 5]; // enum guide_kind

const guided = () => program.stops.length > 0 && look.stop !== undefined;
const places = () => guided() ? program.stops : program.rows.filter(({ depth, kind }) => depth === 0 || kind === 'event');

function place(item, k) {
    const stops = guided(), at = stops ? k : program.rows.indexOf(item), code = item.code ?? item.stage ?? '';
    const kind = stops ? (item.kind === OPERATION ? 'op' : ASKS.includes(item.kind) ? 'ask' : 'text') : item.warned ? 'warned' : 'op';
    const label = stops ? `stop ${k + 1}${code ? `: ${code}` : ''}` : `step ${item.step}: ${code}`;
    return button('', () => act({ what: stops ? 'stop' : 'row', at }), { 'data-kind': kind, title: label, 'aria-label': label, tabindex: -1,
        'aria-current': (stops ? look.stop.at === k : look.row === at) ? 'step' : null });
}

// Places that follow each other below one heading: a section of the lesson, a stage of own code.
function groups() {
    const all = [];
    places().forEach((item, k) => {
        const name = (guided() ? item.heading : item.stage) ?? '';
        if (all.length === 0 || all.at(-1).name !== name) all.push({ name, items: [] });
        all.at(-1).items.push(place(item, k));
    });
    return all;
}

export function band() {
    $('band').replaceChildren(...groups().map(({ name, items }) => el('div', { class: 'part', style: `flex-grow:${items.length};--n:${items.length}`, role: 'group', 'aria-label': name || null },
        el('span', { class: 'name', 'aria-hidden': 'true', title: name }, name.replaceAll('`', '')), el('div', { class: 'places' }, items))));
    requestAnimationFrame(() => {
        const now = $('band').querySelector('[aria-current]'), wide = $('band').scrollWidth > $('band').clientWidth;
        if (now && wide) $('band').scrollLeft = now.offsetLeft - $('band').clientWidth / 2;
    });
}

// Every place by one handle, which stays while it is drawn along.
function slide() {
    if (document.documentElement.dataset.size !== 'large') return $('slide').replaceChildren();
    const all = places(), stops = guided();
    if ($('slide').firstChild === null) $('slide').append(el('input', { type: 'range', 'aria-label': 'step' }));
    const handle = $('slide').firstChild;
    handle.max = all.length - 1;
    handle.value = stops ? look.stop.at : all.findIndex((row) => program.rows.indexOf(row) === look.row);
    handle.setAttribute('aria-valuetext', look.stop?.place ?? `step ${look.step}`);
    handle.oninput = () => act(stops ? { what: 'stop', at: Number(handle.value) } : { what: 'row', at: program.rows.indexOf(all[Number(handle.value)]) });
    return handle;
}

function rowAlone() {
    const root = document.documentElement, alone = root.dataset.row === 'alone';
    return button(alone ? 'All rows' : 'One row', () => { root.dataset.row = alone ? 'all' : 'alone'; keys(); }, { 'aria-pressed': String(alone) });
}

export function keys() {
    const reads = look.stop?.reads ?? false, key = (name) => () => press(name), presents = document.documentElement.dataset.size === 'large';
    const where = look.stop !== undefined ? look.stop.place : look.step !== undefined ? `step ${look.step} of ${look.steps}` : '';
    const focused = $('keys').contains(document.activeElement) ? document.activeElement : null;
    $('keys').replaceChildren(...[
        button('\u25c0 Back', key('p')), button('Next \u25b6', key(' '), { class: 'go' }),
        (look.folded || (look.parts && !look.softmax)) && !reads ? button('Into it', key('s')) : null,
        (look.inside || look.softmax) && !reads ? button('Out of it', key('S')) : null,
        !reads && look.results > 1 ? button('Another result', key('Y')) : null,
        !reads && look.gradient ? button('Gradient', key('B')) : null,
        !reads && look.ways > 0 ? button(look.way ? 'The input' : 'What if?', key('I')) : null,
        !reads && look.earlier ? button(look.tensors?.some(({ role }) => role === 'before') ? 'The input' : 'The run before', key('=')) : null,
        presents && look.cell && !reads ? rowAlone() : null,
        presents ? button('Leave', present) : button('Keys', key('?'), { class: 'board' }), el('span', { class: 'place' }, where)].filter(Boolean));
    if (focused !== null) [...$('keys').children].find((node) => node.textContent === focused.textContent)?.focus();
    slide();
}

// While code runs that can be stopped.
export function running(stop) {
    $('keys').replaceChildren(button('Stop', stop, { class: 'go' }), el('span', { class: 'place', role: 'status' }, 'The code runs.'));
}
