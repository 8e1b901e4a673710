import { strFromU8, strToU8, type Unzipped, zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Block } from '../../../text/document.ts';
import { blocksOf } from '../html/blocks.ts';
import { parseHtml } from '../html/dom.ts';
import type { DocumentContent } from './document-content.ts';
import { bodyParts } from './long-word-body.ts';
import { coreTitle } from './office-properties.ts';
import { refuseCompoundFile } from './refuse-compound-file.ts';
import { damaged } from './unreadable.ts';
import { unzip } from './unzip.ts';

/** Word 2007 and later: headings, lists, tables and foot notes as Word's own styles mark them. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentContent> {
  refuseCompoundFile(bytes, '.docx');
  const parts = unzip(bytes, (name) => /\.(xml|rels)$/i.test(name));
  if (!Object.keys(parts).some((name) => /^\/?word\/.*\.xml$/i.test(name) || name === '[Content_Types].xml')) {
    throw damaged('it holds no Word text');
  }
  return {
    title: coreTitle(parts['docProps/core.xml']),
    language: null,
    blocks: await blocksOfParts(parts),
  };
}

/** A long text in parts: what converts it would need too much memory for all of it at once. */
async function blocksOfParts(parts: Unzipped): Promise<readonly Block[]> {
  const main = Object.keys(parts).find((name) => /^\/?word\/document\d*\.xml$/i.test(name));
  const text = main === undefined ? undefined : parts[main];
  if (main === undefined || text === undefined) return await blocksOfWhole(parts);
  const blocks: Block[] = [];
  for (const { xml, goesOn } of bodyParts(strFromU8(text))) {
    const [first, ...rest] = await blocksOfWhole({ ...parts, [main]: strToU8(xml) });
    const last = blocks.at(-1);
    if (goesOn && last?.kind === 'table' && first?.kind === 'table') {
      blocks[blocks.length - 1] = { ...last, rows: [...last.rows, ...first.rows] };
    } else if (first !== undefined) blocks.push(first);
    for (const block of rest) blocks.push(block);
  }
  return blocks;
}

async function blocksOfWhole(parts: Unzipped): Promise<readonly Block[]> {
  // Handed on as a plain zip of what was counted: no other unpacker gets to see the original.
  const counted = Buffer.from(zipSync(parts, { level: 0 }));
  const $ = parseHtml(await toHtml(counted));
  // The marks that lead to a foot note and back again cut words apart; the notes themselves stand at the end.
  $('a[href^="#footnote-"], a[href^="#endnote-"]').remove();
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
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      },
    );
    return value;
  } catch {
    throw damaged('its text cannot be read');
  }
}
