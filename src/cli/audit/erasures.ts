import { INSTALLATION_STREAM_ID, installation } from '../../domain/installation/installation.ts';
import { erasedSubjectsSince } from '../../event-log/erasures.ts';
import type { Position } from '../../ports/event-log.ts';
import { type AuditCommand, type AuditContext, OK, parseOptions, positionOption } from './command.ts';
import { JsonLines, Progress } from './output.ts';
import { requireReached } from './validate-options.ts';

export const erasuresCommand: AuditCommand = {
  usage: `npm run audit -- erasures [--after POSITION]

  --after POSITION   only erasures after this position of the log, as a backup's manifest.json names it

The first line names the installation, and the last counts the erasures. Each other line is one: subject, position, erasedAt. Keep
the list apart from the backups: npm run restore -- DIR --erasures FILE erases again what it names. It holds ids, no personal data.`,
  parse(args) {
    const values = parseOptions(args, { after: { type: 'string' } });
    const after = positionOption('after', values.after);
    return async (context) => {
      if (after !== null) await requireReached('after', after, context.log);
      await printErasures(after, context);
      return OK;
    };
  },
};

async function printErasures(after: Position | null, context: AuditContext): Promise<void> {
  const lines = new JsonLines();
  const progress = new Progress();
  let listed = 0;
  try {
    await lines.write({ erasuresOf: await installationOf(context) });
    for await (const erasure of erasedSubjectsSince(context.log, context.codec, after)) {
      const { subject, position, at } = erasure;
      await lines.write({ subject, position: String(position), erasedAt: new Date(at).toISOString() });
      listed += 1;
      progress.report(() => `${listed} erasures listed, at position ${position}`);
    }
    await lines.write({ erasures: listed });
  } finally {
    progress.end();
    await lines.flush();
  }
}

/** @throws Error for a log that no service of this release has opened yet */
async function installationOf({ log, codec }: AuditContext): Promise<string> {
  const stream = `${installation.category}-${INSTALLATION_STREAM_ID}`;
  const [decoded] = await codec.decode(await log.readStream(stream, { limit: 1 }));
  if (decoded?.ok && decoded.recorded.event.type === 'InstallationCreated') {
    return decoded.recorded.event.data.installationId;
  }
  throw new Error('The log names no installation yet. Start the service once.');
}
