/** Words of Bulgarian, Lithuanian, Latvian, Estonian, Slovenian and Catalan meet in their forms. */
import { describe, expect, it } from 'vitest';
import { analysePassage, analyseQuery, analyseSearch, textLanguage } from '../../../src/text/analysis/analyse.ts';
import { isBulgarian } from '../../../src/text/analysis/bulgarian.ts';
import { BULGARIAN, CROATIAN, RUSSIAN } from '../../../src/text/analysis/languages.ts';
import { expectLinear } from '../../support/growth.ts';

const stemsOf = (words: readonly string[]) => words.filter((word) => /^\p{L}/u.test(word));

describe('A question finds the form of the text', () => {
  it.each([
    ['колко струват поръчките', 'Поръчката пристига на другия ден. Цената е с ДДС.', 'поръчк'],
    ['има ли безплатен паркинг', 'Паркингът пред хотела е безплатен за гости.', 'паркинг'],
    ['ar galima atšaukti vizitą', 'Vizito atšaukimas yra nemokamas iki vakaro.', 'vizit'],
    ['cik ilgi var atgriezt preci', 'Preces var nodot 14 dienu laikā, ja tās nav lietotas.', 'prec'],
    ['kuidas broneeringut tühistada', 'Broneeringu saab tasuta muuta, kui teete seda varem.', 'broneering'],
    ['kje lahko odpovem rezervacijo', 'Rezervacije lahko odpoveste do treh dni pred prihodom.', 'rezervacij'],
    ['quan arriben les comandes', "La comanda arriba en dos dies i l'enviament és gratuït.", 'comand'],
  ])('“%s”', (question, text, stem) => {
    expect(stemsOf(analyseQuery(question))).toContain(stem);
    expect(analysePassage({ title: '', headings: [], text })).toContain(stem);
  });

  it.each([
    ['колко струва', ['стру']],
    ['kur jūs esat', []],
    ['kas teil on kohvik', ['kohvik']],
    ['ali imate bazen', ['bazen']],
  ])('leaves function words out of “%s”', (question, stems) => {
    if (stems.length > 0) expect(stemsOf(analyseQuery(question))).toEqual(stems);
    else expect(stemsOf(analyseQuery(`${question} muzejs`))).toHaveLength(1);
  });
});

describe('A text in Cyrillic', () => {
  it.each([
    ['Къде се намирате?', BULGARIAN],
    ['Имате ли стая със закуска?', BULGARIAN],
    ['Где вы находитесь?', null],
    ['Есть ли у вас подъезд для инвалидов?', null],
    ['Де ви знаходитеся?', null],
    ['Где се налазите? Колико кошта?', CROATIAN],
  ])('is read in its language: “%s”', (text, language) => {
    const told = textLanguage(text);
    if (language === null) expect([BULGARIAN, CROATIAN]).not.toContain(told);
    else expect(told).toBe(language);
  });

  it('is read as that of the compared text where no letter tells', () => {
    expect(textLanguage('паркинг', [BULGARIAN])).toBe(BULGARIAN);
    expect(textLanguage('парковка для машины', [BULGARIAN])).not.toBe(BULGARIAN);
  });

  it('is searched for in each reading', () => {
    expect(analyseSearch('доставка')).toEqual(
      expect.arrayContaining([...analyseQuery('доставка', RUSSIAN), ...analyseQuery('доставка', BULGARIAN)]),
    );
  });
});

it('is linear', () => {
  for (const letter of ['ъ', 'а', 'ы', 'има ']) expectLinear(256_000, (size) => isBulgarian(letter.repeat(size)));
});
