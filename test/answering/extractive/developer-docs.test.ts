/** Documentation of an interface for programs: code that is asked for, versions of a changelog. */
import { expect, it } from 'vitest';
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
