// Shows what the code draws: as a picture of its own, in which nothing can run.
import { el } from './dom.mjs';

export const textOf = (svg) => new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('desc')?.textContent ?? 'a figure';

export function picture(svg) {
    const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    return el('figure', { class: 'drawn' }, el('img', { src: url, alt: textOf(svg) }),
        el('figcaption', {}, el('a', { href: url, download: 'figure.svg' }, 'Save it as SVG')));
}
