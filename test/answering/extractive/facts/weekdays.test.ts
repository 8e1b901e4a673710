import { describe, expect, it, test } from 'vitest';
import { daysAskedFor, daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';

const weekdays = [1, 2, 3, 4, 5];
const marks = (days: readonly number[]) => days.map((day) => `day:${day}`).sort();

describe('Days of the week', () => {
  test.each([
    ['Mon–Thu 8:30–18:00', [1, 2, 3, 4]],
    ['Fri - Mon 9am - 5pm', [5, 6, 0, 1]],
    ['Sat 9:00–13:00 (by appointment)', [6]],
    ['Sun closed', [0]],
    ['Monday to Friday: 9am - 5pm', weekdays],
    ['Mo.-Fr. 9-17 Uhr', weekdays],
    ['Di und Do 14–18 Uhr', [2, 4]],
    ['Mo, Mi, Fr: 8 bis 12 Uhr', [1, 3, 5]],
    ['montags geschlossen', [1]],
    ['lun-ven 9h-18h', weekdays],
    ['du lundi au vendredi', weekdays],
    ['de lunes a viernes', weekdays],
    ['da lunedì a venerdì', weekdays],
    ['segunda a sexta-feira', weekdays],
    ['od poniedziałku do piątku', weekdays],
    ['pn–pt 8-16', weekdays],
    ['sob. 10–15', [6]],
    ['Freitagnachmittag', [5]],
    ['mån–fre 9–17', weekdays],
    ['с понедельника по пятницу', weekdays],
    ['Пн–Пт 9:00', weekdays],
    ['周一至周五 9:00', weekdays],
    ['月曜日〜金曜日', weekdays],
    ['Fines de semana y festivos', [6, 0]],
    ['Weekdays 9-5', weekdays],
    ['He is here on Tuesdays and Thursdays.', [2, 4]],
  ] satisfies [string, number[]][])('of "%s" are found', (text, days) => {
    expect([...daysIn(text)].sort()).toEqual(marks(days));
  });

  test.each([
    'So, do you like it? The sun sat on the mat.',
    'Mon ami est venu. La mer et le dim sum.',
    'From Dec 5 to Mar 12.',
    'Wed him. Do 5 things.',
    'The second and the third quarter.',
  ])('are not seen in "%s"', (text) => {
    expect(daysIn(text)).toEqual([]);
  });

  it('of "daily" may be any, and count less', () => {
    expect(daysIn('We are open daily.')).toEqual(['day:any']);
    expect(daysAskedFor('tuesday').get('day:any')).toBeLessThan(1);
  });

  it('are asked for by their names, by "weekend" and by Chinese pairs', () => {
    const asked = (word: string) => [...daysAskedFor(word).keys()].filter((mark) => mark !== 'day:any').sort();
    expect(asked('samstags')).toEqual(['day:6']);
    expect(asked('wednesday')).toEqual(['day:3']);
    expect(asked('weekend')).toEqual(['day:0', 'day:6']);
    expect(asked('期六')).toEqual(['day:6']);
    expect(asked('second')).toEqual([]);
    expect(asked('sun')).toEqual([]);
  });

  it('are found in time in proportion to the text', () => {
    for (const hostile of ['Mon-'.repeat(50_000), 'mo '.repeat(50_000), '周'.repeat(50_000), 'Mon '.repeat(50_000)]) {
      expect(daysIn(hostile).length).toBeLessThanOrEqual(9);
    }
  });
});

describe('A time of day', () => {
  it.each(['Mo–Fr 9–17', 'open 9-5 daily', 'de 9 a 14h', '10-14 horas', '9-17 uur'])('is told: %s', (text) =>
    expect(tellsTime(text)).toBe(true),
  );

  it.each([
    'after 7 – 10 business days',
    '24-48 hours before',
    'for 6–12 weeks',
    '2-3 Werktage',
    'groups of 10 to 12 people',
  ])('is not told by a range of what is counted: %s', (text) => expect(tellsTime(text)).toBe(false));
});
