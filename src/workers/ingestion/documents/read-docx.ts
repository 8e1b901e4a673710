import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { blocksOf } from '../html/blocks.ts';
import { parseHtml } from '../html/dom.ts';
import type { DocumentContent } from './document-content.ts';
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
  // Handed on as a plain zip of what was counted: no other unpacker gets to see the original.
  const counted = Buffer.from(zipSync(parts, { level: 0 }));
  const $ = parseHtml(await toHtml(counted));
  // The marks that lead to a foot note and back again cut words apart; the notes themselves stand at the end.
  $('a[href^="#footnote-"], a[href^="#endnote-"]').remove();
  const body = $('body')[0];
  return {
    title: coreTitle(parts['docProps/core.xml']),
    language: null,
    blocks: body === undefined ? [] : blocksOf(body),
  };
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
