import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/lib/steps.ts';
import {
  compactCosine,
  compactVector,
  cosineWith,
  dotProduct,
  meaningVector,
} from '../../../src/text/word-vectors/meaning-vector.ts';
import { PieceTrie } from '../../../src/text/word-vectors/piece-trie.ts';
import { wordLikeness } from '../../../src/text/word-vectors/word-likeness.ts';
import { wordPieces } from '../../../src/text/word-vectors/word-pieces.ts';
import { expectLinear } from '../../support/growth.ts';

/** Slowly. */
function longestPieces(word: string, pieces: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < word.length; ) {
    const prefix = start === 0 ? '' : '##';
    let end = word.length;
    while (end > start && !pieces.includes(prefix + word.slice(start, end))) end -= 1;
    if (end === start) return [];
    found.push(prefix + word.slice(start, end));
    start = end;
  }
  return found;
}

const likeness = (one: string, other: string) => {
  const [first, second] = [meaningVector(one), meaningVector(other)];
  return first === null || second === null ? null : dotProduct(first, second);
};

describe('The meaning of an English text', () => {
  it('is nearer to what says the same in other words than to what shares its words', () => {
    const asked = 'Can we bring our own booze?';
    expect(likeness(asked, 'Corkage is £9 a bottle if you bring your own wine.')).toBeGreaterThan(
      likeness(asked, 'You can see our own gardens.') ?? 1,
    );
  });

  it('is of unit length, and the same every time', () => {
    const vector = meaningVector('How long does delivery take?');
    expect(vector).toEqual(meaningVector('How long does delivery take?'));
    expect(vector === null ? 0 : dotProduct(vector, vector)).toBeCloseTo(1, 5);
  });

  it.each(['', '  ', '\ud800', '退货政策 24 小时', 'Где мой заказ? 24/7', 'มีที่จอดรถไหม 3'])(
    'is not known of a text in other letters: %j',
    (text) => expect(meaningVector(text)).toBeNull(),
  );

  it('does not depend on case and accents', () => {
    expect(meaningVector('CAFÉ Menu')).toEqual(meaningVector('cafe menu'));
  });
});

describe('A vector that is remembered', () => {
  it.each(['Can we bring our own wine?', 'wine', 'the the the', 'xqzt'])('has nearly the same cosines: %s', (text) => {
    const vector = meaningVector(text) ?? new Float32Array(256);
    for (const other of ['Corkage is £9 a bottle.', 'bottle', 'You can see our gardens.']) {
      const compared = meaningVector(other) ?? new Float32Array(256);
      const exact = dotProduct(vector, compared);
      expect(Math.abs(cosineWith(vector, compactVector(compared)) - exact)).toBeLessThan(0.01);
      expect(Math.abs(compactCosine(compactVector(vector), compactVector(compared)) - exact)).toBeLessThan(0.02);
    }
  });
});

describe('Words', () => {
  it.each([
    ['bike', 'bicycle'],
    ['kids', 'children'],
    ['attorney', 'lawyer'],
    ['borrow', 'lend'],
    ['broken', 'damaged'],
  ])('of one meaning are nearer than those of one kind: %s and %s', (one, other) => {
    const ofOneKind = [
      ['january', 'february'],
      ['cats', 'dogs'],
      ['paris', 'london'],
      ['lunch', 'dinner'],
      ['hot', 'cold'],
    ].map(([first = '', second = '']) => wordLikeness(first, second));
    expect(wordLikeness(one, other)).toBeGreaterThan(Math.max(...ofOneKind) + 0.15);
  });

  it('that the table does not know are like none', () => {
    expect(wordLikeness('слово', 'word')).toBe(0);
  });
});

describe('Pieces of words', () => {
  const vocabulary = ['un', '##like', '##ly', 'like', '##l', '##y', '.'];
  const trie = finish(PieceTrie.inSteps(vocabulary));
  const pieces = (text: string) => wordPieces(text, trie).map((place) => vocabulary[place]);

  it('are the longest that fit', () => {
    expect(pieces('Unlikely. like')).toEqual(['un', '##like', '##ly', '.', 'like']);
  });

  it('are none for a word with a part that no piece is', () => {
    expect(pieces('unx like')).toEqual(['like']);
  });

  it('are found by a walk over the letters as they are by looking up every part', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength, maxLength });
    const piecesOf = fc.uniqueArray(fc.tuple(fc.constantFrom('', '##'), letters(1, 4)).map((parts) => parts.join('')));
    fc.assert(
      fc.property(piecesOf, letters(1, 12), (some, word) => {
        const cut = finish(PieceTrie.inSteps(some))
          .cut(word)
          .map((place) => some[place]);
        expect(cut).toEqual(longestPieces(word, some));
      }),
    );
  });

  it('take time in proportion to the text, however long its words are', () => {
    expectLinear(20_000, (length) => wordPieces('l'.repeat(length), trie));
    expectLinear(20_000, (count) => wordPieces('unlikely '.repeat(count), trie));
  });
});
