import { exportPerson } from '../../audit/subject/person-export.ts';
import { type AuditCommand, OK, parseWordAndOptions, UsageError } from './command.ts';
import { Progress, writeOut } from './output.ts';

export const subjectCommand: AuditCommand = {
  name: 'subject',
  summary: 'exports all that is held about a person, for a request of access',
  usage: `npm run audit -- subject EMAIL

Prints one JSON object: accounts registered with the address, with their history; leads who left it, with their conversations; and the
messages and configurations that mention it. Upper and lower case are the same. Content of data sources is not searched.
Exit status: 0 printed, 2 nothing is held under the address.`,
  async run(args, context) {
    const { word: email } = parseWordAndOptions(args, 'EMAIL', {});
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is no email address`);
    const progress = new Progress();
    try {
      const person = await exportPerson(email, context, (looked) =>
        progress.report(() => `${looked} documents looked through`),
      );
      const { accounts, leads, mentions } = person;
      const isKnown = [accounts, leads, mentions.messages, mentions.configurations].some(({ length }) => length > 0);
      progress.end();
      if (!isKnown) throw new Error(`Nothing is stored under ${email}`);
      await writeOut(
        `${JSON.stringify({ exportedAt: new Date(context.clock.now()).toISOString(), ...person }, null, 2)}\n`,
      );
      return OK;
    } finally {
      progress.end();
    }
  },
};
