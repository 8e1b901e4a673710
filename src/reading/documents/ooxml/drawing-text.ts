import { attributeNamed, descendantsNamed, type XmlElement } from './xml-tree.ts';

/** Generated fields that repeat on every slide. */
const RUNNING_FIELD = /^(slidenum|datetime|footer|header)/i;

/** One line per paragraph. */
export const linesOf = (element: XmlElement): readonly string[] =>
  [...descendantsNamed(element, 'p')].map(textOfParagraph).filter((line) => line !== '');

export function textOfParagraph(paragraph: XmlElement): string {
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
