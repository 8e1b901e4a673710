/** Dialogues of short questions: each goes on from what was asked and told before, or begins something else. */
import { expect, it } from 'vitest';
import type { ConversationTurn } from '../../../src/answering/generators/answer-generator.ts';
import { ask } from './ask-without-model.ts';

const passage = (heading: string, text: string) => ({
  title: 'Harbour',
  url: 'https://harbour.example/',
  headings: [heading],
  text,
});
const passages = [
  passage(
    'Boat trips',
    'The boat leaves at 11:30, weather permitting. The trip costs £9 on top of the entry fee. Children under 3 cannot come aboard.',
  ),
  passage('Tickets', '| Ticket | Price |\n| --- | --- |\n| Adult | £12 |\n| Under 5 | Free |\n\nBook a slot online.'),
  passage('Friends', 'Friends pay £58 for two people in a year. They come as often as they like.'),
  passage('Add your logo', 'Branding accepts PNG and SVG files. Invoices already sent stay as they are.'),
  passage('Import', 'Upload a CSV file. Files may have 5,000 rows.'),
  passage('Invoices', 'Editors can change and send invoices.'),
  passage('Is it the right one?', 'Send us a photo of the part.'),
  passage(
    'Workshop',
    '| Service | Price |\n| --- | --- |\n| Full service | €119 |\n| Small service | €49 |\n\nParts are charged on top.',
  ),
  passage(
    'Washing',
    '| Wash | Price | Time |\n| --- | --- | --- |\n| Small wash | €8 | 1 day |\n| Large wash | €16 | 1 day |',
  ),
  passage('Bikes', 'City bikes cost €12 a day.'),
];

/** Asks the questions one after the other. @returns the last answer */
async function lastAnswer(...questions: readonly string[]): Promise<string> {
  const memory: ConversationTurn[] = [];
  let answer = '';
  for (const question of questions) {
    answer = await ask(question, { passages, memory: [...memory] });
    memory.push({ role: 'user', content: question }, { role: 'assistant', content: answer });
  }
  return answer;
}

it('is about the trip for a child of an age in words, and what comes after it', async () => {
  expect(await lastAnswer('how much is the boat trip', 'can my two year old come')).toContain('Children under 3');
  expect(await lastAnswer('how much is the boat trip', 'can my two year old come', 'what if it rains')).toContain(
    'weather permitting',
  );
});

it('is about the thing named before where the question only names an amount of time', async () => {
  expect(await lastAnswer('do you have city bikes', 'how much per day')).toContain('City bikes cost');
});

it('is about the kind that is asked for of what was named before, and so is the question after it', async () => {
  expect(await lastAnswer('how do i add my logo', 'what formats?')).toContain('PNG and SVG');
  expect(await lastAnswer('how do i add my logo', 'what formats?', 'will it change old invoices?')).toContain(
    'Invoices already sent stay',
  );
});

it('is rather about what was quoted before, where that holds its words too', async () => {
  expect(await lastAnswer('how much is a full service', 'are parts included')).toContain('Parts are charged on top');
  expect(await lastAnswer('are parts photographed?')).toContain('photo of the part');
});

it.each(['can i just walk in', 'Can we turn up?', 'do you take walk-ins?'])(
  'is told whether to book: %s',
  async (question) => {
    expect(await lastAnswer(question)).toContain('Book a slot online');
  },
);

it('is told how to track a parcel who asks where it is', async () => {
  const parcels = [
    passage('Tracking', 'You get an email with a tracking link.'),
    passage('Paint', 'Frames are painted to order.'),
  ];
  expect(await ask('where is my order', { passages: parcels })).toContain('tracking link');
});

it('is about the site itself where only that tells the price that is asked for', async () => {
  const docs = [
    passage('Erasure', 'To delete data of a visitor, run `npm run erase "$DATA_DIR"` in 2 minutes.'),
    passage('What does it cost?', 'It is free, also for commercial use.'),
  ];
  const memory = [
    { role: 'user', content: 'how do i delete my data' },
    { role: 'assistant', content: 'To delete data of a visitor, run `npm run erase "$DATA_DIR"` in 2 minutes. [1]' },
  ] as const;
  expect(await ask('What does it cost to run?', { passages: docs, memory })).toContain('It is free');
});
