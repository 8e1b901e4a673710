import { attributeNamed, childNamed, childrenNamed, descendantsNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import type { SlideParagraph } from './slide-blocks.ts';

/** Generated fields that repeat on every slide. */
const RUNNING_FIELD = /^(slidenum|datetime|footer|header)/i;

/** @param listed bullets paragraphs that do not override it */
export function paragraphsOf(body: XmlElement | null, listed: boolean): readonly SlideParagraph[] {
  return childrenNamed(body, 'p').map((paragraph) => {
    const properties = childNamed(paragraph, 'pPr');
    const depth = Number.parseInt(attributeNamed(properties, 'lvl') ?? '0', 10);
    const marked = childNamed(properties, 'buChar') ?? childNamed(properties, 'buAutoNum');
    return {
      text: textOfParagraph(paragraph),
      depth: Number.isSafeInteger(depth) ? Math.max(0, Math.min(8, depth)) : 0,
      size: sizeOf(paragraph),
      bulleted: marked !== null || (listed && childNamed(properties, 'buNone') === null),
    };
  });
}

/** One line per paragraph. */
export const linesOf = (element: XmlElement): readonly string[] =>
  [...descendantsNamed(element, 'p')].map(textOfParagraph).filter((line) => line !== '');

function textOfParagraph(paragraph: XmlElement): string {
  return piecesOf(paragraph)
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

function piecesOf(element: XmlElement): readonly string[] {
  return element.children.flatMap((child) => {
    if (child.name === 't') return [child.text];
    if (child.name === 'br') return ['\n'];
    if (child.name === 'fld' && RUNNING_FIELD.test(attributeNamed(child, 'type') ?? '')) return [];
    // Fallback repeats the content for older programs.
    if (child.name === 'Fallback') return [];
    return piecesOf(child);
  });
}

/** Size of its largest letters; 0 where they have the size of the layout. */
function sizeOf(paragraph: XmlElement): number {
  const runs = childrenNamed(paragraph, 'r').map((run) => attributeNamed(childNamed(run, 'rPr'), 'sz'));
  return runs.reduce((most, size) => Math.max(most, Number.parseInt(size ?? '0', 10) || 0), 0);
}
