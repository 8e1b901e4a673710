import type { AuditCommand } from './command.ts';
import { erasuresCommand } from './erasures.ts';
import { eventsCommand } from './events.ts';
import { replayCommand } from './replay.ts';
import { stateCommand } from './state.ts';

/** The one list of audit commands, in the order of the help text. */
export const AUDIT_COMMANDS: readonly AuditCommand[] = [eventsCommand, stateCommand, erasuresCommand, replayCommand];
