/** Extracts text and structure from untrusted bytes, off the main thread, within limits of time and memory. */
import type { SiteType } from '../../domain/data-source/events.ts';
import type { ReadDocument } from '../../text/document.ts';

export interface FileToRead {
  /** Key of the fair queue for heavy files. */
  readonly accountId?: string;
  /** Keeps the slot for heavy files until `release` is called, not just while this file is read. */
  readonly holdUntilReleased?: boolean;
  /** The extension decides the format. */
  readonly fileName: string;
  /** Declared by the upload; extension and bytes take precedence. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

export type ReadFileResult =
  | {
      readonly ok: true;
      readonly documents: readonly ReadDocument[];
      /** Present for a heavy file with `holdUntilReleased`. */
      readonly release?: () => void;
    }
  /** `reason` is a sentence for the owner. */
  | { readonly ok: false; readonly reason: string };

export interface PageToRead {
  readonly accountId?: string;
  /** Links are resolved against it. */
  readonly url: string;
  /** The header, charset included. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

export type PageKind = Exclude<SiteType, 'unknown'>;

export interface ReadPage {
  readonly document: ReadDocument;
  /** Absolute http(s) URLs without fragments, in document order. */
  readonly links: readonly string[];
  readonly canonicalUrl: string | null;
  readonly kind: PageKind;
  /** From `<meta name="robots">`; both true by default. */
  readonly robots: { readonly index: boolean; readonly follow: boolean };
  /** Target of an immediate `<meta http-equiv="refresh">`. */
  readonly refreshUrl: string | null;
}

export type ReadPageResult =
  | { readonly ok: true; readonly page: ReadPage }
  | { readonly ok: false; readonly reason: string };

export const limitReasonsOf = (what: 'page' | 'document') => ({
  time: `The ${what} takes too long to read`,
  memory: `The ${what} needs too much memory to be read`,
});

/** Failures are results. Both methods reject only with the signal's reason. */
export interface DocumentReader {
  readFile(file: FileToRead): Promise<ReadFileResult>;
  readPage(page: PageToRead): Promise<ReadPageResult>;
  close(): Promise<void>;
}
