import type { DocumentReader, ReadPage } from '../../../ports/document-reader.ts';
import type { FetchedPage } from '../../../ports/web.ts';

/** Content of the web that is read, by media type: pages, and the documents that sites link to. */
const DOCUMENT_TYPES: { readonly [mediaType: string]: string } = {
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'text/csv': '.csv',
  'text/plain': '.txt',
  'text/markdown': '.txt',
};
const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

export const READABLE_TYPES: readonly string[] = [...PAGE_TYPES, ...Object.keys(DOCUMENT_TYPES)];

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
  const extension = DOCUMENT_TYPES[(contentType.split(';')[0] ?? '').trim().toLowerCase()];
  if (extension === undefined) return await reader.readPage({ url, contentType, bytes, signal });
  const result = await reader.read({ fileName: `${nameOf(url)}${extension}`, contentType, bytes, signal });
  if (!result.ok) return result;
  const [first, ...rest] = result.documents;
  if (first === undefined) return { ok: false, reason: 'The document is empty' };
  const document = { ...first, url, blocks: [first, ...rest].flatMap((one) => one.blocks) };
  return {
    ok: true,
    page: { document, links: [], canonicalUrl: null, kind: 'static', robots: ANY_ROBOT, refreshUrl: null },
  };
}

/** The last part of the path, without its extension: what the document is called until it says better. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last).replace(/\.\w{1,5}$/, '') || new URL(url).host;
  } catch {
    return last || new URL(url).host;
  }
}
