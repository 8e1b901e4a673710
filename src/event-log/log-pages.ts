/** Walks the log, or a stream, page by page; each page is read when it is reached. */
import type { EventFilter, LogPage, Position, ReadableLog, StoredEvent } from '../ports/event-log.ts';

export interface LogWalk {
  /** Exclusive. Default: from the beginning. */
  readonly after?: Position | null;
  /** Inclusive. Default: to the end, which a busy service keeps moving. */
  readonly upTo?: Position;
  readonly filter?: EventFilter;
  /** Per page. */
  readonly limit: number;
}

export async function* logPages(
  log: Pick<ReadableLog, 'readAll'>,
  { after = null, upTo, limit, filter = {} }: LogWalk,
): AsyncGenerator<LogPage> {
  for (let from = after; from === null || upTo === undefined || from < upTo; ) {
    const { events, readTo } = await log.readAll({ after: from, limit, filter });
    yield { events: upTo === undefined ? events : events.filter(({ position }) => position <= upTo), readTo };
    if (readTo === null || readTo === from) return;
    from = readTo;
  }
}

/** Also ends where a revision is not greater than the one before, as in a log that was tampered with. */
export async function* streamPages(
  log: Pick<ReadableLog, 'readStream'>,
  stream: string,
  limit: number,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let fromRevision = 0; ; ) {
    const page = await log.readStream(stream, { fromRevision, limit });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit || last.revision < fromRevision) return;
    fromRevision = last.revision + 1;
  }
}
