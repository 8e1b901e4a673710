import type { CommandContext } from '../event-log/event-store.ts';
import type { StoredEvent } from '../ports/event-log.ts';

/** The command id derives from the event, so that a second delivery repeats the same command. @param at epoch milliseconds */
export function workContext(part: string, event: StoredEvent, at: number): CommandContext {
  return { commandId: `${part}/${event.id}`, actor: { kind: 'system', part }, at };
}
