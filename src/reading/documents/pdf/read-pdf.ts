import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFParse as Parser } from 'pdf-parse';
import type { DocumentContent } from '../document-content.ts';
import { usableTitle } from '../document-title.ts';
import { damaged, EMPTY, PASSWORD_PROTECTED, SCANNED, Unreadable } from '../unreadable.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import { fieldBlocks } from './pdf-fields.ts';
import { InvalidPDFException, PasswordException, PDFParse } from './pdf-library.ts';

/** Without the character maps, CJK fonts that are not embedded give no text. */
const PDF_JS = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('pdf-parse')).resolve('pdfjs-dist/package.json'),
);
const CHARACTER_MAPS = `${path.join(PDF_JS, 'cmaps')}/`;
const STANDARD_FONTS = `${path.join(PDF_JS, 'standard_fonts')}/`;

const MAX_PAGES = 5_000;

/**
 * Reads pages in reading order; bookmarks become headings. Filled-in form fields follow the pages. Scripts are not evaluated.
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentContent> {
  const pictures = hasImages(bytes);
  const parser = new PDFParse({
    // pdf.js detaches the buffer, so it gets a copy.
    data: new Uint8Array(bytes),
    cMapUrl: CHARACTER_MAPS,
    cMapPacked: true,
    standardFontDataUrl: STANDARD_FONTS,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: 0,
  });
  try {
    const { info, outline, total } = await parser.getInfo();
    if (total > MAX_PAGES) throw new Unreadable(`The document has more than ${MAX_PAGES} pages`);
    const { pages } = await parser.getText({ pageJoiner: '', lineEnforce: true, itemJoiner: '' });
    const text = pdfBlocks(
      pages.map((page) => page.text),
      outline ?? [],
    );
    const blocks = [...text, ...fieldBlocks(await fieldsOf(parser))];
    if (blocks.length === 0) throw new Unreadable(pictures ? SCANNED : EMPTY);
    return { title: usableTitle(textOrEmpty(info?.Title)), language: languageTag(info?.Language), blocks };
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    await parser.destroy();
  }
}

/** The form of the document that the parser has open, which it does not hand out itself. */
async function fieldsOf(parser: Parser): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const document: unknown = Reflect.get(parser, 'doc');
  if (!hasFields(document)) return {};
  return (await document.getFieldObjects().catch(() => null)) ?? {};
}

interface Form {
  getFieldObjects(): Promise<Readonly<Record<string, readonly unknown[]>> | null>;
}

const hasFields = (document: unknown): document is Form =>
  typeof document === 'object' &&
  document !== null &&
  'getFieldObjects' in document &&
  typeof document.getFieldObjects === 'function';

function toUnreadable(error: unknown): unknown {
  if (error instanceof Unreadable) return error;
  if (error instanceof PasswordException) return new Unreadable(PASSWORD_PROTECTED);
  if (error instanceof InvalidPDFException) return damaged('its structure is broken');
  return damaged('its pages cannot be read');
}

/** Stream dictionaries are never compressed, so images are found without parsing. */
const hasImages = (bytes: Uint8Array) =>
  /\/Subtype\s*\/Image/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));

const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');

function languageTag(value: unknown): string | null {
  const tag = textOrEmpty(value).trim();
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(tag) ? tag : null;
}
