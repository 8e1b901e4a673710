import type { CommandContext } from '../log/event-store.ts';
import type { StoredEvent } from '../ports/event-log.ts';

/**
 * A worker's command follows from the event it works on: carried out twice, after a crash or by two nodes, it is the same command.
 * @param at epoch milliseconds
 */
export function workContext(part: string, event: StoredEvent, at: number): CommandContext {
  return { commandId: `${part}/${event.id}`, actor: { kind: 'system', part }, at };
}
