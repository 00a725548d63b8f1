// Draws the way: a band of all places under their headings, what leads from here to the next, a slider for
// who presents.
import { $, button, el } from './dom.mjs';
import { fit } from './fit.mjs';
import { atStop } from './address.mjs';
import { act, back, forward, look, neighbor, present, press, program } from './face.mjs';

const OPERATION = 2, ASKS = [4, 5]; // enum guide_kind

const guided = () => program.stops.length > 0 && look.stop !== undefined;
const places = () => guided() ? program.stops : program.rows.filter(({ depth, kind }) => depth === 0 || kind === 'event');

const SIGNS = { solved: '\u2713', tried: '\u2026', skipped: '\u2026', 'solution seen': 'i' }; // of a question; a new one has a ?

// A step beside the road belongs to the operation before it, not to the question that was asked in between.
function stopNow() {
    const { at, between } = look.stop, before = program.stops.slice(0, at + 1).findLastIndex(({ kind }) => kind === OPERATION);
    return between && before >= 0 ? before : at;
}

const placeNow = () => guided() ? stopNow() : places().indexOf(program.rows[look.row]);

function place(item, k) {
    const stops = guided(), at = stops ? k : program.rows.indexOf(item), asks = stops && ASKS.includes(item.kind), code = item.code ?? item.stage ?? '';
    const kind = asks ? 'ask' : item.warned ? 'warned' : stops && item.kind !== OPERATION ? 'text' : 'op';
    const state = asks ? look.done.find(([stop]) => stop === k)?.[1] ?? 'new' : null, about = `${asks ? `question, ${state}` : code}${item.warned ? ' (a warning)' : ''}`;
    const label = stops ? `stop ${k + 1}${about ? `: ${about}` : ''}` : `step ${item.step}: ${about}`;
    return button(asks ? SIGNS[state] ?? '?' : '', () => act({ what: stops ? 'stop' : 'row', at }), { 'data-kind': kind, 'data-state': state, title: label, 'aria-label': label, tabindex: -1 });
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

let shownBand = {}; // the band that is there, and of what

// The same places again: only which one is now changes.
export function band() {
    const done = JSON.stringify(look.done ?? []), of = [program, guided(), done];
    if (!of.every((part, k) => part === shownBand.of?.[k])) {
        const all = groups();
        $('band').replaceChildren(...all.map(({ name, items }) => el('div', { class: 'part', style: `flex-grow:${items.length};--n:${items.length}`, role: 'group', 'aria-label': name || null },
            el('span', { class: 'name', 'aria-hidden': 'true', title: name }, name.replaceAll('`', '')), el('div', { class: 'places' }, items))));
        shownBand = { of, items: all.flatMap(({ items }) => items), now: null };
    }
    const now = shownBand.items[placeNow()] ?? null;
    if (now === shownBand.now) return;
    shownBand.now?.removeAttribute('aria-current');
    now?.setAttribute('aria-current', 'step');
    shownBand.now?.closest('.part').classList.remove('now');
    now?.closest('.part').classList.add('now');
    shownBand.now = now;
}

// Where the band is wider than the page, the place in its middle.
export function showPlace() {
    const now = $('band').querySelector('[aria-current]'), wide = $('band').scrollWidth > $('band').clientWidth;
    if (now && wide) $('band').scrollLeft = now.offsetLeft - $('band').clientWidth / 2;
}

// Every place by one handle, which stays while it is shownBand along.
function slide() {
    if (document.documentElement.dataset.size !== 'large') return $('slide').replaceChildren();
    const all = places(), stops = guided();
    if ($('slide').firstChild === null) $('slide').append(el('input', { type: 'range', 'aria-label': 'step' }));
    const handle = $('slide').firstChild;
    handle.max = all.length - 1;
    handle.value = stops ? look.stop.at : placeNow();
    handle.setAttribute('aria-valuetext', look.stop?.place ?? stepText());
    handle.oninput = () => act(stops ? { what: 'stop', at: Number(handle.value) } : { what: 'row', at: program.rows.indexOf(all[Number(handle.value)]) });
    return handle;
}

function rowAlone() {
    const root = document.documentElement, alone = root.dataset.row === 'alone';
    return key(alone ? 'All rows' : 'One row', () => { root.dataset.row = alone ? 'all' : 'alone'; keys(); fit(); }, 'shows the row of the chosen number alone, or all of them', { 'aria-pressed': String(alone) });
}

// What stands above the page takes its place only while a presenter wants it.
function toolsAbove() {
    const root = document.documentElement, shown = root.dataset.tools === 'shown';
    return key('Tools', () => { root.dataset.tools = shown ? 'hidden' : 'shown'; keys(); fit(); }, 'shows Numbers, Link and the others above, or hides them', { 'aria-pressed': String(shown) });
}

// A button and what it does. `why`: why it does nothing here.
const key = (label, act, does, traits = {}, why = null) => button(label, act, { title: why ?? does, disabled: why !== null, ...traits });

// The run before, and other ways of this step: beside the result, one after the other.
function beside() {
    const before = look.tensors?.some(({ role }) => role === 'before'), all = [];
    if (look.earlier) {
        all.push(before ? key('The input', () => press('='), 'shows what went in, in place of the run before')
            : key('The run before', () => press('='), 'shows this step as it was before the change', {}, look.before ? null : 'the run before has no such step'));
    }
    const next = look.wayAt + 1, right = look.waysRight;
    if (look.ways > 0 && look.wayAt < 0) all.push(key(right > 0 ? 'The right way' : 'What if?', () => press('I'), right > 0 ? 'shows beside it what the right step gives' : 'shows beside it what a well-known mistake gives'));
    else if (look.ways > 0 && next < look.ways) all.push(key(`Wrong way ${next + 1 - right}`, () => press('I'), 'shows the next well-known mistake'));
    else if (look.ways > 0) all.push(key(look.earlier ? 'No mistake' : 'The input', () => press('I'), 'leaves the mistakes, and shows what stood there before'));
    return all;
}

// "step 10 of 47", "set-up step 1 of 23": of a step with no stop of its own.
const stepText = () => look.step === undefined ? '' : `${String(look.step).replace(/^s?/, (setup) => setup ? 'set-up step ' : 'step ')} of ${look.steps}`;

export function keys() {
    const reads = look.stop?.reads ?? false, presents = document.documentElement.dataset.size === 'large';
    const where = atStop() ? look.stop.place : stepText();
    const focused = $('keys').contains(document.activeElement) ? document.activeElement : null, first = isFirst(), last = isLast();
    const more = [
        presents ? key('Leave', present, 'leaves the large type') : null,
        (look.folded || (look.parts && !look.softmax)) && !reads ? key('Step by step', () => press('s'), look.parts ? 'opens the softmax into its five moves' : 'opens the operations that it is made of') : null,
        (look.inside || look.softmax) && !reads ? key('The whole step', () => press('S'), 'goes back to the whole step') : null,
        !reads && look.results > 1 ? key('Another result', () => press('Y'), 'shows the next of its results') : null,
        !reads && look.cameBack ? key('Where I was', () => press('>'), 'back to the step whose input this made') : null,
        !reads && look.source && !look.softmax ? key('Where from?', () => press('<'), 'to the step that made the input; a press on one of its cells does it, too') : null,
        !reads && look.gradient ? look.gradient === 'forward' ? key('Its step', () => press('B'), 'shows the step whose gradient this is') : key('Gradient', () => press('B'), 'shows the gradient of this tensor') : null,
        reads ? [] : beside(),
        presents && look.cell && !reads ? rowAlone() : null,
        presents ? toolsAbove() : null,
        presents || program.warnings.length === 0 ? null : key(`Warnings (${program.warnings.length})`, () => press('!'), 'what is silently wrong, and how to mend it; red on the way'),
        presents ? null : key('Keys', () => press('?'), 'shows what all keys do', { class: 'board' })].flat().filter(Boolean);
    $('keys').replaceChildren(
        key(first && neighbor(-1) ? '\u25c0 Lesson before' : '\u25c0 Back', back, first ? 'the end of the lesson before' : 'the place before', {}, first && !neighbor(-1) ? 'nothing is before this' : null),
        last && neighbor(1) ? key(`Next lesson: ${neighbor(1).title} \u25b6`, forward, 'begins the next lesson', { class: 'go' })
            : key('Next \u25b6', forward, 'the next place', { class: 'go' }, last ? 'this is the end' : null),
        el('span', { class: 'place' }, where), ...more.length > 0 ? [el('div', { class: 'more' }, more)] : []);
    if (focused !== null) [...$('keys').querySelectorAll('button')].find((node) => node.textContent === focused.textContent)?.focus();
    slide();
}

// Whether nothing of this code is before the place that is shown, or behind it.
export const isFirst = () => !look.softmax && (guided() ? look.stop.at === 0 && !look.stop.between : (look.row ?? 0) === 0);
const isLast = () => !look.softmax && !look.failure && (guided() ? look.stop.at === program.stops.length - 1 && !look.stop.between : look.row === program.rows.length - 1);

// While code runs that can be stopped.
export function running(stop) {
    $('keys').replaceChildren(button('Stop', stop, { class: 'go' }), el('span', { class: 'place', role: 'status' }, 'The code runs.'));
}
