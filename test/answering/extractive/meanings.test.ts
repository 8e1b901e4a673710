import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { withNearWords } from '../../../src/answering/extractive/question/near-words.ts';
import { passageWords } from '../../../src/answering/extractive/terms/passage-words.ts';
import { termsOf } from '../../../src/answering/extractive/terms/terms.ts';
import { textAsker } from './asker.ts';

/** As search tells of a content of few passages. */
const statistics = { passages: 3, frequencies: new Map<string, number>() };

/** Asks a small site. */
function siteAsker(text: string): (question: string) => string | null {
  const { passages } = textAsker(text);
  return (question) => {
    const quoted = extractAnswer(question, passages, { statistics });
    return quoted?.map(({ markdown }) => markdown).join('\n') ?? null;
  };
}

describe('A visitor asks in other words than the content', () => {
  const ask = siteAsker(`# Hartley Barn – weddings and events

**How many guests can you hold?**
The barn seats 140 for a meal and holds 220 for an evening party. The minimum is 50 guests at weekends.

**Do you have a licence for ceremonies?**
Yes, up to 120 guests in the Oak Room. The registrar is booked by you with the county council.

**Can guests stay overnight?**
There are six rooms in the farmhouse, for 14 guests in all, at £110 a room with breakfast. Camping isn't allowed.

**How do we secure our date?**
We hold a date for 10 days free of charge. A deposit of £1,500 confirms it. The balance is due six weeks before the day.

**Is the barn accessible and heated?**
Yes. There's step-free access, an accessible toilet and underfloor heating.
`);

  it('and is answered by the section that means it, not by another that has a word of it', () => {
    expect(ask('do you have rooms')).toContain('six rooms in the farmhouse');
    expect(ask('is there a minimum of people?')).toContain('The minimum is 50 guests');
  });

  it.each(['do you have a swimming pool', 'what is the wifi password', 'can we have a bouncy castle'])(
    'and is refused what is not there: %s',
    (question) => expect(ask(question)).toBeNull(),
  );
});

describe('A word that the content lacks', () => {
  const ask = siteAsker(
    '# Campsite\n\n## Rules\n\nSkis cost £9 a day. Bicycles stand in the shed.\n\n## Winter\n\nIn January the gate is shut at nine.\n',
  );

  it('is read as the word that means the same', () => {
    expect(ask('where do we put our bikes')).toContain('Bicycles');
  });

  it('is compared with the content for the first few of a long message alone', () => {
    const unknown = ['bike', 'kids', 'attorney', 'photo', 'movie', 'laptop', 'broken'];
    const content = [
      passageWords(
        new Set(['bicycle', 'children', 'lawyer', 'picture', 'film', 'computer', 'damaged'].map((word) => `=${word}`)),
      ),
    ];
    const read = withNearWords(termsOf(unknown.flatMap((word) => [word, `=${word}`])), content);
    expect(read.map(({ variants }) => variants.size > 0)).toEqual([true, true, true, true, true, true, false]);
  });

  it('is not read as another of its kind', () => {
    expect(ask('do you have snowboards')).toBeNull();
  });
});

it('A fact is told by the sentence that holds it, whatever else means the same', () => {
  const ask = siteAsker(
    '# School\n\n## Cello\n\nOur cello lessons are taught in small groups. Ines teaches the cello on Mondays.\n',
  );
  expect(ask('Who teaches the cello?')).toContain('Ines');
});
