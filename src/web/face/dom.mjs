// Makes elements of the page. No text of a lesson or a program becomes markup: all of it goes into text
// nodes.

export const $ = (id) => document.getElementById(id);

// What is not seen, or turns the order of letters, stands as Python would write it.
export const visible = (text) => typeof text !== 'string' ? text : text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => sign < '\u0100' ? `\\x${sign.charCodeAt().toString(16).padStart(2, '0')}` : `\\u${sign.charCodeAt().toString(16).padStart(4, '0')}`);

function dress(node, traits, children) {
    const own = node.localName === 'textarea' ? (text) => text : visible; // what is edited stays as it is
    for (const [key, value] of Object.entries(traits)) {
        if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else if (value === true) node.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, key === 'value' ? value : visible(value));
    }
    node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false).map(own));
    return node;
}

export const el = (name, traits = {}, ...children) => dress(document.createElement(name), traits, children);

// The same of a drawing.
export const draw = (name, traits = {}, ...children) => dress(document.createElementNS('http://www.w3.org/2000/svg', name), traits, children);

// Puts these in the place of what is there; what stays is not touched.
export function put(into, nodes) {
    [...into.childNodes].forEach((node) => nodes.includes(node) || node.remove());
    nodes.forEach((node, k) => into.childNodes[k] === node || into.insertBefore(node, into.childNodes[k] ?? null));
}

export const button = (label, act, traits = {}) => el('button', { type: 'button', onclick: act, ...traits }, label);
// What a form is sent with.
export const sender = (label) => el('button', { type: 'submit', class: 'go' }, label);

const EMPHASIS = 1, STRONG = 2, CODE = 4, LINK = 8; // enum word_mark

export const words = (runs) => runs.map(([text, marks]) => {
    let node = document.createTextNode(visible(text));
    if (marks & CODE) node = el('code', {}, node);
    if (marks & STRONG) node = el('strong', {}, node);
    if (marks & EMPHASIS) node = el('em', {}, node);
    if (marks & LINK) node = el('span', { class: 'link' }, node);
    return node;
});

// A heading has signs in the place of marks: `code`.
export const heading = (text) => text.split('`').map((part, k) => k % 2 === 1 ? el('code', {}, part) : part);

export const blocks = (all) => all.map(({ kind, level, words: runs }) => kind === 'heading'
    ? el(`h${Math.min(level + 1, 6)}`, {}, words(runs))
    : kind === 'lines' ? el('pre', { tabindex: 0 }, words(runs)) : el('p', {}, words(runs)));

// What may stand in a button.
export const inline = (all) => all.map(({ kind, words: runs }) => kind === 'lines' ? el('code', { class: 'whole' }, words(runs)) : el('span', {}, words(runs)));
