import type { Unzipped } from 'fflate';
import type { Block } from '../../../text/document.ts';
import { TELEPHONE } from '../../html/contact/footer-contact.ts';
import { attributeNamed, descendantsNamed, parseXml, type XmlElement } from '../ooxml/xml-tree.ts';

const HEADER_OR_FOOTER = /^\/?word\/(?:header|footer)\d*\.xml$/i;
const EMAIL = /[^\s@]@[^\s@]+\.\p{L}{2}/u;
/** Longer headers and footers are no letterheads. */
const MAX_LINES = 30;
const MAX_CHARACTERS = 1_500;
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/**
 * Text boxes anchored in headers and footers of a Word document, and the lines of those with an address, as in letterheads. Other text of a
 * header repeats on every page and is left out.
 */
export function headerFacts(parts: Unzipped): readonly Block[] {
  const texts = new Set<string>();
  for (const [name, bytes] of Object.entries(parts)) {
    if (!HEADER_OR_FOOTER.test(name)) continue;
    // First and even pages repeat a box, and so does its form for older readers.
    for (const text of factsIn(bytes)) texts.add(text);
  }
  return [...texts].map((text) => ({ kind: 'paragraph', text }));
}

/** A damaged header is no reason to refuse the text. */
function factsIn(bytes: Uint8Array): readonly string[] {
  let root: XmlElement;
  try {
    root = parseXml(bytes);
  } catch {
    return [];
  }
  return [...contactLines(root), ...[...descendantsNamed(root, 'txbxContent')].flatMap(linesOf)];
}

function contactLines(root: XmlElement): readonly string[] {
  const lines = linesOf(root);
  const text = lines.join('\n');
  const isLetterhead = lines.length <= MAX_LINES && text.length <= MAX_CHARACTERS;
  return isLetterhead && (EMAIL.test(text) || TELEPHONE.test(text)) ? lines : [];
}

const linesOf = (element: XmlElement): readonly string[] =>
  [...descendantsNamed(element, 'p')]
    .filter((paragraph) => !holdsPageNumber(paragraph))
    .map((paragraph) => piecesOf(paragraph).join('').replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text));

function holdsPageNumber(paragraph: XmlElement): boolean {
  for (const { text } of descendantsNamed(paragraph, 'instrText')) if (PAGE_NUMBER.test(text)) return true;
  for (const field of descendantsNamed(paragraph, 'fldSimple'))
    if (PAGE_NUMBER.test(attributeNamed(field, 'instr') ?? '')) return true;
  return false;
}

/** Excludes text boxes. */
function piecesOf(element: XmlElement): readonly string[] {
  return element.children.flatMap((child) => {
    if (child.name === 't') return [child.text];
    if (SPACES.has(child.name)) return [' '];
    return child.name === 'txbxContent' ? [] : piecesOf(child);
  });
}

const SPACES = new Set(['tab', 'ptab', 'br', 'cr']);
