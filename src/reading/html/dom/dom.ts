import { type CheerioAPI, load } from 'cheerio';
import { Text } from 'domhandler';
import { Parser } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { BoundedTokenizer } from './bounded-tokenizer.ts';
import { collapsedLength } from './collapsed-length.ts';
import { OrderedElement } from './ordered-element.ts';

export type HtmlNode = NonNullable<ReturnType<CheerioAPI['root']>[0]>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;
export const isText = (node: HtmlNode): node is Extract<HtmlNode, { nodeType: 3 }> => node.nodeType === 3;

/** Browsers flatten at 512. Deeper nesting is an attack: parsers take quadratic time over it. */
const MAX_DEPTH = 2_000;

/** More than the largest real pages hold: manuals of 8 MB in one page have 180,000. Each takes some 10 µs. */
const MAX_ELEMENTS = 300_000;
const TOO_MANY_ELEMENTS = 'The page holds too many elements to be read';

/** As many as stand in a term, a button or a table cell of one line. */
const MAX_FEW_ELEMENTS = 20;

export class UnparsablePage extends Error {
  override readonly name = 'UnparsablePage';
}

type CreateElement = (typeof adapter)['createElement'];

const createElement: CreateElement = (tagName, namespace, attributes): Htmlparser2TreeAdapterMap['element'] => {
  const attribs: Record<string, string> = {};
  for (const { name, value } of attributes) attribs[name] = value;
  const element = new OrderedElement(tagName, attribs, []);
  element.namespace = namespace;
  return element;
};

/** A second `<html>` or `<body>` tag adds its attributes to the first. */
const adoptAttributes: (typeof adapter)['adoptAttributes'] = (recipient, attributes) => {
  for (const { name, value } of attributes) recipient.attribs[name] ??= value;
};

/** Saves a third to half of memory and time: no source locations, and attributes of one hidden class. */
const LEAN_TREE: typeof adapter = { ...adapter, createElement, adoptAttributes };

/** @throws UnparsablePage before parsing a page that is too large, and while parsing one that is too deep or grows too large */
export function parseHtml(html: string): CheerioAPI {
  checkSize(html);
  const treeAdapter = withLimits(LEAN_TREE);
  const parser = new Parser<Htmlparser2TreeAdapterMap>({ treeAdapter });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
  return load(parser.document, { treeAdapter });
}

/**
 * Counts the parser's own elements, all and those that are open. Tags tell neither: the parser ignores some, closes others by itself, and
 * repeats open formatting in each paragraph.
 */
function withLimits(tree: typeof adapter): typeof adapter {
  let depth = 0;
  let elements = 0;
  return {
    ...tree,
    createElement(...element) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new UnparsablePage(TOO_MANY_ELEMENTS);
      return tree.createElement(...element);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new UnparsablePage('The page is nested too deeply');
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

/** Estimates the size by the tags, without backtracking. */
function checkSize(html: string): void {
  let elements = 0;
  for (const _ of html.matchAll(/<[a-zA-Z]/g)) {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new UnparsablePage(TOO_MANY_ELEMENTS);
  }
}

/** Document order. cheerio's own search takes quadratic time over many siblings. */
export function* elementsBelow(root: HtmlElement): Generator<HtmlElement> {
  const waiting: HtmlNode[] = root.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    yield next;
    for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
  }
}

/** Guards code that reads the text at each level of nesting, in quadratic time. */
export function hasFewElements(element: HtmlElement): boolean {
  let below = 0;
  for (const _ of elementsBelow(element)) {
    below += 1;
    if (below > MAX_FEW_ELEMENTS) return false;
  }
  return true;
}

/** Bounds the search for little text. */
const MAX_SPARSE_ELEMENTS = 2_000;

/**
 * False also for very many elements, so that nested parts can be asked in turn.
 * @param most characters, with all white space
 */
export function hasLittleText(element: HtmlElement, most: number): boolean {
  let characters = 0;
  let elements = 0;
  const waiting: HtmlNode[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) characters += next.data.length;
    else if (isElement(next)) {
      elements += 1;
      for (const child of next.children) waiting.push(child);
    }
    if (characters > most || waiting.length > MAX_SPARSE_ELEMENTS || elements > MAX_SPARSE_ELEMENTS) return false;
  }
  return true;
}

/** Needs only the first elements of most pages. */
export function saysAtLeast(node: HtmlNode, least: number): boolean {
  let characters = 0;
  const waiting: HtmlNode[] = [node];
  for (let next = waiting.pop(); next !== undefined && characters < least; next = waiting.pop()) {
    if (isText(next)) characters += collapsedLength(next.data);
    if (!isElement(next) || NON_TEXT_ELEMENTS.has(next.name)) continue;
    for (const child of next.children) waiting.push(child);
  }
  return characters >= least;
}

/** Removes all at once: one by one takes quadratic time over many siblings. */
export function removeAll(elements: readonly HtmlElement[]): void {
  const removed = new Set<HtmlNode>(elements);
  for (const parent of new Set(elements.map(({ parent }) => parent))) {
    if (parent === null) continue;
    parent.children = parent.children.filter((child) => !removed.has(child));
    for (const [index, child] of parent.children.entries()) {
      child.prev = parent.children[index - 1] ?? null;
      child.next = parent.children[index + 1] ?? null;
    }
  }
  for (const element of elements) element.parent = null;
}

