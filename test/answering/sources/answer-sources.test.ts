import { describe, expect, it } from 'vitest';
import { AnswerSources } from '../../../src/answering/sources/answer-sources.ts';
import { plainText } from '../../../src/answering/sources/source-text.ts';

const delivery = {
  sourceId: 's1',
  title: 'Delivery',
  url: 'https://shop.example/delivery',
  headings: [],
  text: [
    '## Costs',
    'Parcels leave us **every weekday**, see [our calendar](https://shop.example/days).',
    'Austria costs €7.90 and France €8.90.',
    '',
    '| Country | Time |',
    '| --- | --- |',
    '| Austria | 2 days |',
    '| France | 4 days |',
  ].join('\n'),
};

/** The snippet of the first source of an answer that cites it. */
function snippetFor(answer: string, question = 'How much is it?'): string | undefined {
  const sources = new AnswerSources([delivery], question);
  sources.numberOf(1);
  return sources.listFor(answer)[0]?.snippet;
}

describe('The snippet of a source', () => {
  it('is the sentence that supports what is cited', () => {
    expect(snippetFor('Shipping to France costs €8.90 [1]. Anything else?')).toBe(
      'Austria costs €7.90 and France €8.90.',
    );
    expect(snippetFor('Parcels leave every weekday [1].')).toBe('Parcels leave us every weekday, see our calendar.');
  });

  it('is the row that the question asks for, with its header', () => {
    expect(snippetFor('It takes **4 days** to France [1].', 'How many days to France?')).toBe('France – Time: 4 days');
  });

  it('is the first sentence when the answer shares no words with the passage', () => {
    expect(snippetFor('Ja [1].')).toBe('Parcels leave us every weekday, see our calendar.');
  });
});

describe('Plain text', () => {
  it.each([
    ['# A **bold** and *soft* `code` [link](https://a.example "t")', 'A bold and soft code link'],
    ['- ~~old~~<br>new', 'old new'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['1\\. April \\*', '1. April *'],
  ])('keeps what Markdown marks: %s', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });
});

describe('Documents of one title', () => {
  const passage = (sourceId: string, text: string) => ({ sourceId, title: 'Terms', url: null, headings: [], text });

  it('are sources of their own, each with its snippet', () => {
    const passages = [passage('s1', 'Rent a bike for ten euros.'), passage('s2', 'Buy a bike for ninety euros.')];
    const sources = new AnswerSources(passages, 'What does a bike cost?');
    expect([sources.numberOf(2), sources.numberOf(1), sources.numberOf(2)]).toEqual([1, 2, 1]);
    const listed = sources.listFor('Buying one costs ninety euros [1], renting ten [2].');
    expect(listed.map(({ snippet }) => snippet)).toEqual([
      'Buy a bike for ninety euros.',
      'Rent a bike for ten euros.',
    ]);
  });

  it('count once when two passages are of the same document', () => {
    const sources = new AnswerSources([passage('s1', 'One.'), passage('s1', 'Two.')], '');
    expect([sources.numberOf(1), sources.numberOf(2)]).toEqual([1, 1]);
  });
});
