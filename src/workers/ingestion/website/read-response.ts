import { FILE_EXTENSIONS, FILE_TYPES, type FileExtension } from '../../../domain/data-source/file-types.ts';
import type { ReadPage } from '../../../ports/content/document-reader.ts';
import type { FetchedPage } from '../../../ports/content/web.ts';
import type { CrawlReader } from './crawl-types.ts';

/** Linked documents that uploads name otherwise. */
const OTHER_DOCUMENT_TYPES: readonly (readonly [mediaType: string, extension: FileExtension])[] = [
  ['application/x-pdf', '.pdf'],
  ['text/comma-separated-values', '.csv'],
  ['text/markdown', '.txt'],
];
const DOCUMENT_TYPES: ReadonlyMap<string, FileExtension> = new Map([
  ...FILE_EXTENSIONS.flatMap((extension) => FILE_TYPES[extension].map((type) => [type, extension] as const)),
  ...OTHER_DOCUMENT_TYPES,
]);
const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
/** The URL's extension decides. */
const ANY_FILE_TYPES = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/vnd.ms-excel',
  'application/zip',
];

export const acceptedMediaTypes = (url: string): readonly string[] => [
  ...PAGE_TYPES,
  ...DOCUMENT_TYPES.keys(),
  ...(extensionOf(new URL(url).pathname) === null ? [] : ANY_FILE_TYPES),
];

export type ReadResponse =
  | { readonly ok: true; readonly page: ReadPage }
  | { readonly ok: false; readonly reason: string };

const ANY_ROBOT = { index: true, follow: true };

/** A linked document is a page without links. */
export async function readResponse(
  fetched: FetchedPage,
  reader: CrawlReader,
  signal: AbortSignal,
): Promise<ReadResponse> {
  const { url, contentType, bytes } = fetched;
  const extension = documentExtension(fetched);
  if (extension === null) return await reader.readPage({ url, contentType, bytes, signal });
  const result = await reader.readFile({ fileName: `${nameOf(fetched)}${extension}`, contentType, bytes, signal });
  if (!result.ok) return result;
  const [first, ...rest] = result.documents;
  if (first === undefined) return { ok: false, reason: 'The document is empty' };
  const document = { ...first, url, blocks: [first, ...rest].flatMap((one) => one.blocks) };
  const facts = { links: [], canonicalUrl: null, kind: 'static', robots: ANY_ROBOT, refreshUrl: null } as const;
  return { ok: true, page: { document, ...facts } };
}

/** Returns null for an HTML page. */
function documentExtension({ url, contentType, bytes, fileName }: FetchedPage): string | null {
  const byName = extensionOf(fileName ?? '') ?? extensionOf(new URL(url).pathname);
  // Servers send any content type for files that programs make.
  if (beginsWith(bytes, PDF)) return '.pdf';
  if (beginsWith(bytes, ZIP) && (byName === '.docx' || byName === '.pptx')) return byName;
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const byType = DOCUMENT_TYPES.get(type);
  if (byType !== undefined) return byType === '.txt' && byName !== null ? byName : byType;
  return type === '' || PAGE_TYPES.includes(type) ? null : byName;
}

const PDF = Buffer.from('%PDF-');
const ZIP = Buffer.from('PK\x03\x04');

const beginsWith = (bytes: Uint8Array, start: Buffer): boolean => start.equals(bytes.subarray(0, start.length));

function extensionOf(name: string): FileExtension | null {
  const lower = name.toLowerCase();
  return FILE_EXTENSIONS.find((extension) => lower.endsWith(extension)) ?? null;
}

/** Without its extension: the title until the document gives one. */
function nameOf({ url, fileName }: FetchedPage): string {
  const { pathname, host } = new URL(url);
  const last = fileName ?? decoded(pathname.split('/').findLast((part) => part !== '') ?? '');
  return last.replace(/\.\w{1,5}$/, '') || host;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
