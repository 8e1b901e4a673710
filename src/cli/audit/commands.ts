import type { AuditCommand } from './command.ts';
import { contentCommand } from './content.ts';
import { erasuresCommand } from './erasures.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { exportCommand } from './export.ts';
import { exportHeadsCommand } from './export-heads.ts';
import { replayCommand } from './replay.ts';
import { stateCommand } from './state.ts';
import { subjectCommand } from './subject.ts';
import { verifyCommand } from './verify.ts';

/** The one list of audit commands, in the order of the help text. */
export const AUDIT_COMMANDS: readonly AuditCommand[] = [
  eventsCommand,
  stateCommand,
  contentCommand,
  explainCommand,
  exportCommand,
  subjectCommand,
  erasuresCommand,
  replayCommand,
  verifyCommand,
  exportHeadsCommand,
];
