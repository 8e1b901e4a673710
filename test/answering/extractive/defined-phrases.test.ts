import { expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';

const answer = (question: string, title: string, heading: string, text: string) =>
  extractAnswer(question, [{ title, headings: heading === '' ? [] : [heading], text }])?.[0]?.markdown ?? null;
const rides = 'It lets you ride all lifts of the valley for a day or a week.';

it.each([
  ['in the title of the page', 'What is a ski pass?', 'Ski pass | Alpina', '', rides],
  ['in the plural of a heading', 'What is a ski pass?', 'Prices', 'Ski passes', rides],
  ['in another plural', 'What is a loyalty policy?', 'Shop', 'Rules', 'Loyalty policies take five percent off.'],
  [
    'with “of”',
    'What is a data source?',
    'Bot',
    'Sources of data',
    'A source is a website from which it takes its data.',
  ],
])('a thing of two words is told where they stand together %s', (_, question, title, heading, text) => {
  expect(answer(question, title, heading, text)).toBe(text);
});

it('a thing of two words is not told by one here and the other there', () => {
  expect(
    answer('What is a ski pass?', 'Alpina', 'Lifts', 'The pass over the hill is closed to who comes by ski.'),
  ).toBeNull();
});
