import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { blocksOf } from '../html/blocks.ts';
import { parseHtml } from '../html/dom.ts';
import type { DocumentContent } from './document-content.ts';
import { coreTitle } from './office-properties.ts';
import { damaged, PASSWORD_PROTECTED, Unreadable } from './unreadable.ts';
import { unzip } from './unzip.ts';

const COMPOUND_FILE_MARK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Word 2007 and later: headings, lists, tables and foot notes as Word's own styles mark them. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentContent> {
  refuseCompoundFile(bytes);
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

/** Word wraps an encrypted document into the container of its older format; the older format itself is another file. */
function refuseCompoundFile(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, 4).equals(COMPOUND_FILE_MARK)) return;
  if (buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Unreadable(PASSWORD_PROTECTED);
  throw new Unreadable('The content of the file is not what its name says: it is not a .docx file');
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
