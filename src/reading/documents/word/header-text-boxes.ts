import type { Unzipped } from 'fflate';
import type { Block } from '../../../text/document.ts';
import { descendantsNamed, parseXml, type XmlElement } from '../ooxml/xml-tree.ts';

const HEADER_OR_FOOTER = /^\/?word\/(?:header|footer)\d*\.xml$/i;

/**
 * Text boxes that a Word document anchors in its headers and footers, as letterheads do. Other text of a header
 * repeats on every page and is left out.
 */
export function headerTextBoxes(parts: Unzipped): readonly Block[] {
  const texts = new Set<string>();
  for (const [name, bytes] of Object.entries(parts)) {
    if (!HEADER_OR_FOOTER.test(name)) continue;
    // First pages and even pages repeat a box, and so does its form for older readers.
    for (const text of boxTexts(bytes)) texts.add(text);
  }
  return [...texts].map((text) => ({ kind: 'paragraph', text }));
}

/** A damaged header is no reason to refuse the text. */
function boxTexts(bytes: Uint8Array): readonly string[] {
  let root: XmlElement;
  try {
    root = parseXml(bytes);
  } catch {
    return [];
  }
  return [...descendantsNamed(root, 'txbxContent')].flatMap((box) =>
    [...descendantsNamed(box, 'p')].map(paragraphText).filter((text) => /\p{L}/u.test(text)),
  );
}

const paragraphText = (paragraph: XmlElement): string =>
  [...descendantsNamed(paragraph, 't')]
    .map(({ text }) => text)
    .join('')
    .trim();
