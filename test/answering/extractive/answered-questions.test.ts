/** Lists of questions and answers: who asks one of the questions gets its answer. */
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/passages/outline.ts';

const passage = (title: string, text: string): ExtractPassage => ({ title, headings: [title], text });

const SETTINGS = `## Data and keys
| Variable | Default | Meaning |
| --- | --- | --- |
| DATA_DIR | data | Folder of the data stores. The data of one process is stored in it |
| MASTER_KEY | data/master.key | Stored beside the data. Opens all stored data |`;
const OUTAGES = `## When something is away
| Engine | Fails |
| --- | --- |
| The log | Everything that logs: register, login, changes. The log and the login wait until the log is back |`;
const QUESTIONS = `## Starting

### How do I log in?

Open the console and enter the email address and the password of your account.

### Where is the data stored?

In a folder of your machine. It can be changed.`;

describe('A question that the content asks itself', () => {
  const passages = [
    passage('Configuration', SETTINGS),
    passage('Operations', OUTAGES),
    passage('Sizing', '## Log\nThe log takes 8 KB. The log never shrinks. Data in the log is stored for ever.'),
    passage('Audit', '## Data\nStored data is proven by the log. The data that is stored is listed.'),
    passage('Questions', QUESTIONS),
  ];
  const ask = (question: string) => extractAnswer(question, passages)?.[0]?.markdown;

  it('is answered where it is asked, although others rank first and say its words more often', () => {
    expect(ask('Where is the data stored?')).toBe('In a folder of your machine. It can be changed.');
    expect(ask('where is data stored')).toBe('In a folder of your machine. It can be changed.');
  });

  it('is recognised by a verb of two words too, whose noun others hold', () => {
    expect(ask('how do I log in')).toBe(
      'Open the console and enter the email address and the password of your account.',
    );
  });

  it('in part is answered by whoever says more', () => {
    expect(ask('How many KB of data does the log take?')).toContain('8 KB');
  });
});
