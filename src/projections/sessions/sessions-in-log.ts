import type { EventDecoder } from '../../event-log/event-decoder.ts';
import { logPages } from '../../event-log/log-pages.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';

const PAGE = 1_000;
const TYPES = ['SessionStarted', 'SessionRefreshed', 'SessionEnded'];

/**
 * The account's unexpired sessions, folded from the whole log, without a read model.
 * @param when.now epoch milliseconds
 * @param when.openAt includes sessions that ended after this position
 */
export async function sessionsInLog(
  accountId: string,
  { now, openAt = null }: { readonly now: number; readonly openAt?: Position | null },
  { log, codec }: { readonly log: ReadableLog; readonly codec: Pick<EventDecoder, 'decode'> },
): Promise<readonly string[]> {
  const expiries = new Map<string, number>();
  for await (const { event, position } of recordedOf(TYPES, log, codec)) {
    const hasEnded = event.type === 'SessionEnded' && (openAt === null || position <= openAt);
    if (hasEnded) expiries.delete(event.data.sessionId);
    else if (event.type !== 'SessionStarted' && event.type !== 'SessionRefreshed') continue;
    else if (event.data.accountId === accountId) expiries.set(event.data.sessionId, event.data.expiresAt);
  }
  return [...expiries].filter(([, expiresAt]) => expiresAt > now).map(([sessionId]) => sessionId);
}

/** All events of these types, oldest first. @throws the error of an event that cannot be decoded */
async function* recordedOf(
  types: readonly string[],
  log: ReadableLog,
  codec: Pick<EventDecoder, 'decode'>,
): AsyncGenerator<RecordedEvent> {
  for await (const { events } of logPages(log, { limit: PAGE, filter: { types } })) {
    for (const decoded of await codec.decode(events)) {
      if (!decoded.ok) throw decoded.error;
      yield decoded.recorded;
    }
  }
}
