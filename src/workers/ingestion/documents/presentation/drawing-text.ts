import type { SlideParagraph } from '../slide-blocks.ts';
import { attributeNamed, childNamed, childrenNamed, descendantsNamed, type XmlElement } from '../xml-tree.ts';

/** Fields whose text is made anew on every slide and says nothing of it. */
const RUNNING_FIELD = /^(slidenum|datetime|footer|header)/i;

/** The paragraphs of a text body; `listed` when they are bulleted unless they say otherwise. */
export function paragraphsOf(body: XmlElement | null, listed: boolean): readonly SlideParagraph[] {
  return childrenNamed(body, 'p').map((paragraph) => {
    const properties = childNamed(paragraph, 'pPr');
    const depth = Number.parseInt(attributeNamed(properties, 'lvl') ?? '0', 10);
    const marked = childNamed(properties, 'buChar') ?? childNamed(properties, 'buAutoNum');
    return {
      text: textOfParagraph(paragraph),
      depth: Number.isSafeInteger(depth) ? Math.max(0, Math.min(8, depth)) : 0,
      bulleted: marked !== null || (listed && childNamed(properties, 'buNone') === null),
    };
  });
}

/** All paragraphs below an element as lines. */
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
    // The same content once more, for programs that do not know the first form.
    if (child.name === 'Fallback') return [];
    return piecesOf(child);
  });
}
