import type { DocumentReader, ReadPage } from '../../../ports/document-reader.ts';
import type { FetchedPage } from '../../../ports/web.ts';

/** Content of the web that is read, by media type: pages, and the documents that sites link to. */
const DOCUMENT_TYPES: { readonly [mediaType: string]: string } = {
  'application/pdf': '.pdf',
  'application/x-pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.ms-powerpoint': '.ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'text/csv': '.csv',
  'application/csv': '.csv',
  'text/comma-separated-values': '.csv',
  'text/plain': '.txt',
  'text/markdown': '.txt',
};
const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
/** What servers say of files they know nothing about: the name in the address decides. */
const ANY_FILE_TYPES = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/vnd.ms-excel',
  'application/zip',
];
const DOCUMENT_NAME = /\.(pdf|docx?|pptx?|csv|txt)$/i;

/** Media types worth downloading from the address. */
export const readableTypes = (url: string): readonly string[] => [
  ...PAGE_TYPES,
  ...Object.keys(DOCUMENT_TYPES),
  ...(extensionOf(url) === null ? [] : ANY_FILE_TYPES),
];

export type ReadResponse =
  | { readonly ok: true; readonly page: ReadPage }
  | { readonly ok: false; readonly reason: string };

const ANY_ROBOT = { index: true, follow: true };

/** A document that a site offers is a page without links. */
export async function readResponse(
  fetched: FetchedPage,
  reader: DocumentReader,
  signal: AbortSignal,
): Promise<ReadResponse> {
  const { url, contentType, bytes } = fetched;
  const extension = documentExtension(fetched);
  if (extension === null) return await reader.readPage({ url, contentType, bytes, signal });
  const result = await reader.read({ fileName: `${nameOf(url)}${extension}`, contentType, bytes, signal });
  if (!result.ok) return result;
  const [first, ...rest] = result.documents;
  if (first === undefined) return { ok: false, reason: 'The document is empty' };
  const document = { ...first, url, blocks: [first, ...rest].flatMap((one) => one.blocks) };
  const facts = { links: [], canonicalUrl: null, kind: 'static', robots: ANY_ROBOT, refreshUrl: null } as const;
  return { ok: true, page: { document, ...facts } };
}

/** Null for a page. */
function documentExtension({ url, contentType, bytes }: FetchedPage): string | null {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const byType = DOCUMENT_TYPES[type];
  const byName = extensionOf(url);
  // `text/plain` is what some servers send whatever the file is.
  if (byType !== undefined) return byType === '.txt' && byName !== null ? byName : byType;
  if (ANY_FILE_TYPES.includes(type)) return byName;
  return type === '' && Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' ? '.pdf' : null;
}

const extensionOf = (url: string): string | null =>
  DOCUMENT_NAME.exec(new URL(url).pathname)?.[0].toLowerCase() ?? null;

/** The last part of the path, without its extension: what the document is called until it says better. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last).replace(/\.\w{1,5}$/, '') || new URL(url).host;
  } catch {
    return last || new URL(url).host;
  }
}
