/** Documentation of an interface for programs: code that is asked for, versions of a changelog. */
import { expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { answerableQuestion } from '../../../src/answering/extractive/plain-question.ts';
import { textAsker } from './asker.ts';

const ask = textAsker(`# Interface
## Verify signatures
Each call has the header \`Signature\`, an HMAC of the raw body with your signing secret. Compare in constant time:

\`\`\`js
return timingSafeEqual(expected, signature);
\`\`\`

## 2.8 (4 March 2026)
- Added: the language of emails.
- Fixed: 7 faults of the import.
## 2.7 (12 January 2026)
- Added: calls in batches.
- Changed: the limit of test keys is 5 a second, before 2.
- Deprecated: the parameter \`courier\`.`);

it('shows the code for who asks for it, and the sentence for who asks for something else', () => {
  expect(ask('signature code')).toBe(
    'Compare in constant time:\n\n```\nreturn timingSafeEqual(expected, signature);\n```',
  );
  expect(ask('which header has the signature?')).toMatch(/^Each call has the header/);
});

it('takes the number of a version for no other number', () => {
  const answer = ask('whats new in 2.7');
  for (const item of ['calls in batches', 'limit of test keys', 'courier']) expect(answer).toContain(item);
  expect(answer).not.toContain('import');
});

it.each([
  ['how to backup', 'how do I back up'],
  ['How do I logout?', 'How do I log out?'],
  ['where can i signup', 'where can i sign up'],
  ['is the backup encrypted?', 'is the backup encrypted?'],
  ['how to get a login', 'how to get a login'],
])('takes a noun that is typed as a verb for the verb: %s', (question, understood) => {
  expect(answerableQuestion({ question, memory: [], passages: [] })).toBe(understood);
});

it('takes “it” for what the documentation is about', () => {
  const script =
    'Install the script as root. It writes where the service cannot read:\n\n```\nsudo install -d /var/acme\n```';
  const passages = [
    { title: 'Backups', headings: ['Nightly backups'], text: script },
    { title: 'Questions', headings: ['How do I install a plug-in?'], text: 'Choose it from the list of the settings.' },
    { title: 'Questions', headings: ['How do I install Acme?'], text: 'Download the archive, and unpack it anywhere.' },
  ];
  const answerTo = (question: string) => extractAnswer(question, passages)?.[0]?.markdown;
  expect(answerTo('how do i install it')).toMatch(/^Download the archive/);
  expect(answerTo('how do i install a plugin')).toMatch(/^Choose it from the list/);
});

it('shows the steps that a second quotation announces, or not its sentence alone', () => {
  const passage = (title: string, text: string) => ({ title, headings: [], text });
  const sees = passage('Access', 'The owner sees the data of each visitor. Other accounts see nothing of it.');
  const erases = (steps: string) => passage('Erasure', `To delete the data of a visitor for good:\n\n${steps}`);
  const quoted = (steps: string) =>
    extractAnswer('who sees the visitor data that i delete', [sees, erases(steps)])?.map(({ markdown }) => markdown);
  expect(quoted('1. Find the visitor.\n2. Press Delete.')?.at(-1)).toContain('2. Press Delete.');
  expect((quoted('') ?? []).join('\n')).not.toMatch(/:$/);
});
