import { exportPerson } from '../../audit/subject/person-export.ts';
import { type PersonWords, personWords } from '../../audit/subject/person-words.ts';
import { type AuditCommand, type AuditContext, OK, parseWordAndOptions, UsageError } from './command.ts';
import { Progress, writeOut } from './output.ts';

export const subjectCommand: AuditCommand = {
  usage: `npm run audit -- subject EMAIL | PHONE | NAME

Prints one JSON object: accounts registered with the address or name, with their history; leads who left it, also when they corrected
it since, with their conversations; and the messages and configurations that mention it. Upper and lower case are the same, and so are
the ways to write a phone number. Quote a name: subject 'Ada Lovelace'. Content of data sources is not searched.
Exit status: 0 printed, 2 nothing is stored under it.`,
  parse(args) {
    const { word } = parseWordAndOptions(args, 'EMAIL, PHONE or NAME', {});
    const person = personWords(word);
    if (person === null) throw new UsageError(`${word} is too short to search for`);
    return async (context) => {
      await printPerson(word, person, context);
      return OK;
    };
  },
};

async function printPerson(subject: string, words: PersonWords, context: AuditContext): Promise<void> {
  const progress = new Progress();
  try {
    const deps = { ...context, documents: context.openDocuments() };
    const person = await exportPerson(words, deps, (looked) =>
      progress.report(() => `${looked} documents and events looked through`),
    );
    const { accounts, leads, mentions } = person;
    const isKnown = [accounts, leads, mentions.messages, mentions.configurations].some(({ length }) => length > 0);
    progress.end();
    if (!isKnown) throw new Error(`Nothing is stored under ${subject}`);
    const exportedAt = new Date(context.clock.now()).toISOString();
    await writeOut(`${JSON.stringify({ exportedAt, subject, ...person }, null, 2)}\n`);
  } finally {
    progress.end();
  }
}
