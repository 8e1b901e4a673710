/** Text and structure out of bytes that nobody vouches for, away from the main thread and within limits of time and memory. */
import type { ReadDocument } from '../text/document.ts';

export interface FileToRead {
  /** Its extension says which format it is. */
  readonly fileName: string;
  /** As sent with the file; the extension and the bytes decide. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

export type ReadFileResult =
  | { readonly ok: true; readonly documents: readonly ReadDocument[] }
  /** `reason` is a sentence for the owner: `The document is password-protected`. */
  | { readonly ok: false; readonly reason: string };

export interface PageToRead {
  /** Where it came from: links are resolved against it. */
  readonly url: string;
  /** With its charset, as sent. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

/** What the page was made with, as far as its markup tells. */
export type PageKind = 'static' | 'spa' | 'nextjs' | 'nuxt';

export interface ReadPage {
  readonly document: ReadDocument;
  /** Absolute http(s) addresses the page points to, in order, each once, without fragments. */
  readonly links: readonly string[];
  /** As declared by the page; null when it declares none. */
  readonly canonicalUrl: string | null;
  readonly kind: PageKind;
  /** What its `<meta name="robots">` asks of crawlers; both true when it says nothing. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** Where a `<meta http-equiv="refresh">` sends its visitors on to at once; null when it does not. */
  readonly refreshUrl: string | null;
}

export type ReadPageResult =
  | { readonly ok: true; readonly page: ReadPage }
  | { readonly ok: false; readonly reason: string };

export interface DocumentReader {
  /** Only rejects with the signal's reason when that aborts: what cannot be read is a reason. */
  read(file: FileToRead): Promise<ReadFileResult>;
  /** HTML, with what a crawler needs of it. Rejects as `read` does. */
  readPage(page: PageToRead): Promise<ReadPageResult>;
  close(): Promise<void>;
}
