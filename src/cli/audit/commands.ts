import type { AuditCommand } from './command.ts';

interface ListedCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Imports the command and what it alone needs. */
  readonly load: () => Promise<AuditCommand>;
}

/** The one list of audit commands, in the order of the help text. */
export const AUDIT_COMMANDS: readonly ListedCommand[] = [
  {
    name: 'events',
    summary: 'prints events of the log, decrypted, as JSON lines',
    load: async () => (await import('./events.ts')).eventsCommand,
  },
  {
    name: 'state',
    summary: 'prints a chatbot, or all accounts and chatbots, as they stood at a time',
    load: async () => (await import('./state.ts')).stateCommand,
  },
  {
    name: 'content',
    summary: 'prints the content that a chatbot answered from at a time, passage by passage',
    load: async () => (await import('./content.ts')).contentCommand,
  },
  {
    name: 'explain',
    summary: 'says why an answer is what it is, and what would be found today',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'export',
    summary: 'writes the log as JSON lines, CSV or Parquet, for analysts',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'subject',
    summary: 'exports all that is held about a person, for a request of access',
    load: async () => (await import('./subject.ts')).subjectCommand,
  },
  {
    name: 'erasures',
    summary: 'lists what was erased, for a restore of an older backup',
    load: async () => (await import('./erasures.ts')).erasuresCommand,
  },
  {
    name: 'replay',
    summary: 'rebuilds the read models from the log alone and compares them with the live ones',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'verify',
    summary: 'checks that no event was changed, removed, added or moved, and that the end was not cut off',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'export-heads',
    summary: 'prints the signed heads of the log, to be kept elsewhere',
    load: async () => (await import('./export-heads.ts')).exportHeadsCommand,
  },
];
