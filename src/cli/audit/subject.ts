import { exportPerson } from '../../audit/subject/person-export.ts';
import { type AuditCommand, type AuditContext, OK, parseWordAndOptions, UsageError } from './command.ts';
import { Progress, writeOut } from './output.ts';

export const subjectCommand: AuditCommand = {
  name: 'subject',
  summary: 'exports all that is held about a person, for a request of access',
  usage: `npm run audit -- subject EMAIL

Prints one JSON object: accounts registered with the address, with their history; leads who left it, with their conversations; and the
messages and configurations that mention it. Upper and lower case are the same. Content of data sources is not searched.
Exit status: 0 printed, 2 nothing is held under the address.`,
  parse(args) {
    const { word: email } = parseWordAndOptions(args, 'EMAIL', {});
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is not an email address`);
    return async (context) => {
      await printPerson(email, context);
      return OK;
    };
  },
};

async function printPerson(email: string, context: AuditContext): Promise<void> {
  const progress = new Progress();
  try {
    const person = await exportPerson(email, context, (looked) =>
      progress.report(() => `${looked} documents looked through`),
    );
    const { accounts, leads, mentions } = person;
    const isKnown = [accounts, leads, mentions.messages, mentions.configurations].some(({ length }) => length > 0);
    progress.end();
    if (!isKnown) throw new Error(`Nothing is stored under ${email}`);
    const exportedAt = new Date(context.clock.now()).toISOString();
    await writeOut(`${JSON.stringify({ exportedAt, ...person }, null, 2)}\n`);
  } finally {
    progress.end();
  }
}
