import type { EventDecoder } from '../../event-log/codec.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';

const PAGE = 1_000;
const TYPES = ['SessionStarted', 'SessionRefreshed', 'SessionEnded'];

/**
 * The account's unexpired sessions, folded from the whole log where no read model is at hand.
 * @param now epoch milliseconds
 */
export async function sessionsInLog(
  accountId: string,
  now: number,
  { log, codec }: { readonly log: ReadableLog; readonly codec: Pick<EventDecoder, 'decode'> },
): Promise<readonly string[]> {
  const expiries = new Map<string, number>();
  let after: Position | null = null;
  for (;;) {
    const page = await log.readAll({ after, limit: PAGE, filter: { types: TYPES } });
    for (const decoded of await codec.decode(page.events)) {
      if (!decoded.ok) throw decoded.error;
      const { event } = decoded.recorded;
      if (event.type === 'SessionEnded') expiries.delete(event.data.sessionId);
      else if (event.type !== 'SessionStarted' && event.type !== 'SessionRefreshed') continue;
      else if (event.data.accountId === accountId) expiries.set(event.data.sessionId, event.data.expiresAt);
    }
    if (page.readTo === null || page.readTo === after) break;
    after = page.readTo;
  }
  return [...expiries].filter(([, expiresAt]) => expiresAt > now).map(([sessionId]) => sessionId);
}
