/** The content that a chatbot answered from at a time: the passages of the run of each source that was active then. */
import { hash } from 'node:crypto';
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { ReadableBlobs } from '../../ports/blobs.ts';
import { readManifestPassages } from '../../projections/data-sources/manifest.ts';
import type { DataSourceDocument } from '../../projections/data-sources/projection.ts';
import { ERASED, type Erased } from '../event-view.ts';

/** `contentHash` is that of the passages in explanations. */
export type ContentPassage = {
  readonly sourceId: string;
  readonly title: string | Erased;
  readonly url: string | null | Erased;
  readonly headings: readonly string[] | Erased;
  readonly text: string | Erased;
  readonly contentHash: string | null;
};

/**
 * Passages in the order of the source. A source that no run had read by then yields none; one whose content is gone yields one that is erased. @param
 * source as it stood at the time
 */
export async function* contentThen(
  { id: sourceId, chatbotId, manifestHash }: DataSourceDocument,
  blobs: Pick<ReadableBlobs, 'stream'>,
): AsyncGenerator<ContentPassage> {
  if (manifestHash === null) return;
  const manifest = await blobs.stream(sourceScope(chatbotId, sourceId), manifestHash);
  if (manifest === null) {
    yield { sourceId, title: ERASED, url: ERASED, headings: ERASED, text: ERASED, contentHash: null };
    return;
  }
  for await (const { title, url, headings, text } of readManifestPassages(manifest)) {
    yield { sourceId, title, url, headings, text, contentHash: hash('sha256', text, 'hex') };
  }
}
