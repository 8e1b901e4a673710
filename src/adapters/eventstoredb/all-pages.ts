/** `$all` in pages, for a subscription that is far behind: three times as fast as following a subscription. */
import type { Position } from '../../ports/event-log.ts';
import type { FeedItem } from './all-feed.ts';
import type { RecordedEvent } from './client.ts';

export interface RecordsPage {
  readonly records: readonly { readonly position: Position; readonly event: RecordedEvent }[];
  /** True when nothing followed the page as it was read. */
  readonly isLast: boolean;
}

/** @param after exclusive; null reads from the beginning */
export type ReadRecords = (after: Position | null) => Promise<RecordsPage>;

/**
 * Ends at the end of the log, or earlier where most events are system events, such as statistics of idle months, which a
 * subscription skips on the server. Reads a page while the one before it is used.
 */
export async function* allPages(read: ReadRecords, after: Position | null): AsyncGenerator<readonly FeedItem[]> {
  let reading: Promise<RecordsPage> | null = read(after);
  while (reading !== null) {
    const { records, isLast }: RecordsPage = await reading;
    const end = records.at(-1);
    const items: FeedItem[] = records.flatMap(({ position, event }) =>
      isOfSystem(event) ? [] : { kind: 'event', position, event },
    );
    reading = isLast || end === undefined || items.length * 2 < records.length ? null : read(end.position);
    // A page that is never awaited must not crash the process.
    reading?.catch(() => undefined);
    if (end !== undefined && isOfSystem(end.event)) items.push({ kind: 'checkpoint', position: end.position });
    if (items.length > 0) yield items;
  }
}

const isOfSystem = ({ type }: RecordedEvent): boolean => type.startsWith('$');
