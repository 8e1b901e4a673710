import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFParse as Parser } from 'pdf-parse';
import type { DocumentContent } from '../../document-content.ts';
import { usableTitle } from '../../document-title.ts';
import { damaged, EMPTY, FOR_RECIPIENTS, OUTLINED, PASSWORD_PROTECTED, SCANNED, Unreadable } from '../../unreadable.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import { fieldBlocks } from './pdf-fields.ts';
import { InvalidPDFException, PasswordException, PDFParse } from './pdf-library.ts';
import { isOfTex, withAccentedLetters } from './tex-accents.ts';
import { type PdfLine, type TextItem, textLines } from './text-lines.ts';

/** Without the character maps, CJK fonts that are not embedded give no text. */
const PDF_JS = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('pdf-parse')).resolve('pdfjs-dist/package.json'),
);
const CHARACTER_MAPS = `${path.join(PDF_JS, 'cmaps')}/`;
const STANDARD_FONTS = `${path.join(PDF_JS, 'standard_fonts')}/`;

const MAX_PAGES = 5_000;

/**
 * Bookmarks, or lines in larger letters, become headings, and aligned lines tables. Filled-in form fields follow the pages. Scripts are not
 * evaluated.
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentContent> {
  const parser = parserOf(bytes);
  try {
    const { info, outline, total } = await parser.getInfo();
    if (total > MAX_PAGES) throw new Unreadable(`The document has more than ${MAX_PAGES} pages`);
    const document = openDocument(parser);
    const isTex = isOfTex([textOrEmpty(info?.Creator), textOrEmpty(info?.Producer)]);
    const pages = await linesOf(document);
    const text = pdfBlocks(isTex ? pages.map(withAccentedLetters) : pages, outline ?? []);
    const blocks = [...text, ...fieldBlocks((await document.getFieldObjects().catch(() => null)) ?? {})];
    if (blocks.length === 0) throw new Unreadable(hasImages(bytes) ? SCANNED : await withoutText(document));
    return { title: usableTitle(textOrEmpty(info?.Title)), language: languageTag(info?.Language), blocks };
  } catch (error) {
    throw isForRecipients(bytes) ? new Unreadable(FOR_RECIPIENTS) : toUnreadable(error);
  } finally {
    await parser.destroy();
  }
}

const parserOf = (bytes: Uint8Array): Parser =>
  new PDFParse({
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

/** Types of pdf.js. */
interface Page {
  getViewport(options: { readonly scale: number }): {
    convertToViewportPoint(x: number, y: number): readonly [number, number];
  };
  getOperatorList(): Promise<{ readonly fnArray: readonly number[] }>;
  getTextContent(): Promise<{ readonly items: readonly (TextItem | { readonly type: string })[] }>;
  cleanup(): void;
}

interface OpenDocument {
  readonly numPages: number;
  getPage(number: number): Promise<Page>;
  getFieldObjects(): Promise<Readonly<Record<string, readonly unknown[]>> | null>;
}

/** pdf-parse keeps the open document to itself. */
function openDocument(parser: Parser): OpenDocument {
  const document: unknown = Reflect.get(parser, 'doc');
  if (!isDocument(document)) throw new TypeError('pdf-parse has no document open');
  return document;
}

const isDocument = (document: unknown): document is OpenDocument =>
  typeof document === 'object' && document !== null && 'getPage' in document && 'getFieldObjects' in document;

async function linesOf(document: OpenDocument): Promise<readonly (readonly PdfLine[])[]> {
  const pages: (readonly PdfLine[])[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.filter((item): item is TextItem => 'str' in item);
    pages.push(textLines(texts, (x, y) => viewport.convertToViewportPoint(x, y)));
    page.cleanup();
  }
  return pages;
}

/** Outlined letters have more paths on the first page than lines and boxes alone. */
const MIN_PATHS = 20;
/** pdf.js's number for a path, which pdf-parse does not export. */
const CONSTRUCT_PATH = 91;

/** The reason why a document without pictures holds no text. */
async function withoutText(document: OpenDocument): Promise<string> {
  const page = await document.getPage(1);
  const { fnArray } = await page.getOperatorList();
  const paths = fnArray.filter((operator) => operator === CONSTRUCT_PATH).length;
  return paths >= MIN_PATHS ? OUTLINED : EMPTY;
}

function toUnreadable(error: unknown): unknown {
  if (error instanceof Unreadable) return error;
  if (error instanceof PasswordException) return new Unreadable(PASSWORD_PROTECTED);
  if (error instanceof InvalidPDFException) return damaged('its structure is broken');
  return damaged('its pages cannot be read');
}

/** Stream dictionaries are never compressed, so images are found without parsing. */
const hasImages = (bytes: Uint8Array) =>
  /\/Subtype\s*\/Image/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));

/** The public-key security handler. Signatures name other formats of PKCS 7. The dictionary of encryption is never compressed. */
const isForRecipients = (bytes: Uint8Array) =>
  /\/SubFilter\s{0,20}\/adbe\.pkcs7\.s[345]\b/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  );

const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');

function languageTag(value: unknown): string | null {
  const tag = textOrEmpty(value).trim();
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(tag) ? tag : null;
}
