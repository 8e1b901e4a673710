/** Sections that begin with their heading, as in documentation. */
import { elementsBelow, type HtmlElement, type HtmlNode, hasFewElements, isElement, isText, textOf } from './dom.ts';
import { MAX_LINK_SHARE, type Measures } from './measure.ts';

/** Wrappers between a section and its heading. */
const MAX_ELEMENTS_BEFORE = 6;
const HEADING = /^(?:h[1-6]|summary)$/;
/** Bounds the time over sections within sections. */
const MAX_ELEMENTS_SEARCHED = 1_000;
/** A section with controls is a banner or a form. */
const CONTROLS = new Set(['form', 'input', 'button', 'select', 'textarea']);

/** Shorter texts are notes beside a text. */
const MIN_SECTION = 100;

/**
 * True for `<section id="sharing-files"><h2>Sharing files</h2>`. Generators make such ids of headings, so their words say what the section
 * is about, not which part of the page it is.
 */
export function isNamedByHeading(section: HtmlElement, measures: Measures): boolean {
  const id = lettersOf(section.attribs.id ?? '');
  if (id === '' || measures.linkShare(section) > MAX_LINK_SHARE) return false;
  const heading = headingOf(section);
  if (heading === null || lettersOf(textOf(heading)) !== id) return false;
  return !holdsControls(section);
}

/** True if a sibling is alike: of the same element and classes, with a heading of the same level and text of its own. */
export function isOneOfSections(section: HtmlElement, measures: Measures): boolean {
  const level = headingOf(section)?.name;
  if (level === undefined) return false;
  const siblings = section.parent?.children.filter(isElement) ?? [];
  return siblings.some(
    (other) =>
      other !== section &&
      other.name === section.name &&
      other.attribs.class === section.attribs.class &&
      measures.own(other) >= MIN_SECTION &&
      measures.linkShare(other) <= MAX_LINK_SHARE &&
      headingOf(other)?.name === level,
  );
}

/** True for a list item with a heading and text below it, such as a question and its answer. */
export function isSection(item: HtmlElement): boolean {
  const heading = headingOf(item);
  if (heading === null) return false;
  const within = new Set<HtmlNode>([heading, ...elementsBelow(heading)]);
  let searched = 0;
  for (const element of elementsBelow(item)) {
    if (element.children.some((child) => isText(child) && !within.has(element) && child.data.trim().length >= MIN_TEXT))
      return true;
    searched += 1;
    if (searched > MAX_ELEMENTS_SEARCHED) return true;
  }
  return false;
}

/** Shorter text is a date or a button. */
const MIN_TEXT = 15;

function holdsControls(section: HtmlElement): boolean {
  let searched = 0;
  for (const { name, attribs } of elementsBelow(section)) {
    if (CONTROLS.has(name) || attribs.role === 'button') return true;
    searched += 1;
    if (searched > MAX_ELEMENTS_SEARCHED) return false;
  }
  return false;
}

export function headingOf(section: HtmlElement): HtmlElement | null {
  let before = 0;
  for (const element of elementsBelow(section)) {
    if (HEADING.test(element.name)) return hasFewElements(element) ? element : null;
    before += 1;
    if (before > MAX_ELEMENTS_BEFORE) return null;
  }
  return null;
}

/** Drops numbers of sections, which ids leave out. */
const lettersOf = (text: string) =>
  text
    .slice(0, 300)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^\p{N}+/u, '');
