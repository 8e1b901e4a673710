import { derivedId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';

/** Context of one of several commands that a request or work item gives: each has an id of its own, which follows from the first's. */
export const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, step),
});
