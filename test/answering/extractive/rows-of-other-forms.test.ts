import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';

describe('A follow-up for another row', () => {
  it.each([
    ['vad kostar ordinarie kort', 'och för pensionärer?', 'Kort | Pris', 'Ordinarie | 349 kr', 'Pensionär | 249 kr'],
    [
      'quanto costa la tessera normale',
      'e per i pensionati?',
      'Tessera | Prezzo',
      'Normale | 34 €',
      'Pensionato | 24 €',
    ],
    [
      'сколько стоит обычный абонемент',
      'а для пенсионеров?',
      'Абонемент | Цена',
      'Обычный | 3400 ₽',
      'Пенсионный | 2400 ₽',
    ],
  ])('gets the row whose name is in another form: %s', (before, present, header, first, second) => {
    const text = `| ${header} |\n| --- | --- |\n| ${first} |\n| Student | 500 |\n| ${second} |`;
    const answer = extractAnswer(`${before} ${present}`, [{ title: 'Gym', url: null, headings: [], text }], {
      present,
      statistics: null,
    });
    const shown = answer?.map(({ markdown }) => markdown).join('\n') ?? '';
    expect(shown).toContain(second.split(' | ')[1]);
    expect(shown).not.toContain(first.split(' | ')[1]);
  });
});
