import { derivedId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';

/**
 * Context for one of several commands of a request or work item. Its command id derives from the first, so that a repeat has
 * the same ids.
 */
export const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, step),
});
