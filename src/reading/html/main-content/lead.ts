/** Leads and summaries beside the marked main part of a page, which belong to its beginning. */
import { elementsBelow, type HtmlElement, isElement } from '../dom/dom.ts';
import { MAX_LINK_SHARE, type Measures } from '../dom/measure.ts';

/** A lead is a sentence or two between title and body. */
const MIN_LEAD = 50;
/** Longer texts are sections of their own. */
const MAX_LEAD = 1_500;

const LEAD_NAMES =
  /(?:^|[\s_-])(?:stand-?first|lead|dek|deck|intro|introduction|summary|abstract|key-?(?:points?|facts?|takeaways)|fact-?box|teaser-text|hero|jumbotron|highlights|sub-?(?:title|head|headline)|vorspann|chapeau|entradilla|subtitulo)(?:$|[\s_-])/i;

function isLead(element: HtmlElement, measures: Measures): boolean {
  const { text, prose } = measures.of(element);
  if (element.name !== 'p' && element.name !== 'h2' && !(prose === text && text <= MAX_LEAD)) return false;
  return text >= MIN_LEAD && measures.linkShare(element) <= MAX_LINK_SHARE;
}

/** schema.org */
const LEAD_MARK = /^(?:description|abstract|alternativeHeadline)$/;
const HEADING = /^h[1-6]$/;

/** Some systems mark another heading than the first as the headline. */
const isTitle = ({ name, attribs }: HtmlElement): boolean =>
  name === 'h1' || (attribs.itemprop === 'headline' && HEADING.test(name));

function isNamedLead(element: HtmlElement, measures: Measures): boolean {
  const names = `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000);
  const { text, holdsContent } = measures.of(element);
  if (text < MIN_LEAD || text > MAX_LEAD || holdsContent || measures.linkShare(element) > MAX_LINK_SHARE) return false;
  return (
    (LEAD_MARK.test(element.attribs.itemprop ?? '') && !isOfPicture(element)) ||
    LEAD_NAMES.test(names.replace(/([a-z\d])([A-Z])/g, '$1-$2'))
  );
}

/** Pictures have descriptions, too. */
function isOfPicture(element: HtmlElement): boolean {
  const { name, parent } = element;
  return name === 'figcaption' || (parent !== null && 'name' in parent && /^fig/.test(parent.name));
}

/** The title's heading and the leads between it and the part, in document order. With a title in the part, it is the site's name. */
export function leadsBefore(part: HtmlElement, body: HtmlElement, measures: Measures): readonly HtmlElement[] {
  let found: HtmlElement[] = [];
  let afterTitle = false;
  const hasTitle = measures.of(part).holdsTitle;
  const waiting = elementsBefore(part, body).toReversed();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (isTitle(element)) {
      if (hasTitle) continue;
      // A site's name may be marked as the title too, so the last one counts.
      found = [element];
      afterTitle = true;
    } else if ((afterTitle && isLead(element, measures)) || isNamedLead(element, measures)) found.push(element);
    else for (const child of element.children.filter(isElement).toReversed()) waiting.push(child);
  }
  return found;
}

/** Siblings before the part or an element around it, in document order. Empty when the part is outside the body. */
function elementsBefore(part: HtmlElement, body: HtmlElement): readonly HtmlElement[] {
  const levels: (readonly HtmlElement[])[] = [];
  for (let inner = part; inner !== body; ) {
    const { parent } = inner;
    if (parent === null || !('attribs' in parent)) return [];
    const siblings = parent.children.filter(isElement);
    levels.push(siblings.slice(0, siblings.indexOf(inner)));
    inner = parent;
  }
  return levels.toReversed().flat();
}

/** Includes the root. */
export function elementsAround(root: HtmlElement, kept: Iterable<HtmlElement>): Set<HtmlElement> {
  const around = new Set<HtmlElement>([root]);
  for (const one of kept) {
    for (let above = one.parent; above !== null && 'attribs' in above && !around.has(above); above = above.parent)
      around.add(above);
  }
  return around;
}

/** The element itself, or the title, leads and summaries in it. */
export function leadsWithin(root: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const isKept = (one: HtmlElement) => isTitle(one) || isLead(one, measures) || isNamedLead(one, measures);
  return isKept(root) ? [root] : [...elementsBelow(root)].filter(isKept);
}
