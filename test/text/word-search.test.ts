import { describe, expect, it } from 'vitest';
import { excerptAround, foldedForSearch, searchedWords } from '../../src/text/word-search.ts';

describe('Words of a search', () => {
  it.each([
    ['  Damaged  PARCEL ', ['damaged', 'parcel']],
    ['Café ＣＡＦÉ', ['cafe', 'cafe']],
    ['ΟΔΟΣ', ['οδοσ']],
    ['İstanbul', ['istanbul']],
    ['配送 はいつ', ['配送', 'はいつ']],
    ['مَرْحَبًا', ['مرحبا']],
    [' \t\n', []],
  ])('of %j are %j', (search, words) => expect(searchedWords(search)).toEqual(words));
});

describe('An excerpt around a word', () => {
  const excerpt = (text: string, word: string) => excerptAround(text, foldedForSearch(word), 60);
  const before = 'Good morning, I ordered a fern in the spring and it grew well until ';

  it('is the beginning of the text where that shows the word', () => {
    expect(excerpt('The parcel is damaged.', 'Damaged')).toBe('The parcel is damaged.');
    expect(excerpt(`The parcel is damaged. ${before}`, 'parcel')).toBe(
      'The parcel is damaged. Good morning, I ordered a fern in…',
    );
  });

  it('ends between two words and says that more follows, without losing the word that was found', () => {
    expect(excerpt(`${before}the résumé was damaged, which nobody had expected of it`, 'damaged')).toBe(
      '…and it grew well until the résumé was damaged, which…',
    );
    const long = `${'x'.repeat(40)} damaged${'y'.repeat(40)}`;
    expect(excerpt(long, 'damaged')).toBe(`${long.slice(0, 59)}…`);
  });

  it('begins with a whole word a little before it, also where folding changes lengths', () => {
    expect(excerpt(`${before}the résumé was damaged.`, 'damaged')).toBe(
      '…and it grew well until the résumé was damaged.',
    );
    expect(excerpt(`${'ﷺ '.repeat(40)}damaged`, 'damaged')).toMatch(/^…(ﷺ )+damaged$/);
  });

  it('cuts no character in half', () => {
    const smiles = '😀'.repeat(60);
    expect(excerpt(`${smiles}damaged${smiles}`, 'damaged').isWellFormed()).toBe(true);
  });

  it('is the beginning for a word that is elsewhere, such as in the session id', () => {
    expect(excerpt(before, 'nowhere')).toBe('Good morning, I ordered a fern in the spring and it grew…');
  });
});
