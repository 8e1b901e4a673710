/** Periods in words, limits of age without years, and headings that name what "when" asks for, in a policy and at a driving school. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellsDuration } from '../../../src/answering/extractive/facts/durations.ts';
import { numberRangesIn } from '../../../src/answering/extractive/terms/number-ranges.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';
import { type AnsweredContent, answeredContent } from '../shop/answered-content.ts';

const directory = directoryOfFile();
let content: AnsweredContent;
beforeAll(async () => {
  const text = `# Clearway
Clearway School, Kanaalweg 12, 3526 Utrecht, office@clearway.example.
## How long we keep your data
Order information is kept for seven years for tax and accounting purposes. Accounts that have not been used for 24 months are deleted. Video from the cameras is deleted after 72 hours.
## How do I open an account?
You need a photo ID and $25 to start. Children can have an account together with a parent.
## How do I close my account?
Move your money out, then write to us in the app. Accounts closed within 90 days of opening are charged $25.
## Where your data is sent
Our servers are in Frankfurt, Germany.
## Can I skip a week?
Yes. Click "Skip week". Weeks must be skipped before the weekly cutoff, which is 11:59 pm on Wednesdays.
## What if I miss the cutoff?
Once your week has been billed, we cannot change it, because the instructor has been paid. You may give the lesson to a friend.
## When can I start my lessons?
You must be 17 and have your provisional licence with you. It costs £34 online.
## How much are lessons?
Manual lessons are £38 an hour and automatic lessons £41 an hour. A block of 10 hours costs £360.
## Intensive courses
They work for some people. The course is 30 hours for £1,150.`;
  content = await answeredContent(directory, [
    { title: 'Clearway', url: null, language: null, blocks: textBlocks(text) },
  ]);
});
afterAll(() => content?.close());

it('Seven years are a length of time', () => {
  expect(tellsDuration('It is kept for seven years.')).toBe(true);
  expect(tellsDuration('Der Kurs dauert sieben Wochen.')).toBe(true);
});

it('“Must be 17” is a limit of age', () => {
  expect(numberRangesIn('You must be 17 and have a licence.')).toContain('range:17-999');
  expect(numberRangesIn('It must be 17 characters.')).toEqual([]);
});

it.each([
  ['how long is order information kept', 'seven years'],
  ['where are your servers', 'Frankfurt'],
  ['when is the cutoff', 'Wednesdays'],
  ['how do i open an account', 'photo ID'],
  ['how do i close my account', 'Move your money out'],
  ['how much is an hour', '£38 an hour'],
])('“%s” gets %s', async (question, told) => {
  expect((await content.ask(question)).content).toContain(told);
});
