/** `npm run audit -- COMMAND`: reads the history of the service, also while it runs. */
import { startCompileCache } from '../composition/compile-cache.ts';
import { errorMessage } from '../lib/thrown.ts';
import type { AuditCommand } from './audit/command.ts';
import { asksForHelp } from './usage.ts';

startCompileCache();
const { COULD_NOT_LOOK, OK, UsageError } = await import('./audit/command.ts');
const { AUDIT_COMMANDS } = await import('./audit/commands.ts');
const { OutputClosed, tolerateClosedOutput, writeNote } = await import('./audit/output.ts');

tolerateClosedOutput();
process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    console.error(usage());
    return COULD_NOT_LOOK;
  }
  if (name === 'help' || asksForHelp([name])) {
    console.log(usage());
    return OK;
  }
  const listed = AUDIT_COMMANDS.find((each) => each.name === name);
  if (listed === undefined) {
    console.error(`Unknown command: ${name}\n\n${usage()}`);
    return COULD_NOT_LOOK;
  }
  const command = await listed.load();
  if (asksForHelp(args)) {
    console.log(`usage: ${command.usage}`);
    return OK;
  }
  return run(command, args);
}

async function run(command: AuditCommand, args: readonly string[]): Promise<number> {
  try {
    const audit = command.parse(args);
    const { openAuditContext } = await import('./audit/context.ts');
    const { context, close } = await openAuditContext();
    try {
      return await audit(context);
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof OutputClosed) return OK;
    const message = errorMessage(error);
    writeNote(error instanceof UsageError ? `${message}\n\nusage: ${command.usage}` : message);
    return COULD_NOT_LOOK;
  }
}

function usage(): string {
  const width = Math.max(...AUDIT_COMMANDS.map(({ name }) => name.length));
  const commands = AUDIT_COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `usage: npm run audit -- COMMAND [options]

${commands.join('\n')}

npm run audit -- COMMAND --help explains one. It reads the stores that the environment names, as the service does, and works while the
service runs. Exit status: 0 all is well, 1 something was found, 2 it could not look.`;
}
