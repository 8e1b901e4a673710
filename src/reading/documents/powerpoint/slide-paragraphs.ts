import { textOfParagraph } from '../ooxml/drawing-text.ts';
import { attributeNamed, childNamed, childrenNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import type { SlideParagraph } from './slide-blocks.ts';

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

/** Size of its largest letters; 0 where they have the size of the layout. */
function sizeOf(paragraph: XmlElement): number {
  const runs = childrenNamed(paragraph, 'r').map((run) => attributeNamed(childNamed(run, 'rPr'), 'sz'));
  return runs.reduce((most, size) => Math.max(most, Number.parseInt(size ?? '0', 10) || 0), 0);
}
