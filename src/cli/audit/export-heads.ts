import { exportedLines } from '../../audit/verify/exported-lines.ts';
import { installationKey } from '../../event-log/tree/signed-head.ts';
import { type AuditCommand, type AuditContext, OK, parseOptions } from './command.ts';
import { Progress, writeOut } from './output.ts';

export const exportHeadsCommand: AuditCommand = {
  usage: `npm run audit -- export-heads [--with-events]

  --with-events   prints also every event as it is stored, personal data sealed

Each line of a head is JSON with the public key. Keep them where nobody who can write the log can write, and compare later with
"npm run audit -- verify --heads FILE". scripts/verify-export.mjs checks the output without this program.`,
  parse(args) {
    const { 'with-events': withEvents = false } = parseOptions(args, { 'with-events': { type: 'boolean' } });
    return async (context) => {
      await printHeads(withEvents, context);
      return OK;
    };
  },
};

async function printHeads(withEvents: boolean, context: AuditContext): Promise<void> {
  const key = await installationKey(context.keys);
  if (key === null) throw new Error('No tree head was signed yet: start the service once');
  const progress = new Progress();
  let printed = 0;
  try {
    for await (const lines of exportedLines({ ...context, key }, withEvents)) {
      await writeOut(lines.map((line) => `${line}\n`).join(''));
      printed += lines.length;
      progress.report(() => `${printed} lines printed`);
    }
  } finally {
    progress.end();
  }
}
