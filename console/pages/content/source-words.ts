import type { DataSource, SourceStatus } from '../../api/types.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icons.ts';
import { count } from '../../ui/words.ts';

export const SOURCE_ICONS: Readonly<Record<DataSource['type'], IconName>> = {
  url: 'globe',
  text: 'text',
  youtube: 'video',
  file: 'file',
};

export const STATUS_WORDS: Readonly<Record<SourceStatus, { readonly tone: Tone; readonly word: string }>> = {
  pending: { tone: 'busy', word: 'Waiting' },
  processing: { tone: 'busy', word: 'Reading' },
  done: { tone: 'good', word: 'Read' },
  error: { tone: 'bad', word: 'Failed' },
};

export function titleOf({ title, fileName, sourceUrl }: DataSource): string {
  const address = sourceUrl?.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return title || fileName || address || 'Untitled';
}

/** Shorter lists need no search. */
export const MIN_SEARCHED = 6;

/** Number of pages that the last run did not read. */
export const unreadOf = ({ crawlSummary }: DataSource): number => crawlSummary.skipped + crawlSummary.failed;

export const canBeRefreshed = ({ type }: DataSource): boolean => type === 'url' || type === 'youtube';

/** A line about what was read or is being read. */
export function countsOf(source: DataSource): string {
  const { status, type, pageCount, chunkCount, crawlSummary } = source;
  const isReading = status === 'processing';
  if (status === 'pending') return 'Waiting for its turn';
  if (isReading && type === 'url') {
    const { succeeded, failed } = crawlSummary;
    const read = count(succeeded, 'page read', 'pages read');
    return failed === 0 ? `${read} so far` : `${read} so far, ${failed.toLocaleString()} failed`;
  }
  if (isReading) return 'Being read';
  if (status === 'error' && chunkCount === 0) return 'Nothing was read';
  const passages = count(chunkCount, 'passage', 'passages');
  // A file counts as one document, however many pages it has.
  return type === 'url' ? `${count(pageCount, 'page', 'pages')}, ${passages}` : passages;
}
