import type { ReadDocument } from '../text/document.ts';

/** The title is null when the document has none. */
export interface DocumentContent extends Pick<ReadDocument, 'language' | 'blocks'> {
  readonly title: string | null;
}

/** @throws Unreadable with the reason; any other error means that the document is damaged */
export type FormatReader = (bytes: Uint8Array) => Promise<DocumentContent> | DocumentContent;
