/** Forms of words in Croatian and Serbian, with their marks and without. */
import { expect, it } from 'vitest';
import { analyseQuery, textLanguage } from '../../../src/text/analysis/analyse.ts';
import { croatianStem } from '../../../src/text/analysis/croatian.ts';
import { CROATIAN, CZECH_AND_SLOVAK, ITALIAN, type Language, POLISH } from '../../../src/text/analysis/languages.ts';
import { foldDiacritics } from '../../../src/text/analysis/normalise.ts';
import { expectLinear } from '../../support/growth.ts';

const stemsOf = (forms: string): ReadonlySet<string> =>
  new Set(forms.split(' ').map((form) => croatianStem(foldDiacritics(form))));

it.each([
  'popravljate popravljamo popravljati popravite popraviti',
  'plaćati plaćanje plaćanja plaćam placate',
  'kartica kartice karticu karticom karticama',
  'usluga usluge usluzi uslugama',
  'cijena cijene cijenu cijeni cena cene',
  'nedjelja nedjeljom nedjelju nedelja nedelju',
  'rođak rođaka rodjak rodjaka',
  'trošak troška troškovi troškova',
  'zimske zimskih zimskim zimski',
])('the forms %s have one stem', (forms) => {
  expect(stemsOf(forms)).toHaveLength(1);
});

it('keeps words of different meaning apart', () => {
  expect(stemsOf('soba sobota kartica karton termin teren')).toHaveLength(6);
});

it.each<[string, Language]>([
  ['Koliko košta mali servis?', CROATIAN],
  ['koliko kosta mali servis', CROATIAN],
  ['Gdje se nalazite i kada radite?', CROATIAN],
  ['Kde se dá zaparkovat a může se platit kartou?', CZECH_AND_SLOVAK],
  ['Czy można kupić bilety?', POLISH],
  ['Vorrei vederli, li avete?', ITALIAN],
])('knows the language of “%s”', (text, language) => {
  expect(textLanguage(text)).toBe(language);
});

it('leaves out words that only ask', () => {
  const words = analyseQuery('Koliko košta servis i gdje ste?', CROATIAN);
  expect(words.filter((word) => word.startsWith('='))).toEqual(['=kosta', '=servis']);
});

it.each(['č', 'ć', 'á', 'čá', 'aj', 'ijenac'])('reads a word of endless %s in linear time', (letters) => {
  expectLinear(60_000, (size) => void textLanguage(letters.repeat(Math.ceil(size / letters.length))));
  expectLinear(60_000, (size) => void croatianStem(foldDiacritics(letters.repeat(Math.ceil(size / letters.length)))));
});
