/** Sections that lead to other pages, by their heading alone: "You may also like", and links to the page before and after. */
import { elementsBelow, type HtmlElement, hasFewElements, isElement, textOf } from '../dom/dom.ts';
import { headingOf } from '../dom/headed-sections.ts';
import type { Measure, Measures } from '../dom/measure.ts';
import { isRelatedHeading, neighbourOf } from './related-words.ts';

const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const OTHERS = new Set(['div', 'p', 'span', 'strong', 'legend']);
const HEADING_NAME = /(?:^|[\s_-])(?:h[2-6]|title|titel|headline|heading|header|head)(?:$|[\s_-])/i;
const MAX_CLASSES = 500;
const MIN_HEADING = 2;
const MAX_HEADING = 60;
/** Ideographs weigh more than a character in measures. */
const MAX_MEASURED_HEADING = 150;
const MAX_LEVELS = 4;
const MAX_HEADINGS = 50;
const MAX_FOLLOWING = 60;
/** Characters: a title, a price, a line. */
const MAX_TEASER = 120;
/** These hold more than a section. */
const WHOLE = new Set(['body', 'main', 'article']);

/** Must run before anything is removed, so that the measures hold. A section with half of the page is what it is about. */
export function relatedSections(elements: readonly HtmlElement[], measures: Measures): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  let headings = 0;
  for (const element of elements) {
    const measure = measures.of(element);
    if (measure.text < MIN_HEADING) continue;
    if (measure.links === 2 && isPager(element, measure)) found.push(element);
    if (headings === MAX_HEADINGS || measure.text > MAX_MEASURED_HEADING || !isHeading(element)) continue;
    headings += 1;
    for (const one of sectionOf(element, measures)) found.push(one);
  }
  return found;
}

function isHeading(element: HtmlElement): boolean {
  const { name, attribs } = element;
  if (!HEADINGS.has(name)) {
    if (attribs.class === undefined || !OTHERS.has(name)) return false;
    if (!HEADING_NAME.test(attribs.class.slice(0, MAX_CLASSES))) return false;
  }
  if (!hasFewElements(element)) return false;
  const words = textOf(element).replace(/\s+/g, ' ').trim();
  return words.length <= MAX_HEADING && isRelatedHeading(words);
}

/** The element that begins with the heading, or the heading with the teasers beside it; empty for no teasers. */
function sectionOf(heading: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const { text: own } = measures.of(heading);
  let inner = heading;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const { parent } = inner;
    if (parent === null || !isElement(parent)) return [];
    if (measures.of(parent).text > own) {
      if (beginsWith(parent, inner, measures) && isOfTeasers(parent, own, measures)) return [parent];
      return flatSection(inner, levelOf(heading), measures);
    }
    inner = parent;
  }
  return [];
}

function beginsWith(section: HtmlElement, inner: HtmlElement, measures: Measures): boolean {
  if (WHOLE.has(section.name)) return false;
  return section.children.filter(isElement).find((child) => measures.of(child).text > 0) === inner;
}

function isOfTeasers(section: HtmlElement, heading: number, measures: Measures): boolean {
  const { text, teased, links, holdsTitle } = measures.of(section);
  if (holdsTitle || text > measures.whole.text / 2) return false;
  return areTeasers({ text: text - heading, teased, links });
}

const areTeasers = ({ text, teased, links }: { text: number; teased: number; links: number }): boolean =>
  teased > text / 2 || (links > 1 && text / links <= MAX_TEASER);

function flatSection(heading: HtmlElement, level: number, measures: Measures): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  let [teased, text] = [0, 0];
  for (const element of elementsAfter(heading)) {
    const measure = measures.of(element);
    if (beginsSection(element, level) || !mayBeTeaser(measure)) break;
    teased += measure.teased;
    text += measure.text;
    found.push(element);
  }
  return teased === 0 || text > measures.whole.text / 2 ? [] : [heading, ...found];
}

function* elementsAfter(heading: HtmlElement): Generator<HtmlElement> {
  let { next } = heading;
  for (let nodes = 0; nodes < MAX_FOLLOWING && next !== null; nodes += 1) {
    if (isElement(next)) yield next;
    next = next.next;
  }
}

/** True for a heading of the same or a higher level, and an element that begins with one. */
function beginsSection(element: HtmlElement, level: number): boolean {
  const heading = /^h[1-6]$/.test(element.name) ? element : headingOf(element);
  return heading !== null && levelOf(heading) <= level;
}

const mayBeTeaser = (measure: Measure): boolean => measure.text === 0 || (!measure.holdsTitle && areTeasers(measure));

/** A heading marked only by class stands above teasers with headings of any level. */
const levelOf = ({ name }: HtmlElement): number => (/^h[1-6]$/.test(name) ? Number(name.slice(1)) : 1);

const MAX_PAGER = 250;

/** True for exactly two links, to the page before and the page after. */
function isPager(element: HtmlElement, { text, linked }: Measure): boolean {
  if (text > MAX_PAGER || linked < text || element.name === 'a' || !hasFewElements(element)) return false;
  const sides = [...elementsBelow(element)]
    .filter(({ name, attribs }) => name === 'a' && attribs.href !== undefined)
    .map((link) => neighbourOf(textOf(link).replace(/\s+/g, ' ').trim()));
  return sides.includes('before') && sides.includes('after');
}
