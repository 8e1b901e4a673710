import { expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { analyseQuery } from '../../../src/text/analysis/analyse.ts';

/** @param bm25 its score in the search */
const passage = (title: string, text: string, bm25 = 3) => ({ title, headings: [], text, bm25 });

const question = 'When did the governor of Marlund open the copper mine near Brixen?';
const others = [
  passage('Harbours', 'The harbour of Tarn was dredged by sailors from the southern islands.'),
  passage('Forests', 'Beeches grow on the northern slopes, and larches above them.'),
  passage('Music', 'Choirs meet in the old granary each autumn.'),
];
/** Each holds about as much of the question as the next. */
const alike = [
  passage('Roads', 'The governor of Marlund paved the road to Brixen in 1840.', 20),
  passage('Schools', 'The governor of Marlund founded a school in Brixen in 1852.', 20),
  passage('Bridges', 'A bridge near Brixen was paid for by the governor of Marlund in 1861.', 20),
];
/** Each word stands in one of thirty passages. */
const statistics = (passages: number, asked: string) => ({
  passages,
  frequencies: new Map(analyseQuery(asked).map((word) => [word, passages / 30])),
});

const answer = (passages: typeof others, count: number, asked = question) =>
  extractAnswer(asked, passages, { statistics: statistics(count, asked) })?.[0]?.markdown ?? null;

it('a long question is not answered where several of many passages hold the same part of it', () => {
  expect(answer([...alike, ...others], 1000)).toBeNull();
});

it('a long question is answered where one of many passages holds that part', () => {
  expect(answer([...alike.slice(0, 1), ...others], 1000)).toContain('1840');
});

it('the same text in two passages is no rival', () => {
  const [road] = alike;
  const copy = passage('Streets', road?.text ?? '', 20);
  expect(answer([...alike.slice(0, 1), copy, ...others], 1000)).toContain('1840');
});

it('a long question is not answered where search finds that the passage matches weakly', () => {
  const weakly = alike.slice(0, 1).map((one) => ({ ...one, bm25: 6 }));
  const beside = passage('Tunnels', 'The tunnel was dug by sailors in the year of the flood.', 7);
  expect(answer([...weakly, beside, ...others], 1000)).toBeNull();
});

it('of few passages, all of them found, the first need not lead', () => {
  expect(answer([...alike, ...others], 6)).toContain('Brixen');
});

it('a year that the question names and the passage lacks weighs as a name does', () => {
  const fair = passage('Fair', 'At the fair in 1840 the miners sold copper bowls and painted plates.');
  expect(answer([fair], 10, 'Did the miners strike in 1840?')).toContain('1840');
  expect(answer([fair], 10, 'Did the miners strike in 1907?')).toBeNull();
});

it('one word of two is no answer because no other passage of many holds it', () => {
  const shop = passage('Sites', 'We asked a farm in Italy, a gift shop in Sweden and a garage in Poland.');
  expect(answer([shop, ...others], 270, 'Do you have gift cards?')).toBeNull();
});

it('a very short question is answered by a passage that search ranks behind others', () => {
  const lamps = passage('Lamps', 'The lamps of the stage have switches of their own, one on each side of the curtain.');
  const lanterns = passage('Lanterns', 'Hang the lanterns above the stage before the evening.');
  expect(answer([lamps, ...others, lanterns], 270, 'Where do I hang lanterns?')).toContain('above the stage');
});

const tiles = passage('Kilns', 'The potters of Tarn glazed green tiles.', 5);
const plates = passage('Workshops', 'The painters of Tarn glazed green plates.', 15);

it('of two sentences that hold as much of the question, the one is quoted whose passage search matches better', () => {
  const asked = 'Who glazed green things in Tarn?';
  expect(answer([tiles, plates], 60, asked)).toContain('plates');
  expect(answer([tiles, { ...plates, bm25: 5 }], 60, asked)).toContain('tiles');
  // Search finds all of few passages, and what it says of them is little.
  expect(answer([tiles, plates], 6, asked)).toContain('tiles');
});

it('a passage is quoted that search by words did not find, where the others hold one of its words', () => {
  const { bm25: _, ...found } = tiles;
  expect(extractAnswer('Which potters glazed tiles?', [plates, ...others, found])?.[0]?.markdown).toContain('potters');
});

it('a follow-up about something else is answered though search, which looks for the question before it too, matches that better', () => {
  const limits = passage('Limits', 'Write to support to raise the limit of requests on the Business plan.', 30);
  const webhooks = passage('Webhooks', 'Webhooks are sent again for three days.', 6);
  const present = 'And webhooks?';
  const joined = `Can the limit of requests be raised? ${present}`;
  expect(extractAnswer(joined, [limits, webhooks], { present })?.[0]?.markdown).toContain('Webhooks');
});
