import { strFromU8, strToU8, type Unzipped, zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Block } from '../../../text/document.ts';
import type { DocumentContent } from '../../document-content.ts';
import { coreTitle } from '../../document-title.ts';
import { blocksOf } from '../../html/blocks/blocks.ts';
import { parseHtml } from '../../html/dom/dom.ts';
import { damaged } from '../../unreadable.ts';
import { checkElementCount } from '../ooxml/element-limit.ts';
import { refuseCompoundFile } from '../ooxml/refuse-compound-file.ts';
import { unzipWanted } from '../ooxml/unzip.ts';
import { parseXml } from '../ooxml/xml-tree.ts';
import { headerFacts } from './header-facts.ts';
import { placeNotes } from './place-notes.ts';
import { HEADING_STYLE, prepareBody } from './prepare-body.ts';
import { splitWordBody } from './split-word-body.ts';
import { openDrawings } from './word-drawings.ts';
import { takeLabels, writeLabels } from './word-labels.ts';
import { WordNumbering } from './word-numbering.ts';
import { WordStyles } from './word-styles.ts';
import { takeTabs, writeTabs } from './word-tabs.ts';
import { openTextBoxes } from './word-text-boxes.ts';

const MAX_HEADING_CHARACTERS = 250;

const STYLE_MAP = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
];

/** Word 2007 and later: headings, lists, tables, charts and notes by Word's own styles, then text boxes in headers and footers. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentContent> {
  refuseCompoundFile(bytes, '.docx');
  const parts = unzipWanted(bytes, (name) => /\.(xml|rels)$/i.test(name));
  if (!Object.keys(parts).some((name) => /^\/?word\/.*\.xml$/i.test(name) || name === '[Content_Types].xml')) {
    throw damaged('it holds no Word text');
  }
  return {
    title: coreTitle(parts['docProps/core.xml']),
    language: null,
    blocks: [...(await readBody(parts)), ...headerFacts(parts)],
  };
}

async function readBody(parts: Unzipped): Promise<readonly Block[]> {
  const main = Object.keys(parts).find((name) => /^\/?word\/document\d*\.xml$/i.test(name));
  const text = main === undefined ? undefined : parts[main];
  // The converter reads the other parts as a whole.
  for (const [name, part] of Object.entries(parts)) if (name !== main) checkElementCount(part);
  if (main === undefined || text === undefined) return await convertPackage(parts);
  const styles = parts['word/styles.xml'] === undefined ? null : parseXml(parts['word/styles.xml']);
  const numbering = new WordNumbering(parts['word/numbering.xml'], styles);
  const body = writeTabs(openTextBoxes(openDrawings(strFromU8(text), main, parts)));
  const prepared = prepareBody(numbering.isEmpty ? body : writeLabels(body, numbering), new WordStyles(styles));
  const blocks = await convertBody(prepared, main, parts);
  return takeTabs(numbering.isEmpty ? blocks : takeLabels(blocks)).map(withoutLongHeading);
}

/** The converter needs too much memory for a long body as a whole. */
async function convertBody(body: string, main: string, parts: Unzipped): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const { xml, continuesTable } of splitWordBody(body)) {
    const [first, ...rest] = await convertPackage({ ...parts, [main]: strToU8(xml) });
    const joined = continuesTable ? joinedTable(blocks.at(-1), first) : null;
    if (joined !== null) blocks[blocks.length - 1] = joined;
    else if (first !== undefined) blocks.push(first);
    for (const block of rest) blocks.push(block);
  }
  return blocks;
}

/** Returns null unless both are tables. */
function joinedTable(table: Block | undefined, further: Block | undefined): Block | null {
  if (table?.kind !== 'table' || further?.kind !== 'table') return null;
  const header = further.header === null ? [] : [further.header];
  return { ...table, rows: [...table.rows, ...header, ...further.rows] };
}

/** Some authors give whole clauses the style of a heading. */
const withoutLongHeading = (block: Block): Block =>
  block.kind === 'heading' && block.text.length > MAX_HEADING_CHARACTERS
    ? { kind: 'paragraph', text: block.text }
    : block;

async function convertPackage(parts: Unzipped): Promise<readonly Block[]> {
  // The converter never unpacks the original, only parts that passed the size limits.
  const counted = Buffer.from(zipSync(parts, { level: 0 }));
  const $ = parseHtml(await toHtml(counted));
  placeNotes($);
  const body = $('body')[0];
  return body === undefined ? [] : blocksOf(body);
}

async function toHtml(docx: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: docx },
      {
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        externalFileAccess: false,
        styleMap: STYLE_MAP,
      },
    );
    return value;
  } catch {
    throw damaged('its text cannot be read');
  }
}
