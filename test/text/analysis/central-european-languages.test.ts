/** Forms of words in Czech, Slovak and Hungarian, with their marks and without. */
import { expect, it } from 'vitest';
import { analyseQuery, textLanguage } from '../../../src/text/analysis/analyse.ts';
import { czechStem } from '../../../src/text/analysis/czech-and-slovak.ts';
import { hungarianStem } from '../../../src/text/analysis/hungarian.ts';
import { CZECH_AND_SLOVAK, ENGLISH, HUNGARIAN } from '../../../src/text/analysis/languages.ts';
import { foldDiacritics } from '../../../src/text/analysis/normalise.ts';

const stemsOf = (stem: (word: string) => string, forms: string): readonly string[] => [
  ...new Set(forms.split(' ').map((form) => stem(foldDiacritics(form)))),
];

it.each([
  'parkování parkovat parkujeme parkoval',
  'rezervace rezervaci rezervací rezervovat rezervujeme',
  'zrušit zruším zrušení zrušíme zrušeno',
  'poplatek poplatku poplatky poplatků',
  'zásilka zásilku zásilce zásilky zásilek',
  'pokoj pokoje pokojů pokojích',
  'účet účtu účty',
  'Praha Prahy Praze',
])('the Czech forms %s have one stem', (forms) => {
  expect(stemsOf(czechStem, forms)).toHaveLength(1);
});

it.each([
  'rezervácia rezerváciu rezerváciou rezervovať',
  'izba izby izbu izbách izbou',
  'mačka mačku mačky mačkou',
  'poukážka poukážky poukážku poukážok',
  'kurz kurzy kurzov kurzoch',
  'platiť platíme platenie',
])('the Slovak forms %s have one stem', (forms) => {
  expect(stemsOf(czechStem, forms)).toHaveLength(1);
});

it.each([
  'kutya kutyák kutyát kutyával kutyámmal kutyáknak',
  'parkoló parkolás parkolni parkolhatok parkolunk',
  'szoba szobák szobában szobából szobáért',
  'foglalás foglalásomat foglalni foglalható',
  'fizetés fizetni fizetünk fizethető',
  'pénz pénzt pénzemet pénzzel',
  'busz busszal buszok',
  'üzlet üzletben üzletünk',
])('the Hungarian forms %s have one stem', (forms) => {
  expect(stemsOf(hungarianStem, forms)).toHaveLength(1);
});

it('keeps words of different meaning apart', () => {
  expect(stemsOf(czechStem, 'hotel hotovost pokoj pokuta')).toHaveLength(4);
  expect(stemsOf(hungarianStem, 'szoba szobor kutya kút reggel regény')).toHaveLength(6);
});

it.each([
  ['Kde se dá zaparkovat a kolik to stojí?', CZECH_AND_SLOVAK],
  ['Môžem prísť so psom a koľko to stojí?', CZECH_AND_SLOVAK],
  ['mozem prist aj so psom', CZECH_AND_SLOVAK],
  ['Hol lehet parkolni és mennyibe kerül?', HUNGARIAN],
  ['hol lehet parkolni es mennyibe kerul', HUNGARIAN],
  ['How many seats has the van?', ENGLISH],
  ['Do you go to Škoda on Monday?', ENGLISH],
])('knows the language of “%s”', (text, language) => {
  expect(textLanguage(text)).toBe(language);
});

it.each([
  ['Kde se u vás dá zaparkovat?', ['=zaparkovat']],
  ['Koľko stojí izba?', ['=stoji', '=izba']],
  ['Hogyan lehet önöknél fizetni?', ['=fizetni']],
])('leaves out words that only ask: %s', (question, words) => {
  expect(analyseQuery(question, textLanguage(question)).filter((word) => word.startsWith('='))).toEqual(
    expect.arrayContaining(words),
  );
});

it('takes syllables of Vietnamese without its marks for no Czech', () => {
  expect(textLanguage('xuat hoa don cong ty co ma so thue khong?')).not.toBe(CZECH_AND_SLOVAK);
});