/** @param elements from elsewhere in the document */
export function moveToStart(root: HtmlElement, elements: readonly HtmlElement[]): void {
  removeAll(elements);
  replaceChildren(root, [...elements, ...root.children]);
}

/** Leaves the former parent as it was. */
export function replaceChildren(root: HtmlElement, children: readonly HtmlNode[]): void {
  root.children = [...children];
  for (const [index, child] of root.children.entries()) {
    child.parent = root;
    child.prev = root.children[index - 1] ?? null;
    child.next = root.children[index + 1] ?? null;
  }
}

export function elementOf(name: string, words: string): HtmlElement {
  const element = new OrderedElement(name, {}, []);
  appendText(element, words);
  return element;
}

export function appendText(element: HtmlElement, words: string): void {
  const text = new Text(words);
  const last = element.children.at(-1) ?? null;
  text.parent = element;
  text.prev = last;
  if (last !== null) last.next = text;
  element.children.push(text);
}

/** Browsers draw these apart from each other. */
const CONTROLS = new Set(['label', 'button', 'option']);
/** Empty elements between a name and its price, such as a dotted line. */
const MAX_EMPTY_BETWEEN = 3;

/**
 * True where only styles set an element apart from the one before it, such as a price from its name. False between the letters of one word,
 * which have one class or are shorter.
 */
export function needsSpaceBefore(element: HtmlElement): boolean {
  const before = filledBefore(element);
  if (before === null || !saysSomething(before.children) || !saysSomething(element.children)) return false;
  const { parent } = element;
  if (parent !== null && isElement(parent)) {
    if (parent.name === 'code') return false;
    if (laysOutApart(parent)) return true;
  }
  return areControls(before, element) || isPriceAfterName(before, element) || haveOtherClasses(before, element);
}

/** Also true for two times, such as opening and closing. */
const areControls = (before: HtmlElement, after: HtmlElement): boolean =>
  CONTROLS.has(before.name) || CONTROLS.has(after.name) || (before.name === 'time' && after.name === 'time');

function haveOtherClasses({ attribs: { class: before = '' } }: HtmlElement, { attribs }: HtmlElement): boolean {
  const { class: after = '' } = attribs;
  return before !== '' && after !== '' && before !== after;
}

/** `<a>Flat white</a><span>$4.50</span>`, but not `<b>US</b><span>$4.50</span>`. */
function isPriceAfterName(name: HtmlElement, price: HtmlElement): boolean {
  const [last, first] = [name.children.at(-1), price.children[0]];
  if (last === undefined || first === undefined || !isText(last) || !isText(first)) return false;
  return last.data.length >= MIN_NAME && PRICE_START.test(first.data.slice(0, MAX_PRICE_START));
}

const MIN_NAME = 4;
const PRICE_START = /^\s*\p{Sc}\s?\d/u;
const MAX_PRICE_START = 20;

/** Boxes beside each other, by classes of style libraries and styles of editors. */
const BOXES =
  /(?:^|[\s:])(?:(?:inline-)?(?:flex|grid)|d-(?:\w+-)?(?:flex|grid)|justify-(?:content-)?between)(?:$|\s)|display\s*:\s*(?:flex|grid)/;
const MAX_CLASSES = 1_000;

const laysOutApart = ({ attribs }: HtmlElement): boolean =>
  BOXES.test((attribs.class ?? '').slice(0, MAX_CLASSES)) || BOXES.test((attribs.style ?? '').slice(0, MAX_CLASSES));

function filledBefore({ prev }: HtmlElement): HtmlElement | null {
  let before = prev;
  for (let empty = 0; empty < MAX_EMPTY_BETWEEN; empty += 1) {
    if (before === null || !isElement(before)) return null;
    if (before.children.length > 0) return before;
    before = before.prev;
  }
  return null;
}

function saysSomething([first]: readonly HtmlNode[]): boolean {
  return first !== undefined && isText(first) && first.data.trim().length > 1;
}

const LINE_BREAKING = new Set('br p div li td th tr dt dd h1 h2 h3 h4 h5 h6 section article header footer'.split(' '));

/** Collapses white space and breaks lines between blocks. Iterative, because the page chooses the depth. */
export function textOf(node: HtmlNode): string {
  const parts: string[] = [];
  const waiting: HtmlNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) parts.push(next.data.replace(/\s+/g, ' '));
    if (!isElement(next) || NON_TEXT_ELEMENTS.has(next.name)) continue;
    if (next !== node) parts.push(spaceBefore(next));
    for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
  }
  return parts.join('');
}

function spaceBefore(element: HtmlElement): string {
  if (LINE_BREAKING.has(element.name)) return '\n';
  return needsSpaceBefore(element) ? ' ' : '';
}

/** The text within an element whose own text does not count, such as a button. */
export const textWithin = ({ children }: HtmlElement): string => children.map(textOf).join('');

/** Their text is not displayed. */
export const NON_TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  'script style noscript template iframe object embed svg canvas audio video head select datalist button input textarea map'.split(
    ' ',
  ),
);
