/** Extracts text and structure from untrusted bytes, off the main thread, within limits of time and memory. */
import type { SiteType } from '../domain/data-source/events.ts';
import type { ReadDocument } from '../text/document.ts';

export interface FileToRead {
  /** Heavy files are read in a fair queue over accounts. */
  readonly accountId?: string;
  /** Keeps the slot for heavy files until `release` is called. Default: until this file has been read. */
  readonly holdUntilReleased?: boolean;
  /** The extension decides the format. */
  readonly fileName: string;
  /** As declared by the upload; the extension and the bytes take precedence. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

export type ReadFileResult =
  | {
      readonly ok: true;
      readonly documents: readonly ReadDocument[];
      /** Present when the file is heavy and `holdUntilReleased` was set. */
      readonly release?: () => void;
    }
  /** `reason` is a sentence for the owner: `The document is password-protected`. */
  | { readonly ok: false; readonly reason: string };

export interface PageToRead {
  /** As in `FileToRead`. */
  readonly accountId?: string;
  /** Base URL: links are resolved against it. */
  readonly url: string;
  /** The `Content-Type` header, charset included. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

/** The site builder, as detected from the markup. */
export type PageKind = Exclude<SiteType, 'unknown'>;

export interface ReadPage {
  readonly document: ReadDocument;
  /** Absolute http(s) URLs in document order, without duplicates and fragments. */
  readonly links: readonly string[];
  /** From `<link rel="canonical">`; null when the page declares none. */
  readonly canonicalUrl: string | null;
  readonly kind: PageKind;
  /** From `<meta name="robots">`; both true by default. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** Target of an immediate `<meta http-equiv="refresh">`; null without one. */
  readonly refreshUrl: string | null;
}

export type ReadPageResult =
  | { readonly ok: true; readonly page: ReadPage }
  | { readonly ok: false; readonly reason: string };

export interface DocumentReader {
  /** Failures are results. Rejects only with the signal's reason on abort. */
  readFile(file: FileToRead): Promise<ReadFileResult>;
  /** Reads HTML, with the links and directives that a crawler needs. Rejects as `readFile` does. */
  readPage(page: PageToRead): Promise<ReadPageResult>;
  close(): Promise<void>;
}
