import type { ReadDocument } from '../../../text/document.ts';

/** What a reader gives; the title is null when the document names none. */
export interface DocumentContent extends Pick<ReadDocument, 'language' | 'blocks'> {
  readonly title: string | null;
}

/** @throws Unreadable with the reason; anything else it throws means that the document is damaged. */
export type Reader = (bytes: Uint8Array) => Promise<DocumentContent> | DocumentContent;
