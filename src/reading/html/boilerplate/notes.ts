/** Notes within a text, such as tips and warnings of documentation, which are content of the section around them. */
import type { CheerioAPI } from 'cheerio';
import { isQuestion } from '../../../text/is-question.ts';
import { elementOf, type HtmlElement, hasFewElements, isElement, moveToStart, removeAll, textOf } from '../dom/dom.ts';
import { headingOf } from '../dom/headed-sections.ts';
import { kebabCase } from '../dom/kebab-case.ts';
import type { Measures } from '../dom/measure.ts';
import { elementBeside } from '../dom/nearby.ts';
import { select } from '../dom/select.ts';

const NOTE =
  /(?:^|[\s_-])(?:admonition|callout|note|notice|tip|hint|important|warning|caution|danger|alert|info-?box)(?:$|[\s_-])/i;

/** A hint may be one sentence with a long link. */
const MAX_NOTE_LINK_SHARE = 0.9;
const MAX_CLASSES = 1_000;

/** Docutils, and so Sphinx, writes these parts of a text as `aside`, or in the past as `div`. */
const DOCUTILS_PARTS = ['topic', 'sidebar', 'footnote-list', 'footnote'];
/** They begin with their title. Other generators call menus beside the text so. */
const TITLED_PARTS = new Set(['topic', 'sidebar']);
const TITLE_NAME = 'admonition-title';

/** Makes `div` of each `aside` that is a note, and labels of their titles. */
export function keepNotes($: CheerioAPI, whole: Measures): void {
  for (const part of select($, 'aside, div.sidebar')) {
    if (keepDocutilsPart(part) || (part.name === 'aside' && isNote(part, whole))) part.name = 'div';
  }
  labelNotes($);
}

/** Boxes of links and sign-up forms have such names, too: `important-links`, `price-alert`. */
function isNote(aside: HtmlElement, whole: Measures): boolean {
  const { attribs } = aside;
  if (attribs.role === 'note') return true;
  if (!NOTE.test((attribs.class ?? '').slice(0, MAX_CLASSES)) || whole.linkShare(aside) > MAX_NOTE_LINK_SHARE)
    return false;
  return !aside.children.some((child) => isElement(child) && child.name === 'form');
}

/** Gives it the names of a note, since `sidebar` and `sidebar-title` are also those of menus. */
function keepDocutilsPart({ attribs, children }: HtmlElement): boolean {
  const names = (attribs.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
  const part = DOCUTILS_PARTS.find((name) => names.includes(name));
  if (part === undefined) return false;
  if (TITLED_PARTS.has(part)) {
    const title = children.find(isElement);
    if (title?.name !== 'p' || title.attribs.class?.startsWith(`${part}-title`) !== true) return false;
    title.attribs.class = TITLE_NAME;
  }
  attribs.class = 'note';
  return true;
}

const TITLE =
  /^(?:admonition-(?:title|heading)|custom-block-title|markdown-alert-title|starlight-aside-title|callout-title)(?:-|$)/;
const DOCBOOK_NOTE = /^(?:note|tip|important|warning|caution)$/;
const MAX_TITLE = 80;
const MAX_LEVELS = 2;
const MAX_NODES_BETWEEN = 10;

/**
 * The title of a note becomes the label of its first paragraph: as a heading, it would also be that of the text behind the note. A question
 * stays one.
 */
function labelNotes($: CheerioAPI): void {
  const titles = select($, '[class*=title], [class*=eading]').filter(isNoteTitle);
  const moved: HtmlElement[] = [];
  for (const title of titles) {
    const words = textOf(title).replace(/\s+/g, ' ').trim();
    if (words === '' || words.length > MAX_TITLE || isQuestion(words)) continue;
    const paragraph = paragraphAfter(title);
    if (paragraph === null) continue;
    moveToStart(paragraph, [elementOf('span', /[.:!?。：！？]$/u.test(words) ? `${words} ` : `${words}: `)]);
    moved.push(title);
  }
  removeAll(moved);
}

function isNoteTitle(element: HtmlElement): boolean {
  const { name, attribs, parent } = element;
  if (name === 'summary' || !hasFewElements(element)) return false;
  const names = (attribs.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
  if (names.some((one) => TITLE.test(kebabCase(one)))) return true;
  if (!names.includes('title') || parent === null || !isElement(parent)) return false;
  return DOCBOOK_NOTE.test(parent.attribs.class ?? '') && headingOf(parent) === element;
}

/** The one right below the title, or below an element around it. */
function paragraphAfter(title: HtmlElement): HtmlElement | null {
  let inner = title;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const next = elementBeside(inner, 'next', MAX_NODES_BETWEEN);
    if (next !== null) return paragraphIn(next);
    const { parent } = inner;
    if (parent === null || !isElement(parent)) return null;
    inner = parent;
  }
  return null;
}

function paragraphIn(element: HtmlElement): HtmlElement | null {
  let first: HtmlElement | undefined = element;
  for (let level = 0; level <= MAX_LEVELS && first !== undefined; level += 1) {
    if (first.name === 'p') return first;
    first = first.children.find(isElement);
  }
  return null;
}
