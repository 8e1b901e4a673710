import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { dayWord } from '../../../src/answering/extractive/facts/day-asked-for.ts';
import { weekdayPhrases, weekdayPhrasesAsked } from '../../../src/answering/extractive/facts/weekday-phrases.ts';
import { daysIn } from '../../../src/answering/extractive/facts/weekdays.ts';
import { expectLinear } from '../../support/growth.ts';

const answerOf = (question: string, ...texts: readonly string[]) =>
  extractAnswer(
    question,
    texts.map((text, at) => ({ title: `${at}`, url: `https://site.example/${at}`, headings: [], text })),
    { statistics: null },
  )
    ?.map(({ markdown }) => markdown)
    .join('\n') ?? null;

describe('A question for a day', () => {
  it.each([
    ['welcher tag ist yoga', 'Der Beitrag wird an jedem 27. Tag abgebucht.', 'Yoga ist dienstags um 18 Uhr.'],
    ['quel jour est le yoga', 'La cotisation est prélevée le 27e jour du mois.', 'Le yoga a lieu le mardi à 18 h.'],
    ['che giorno è yoga', 'La quota viene addebitata il giorno 27 di ogni mese.', 'Lo yoga è il martedì alle 18:00.'],
    ['quais dias tem yoga', 'A mensalidade é cobrada no dia 27 de cada mês.', 'Yoga às terças às 18h.'],
    ['op welke dag is yoga', 'De contributie wordt op de 27e dag afgeschreven.', 'Yoga is op dinsdag om 18.00 uur.'],
    ['w jakie dni jest joga', 'Składka jest pobierana 27. dnia miesiąca.', 'Joga jest we wtorki o 18:00.'],
    ['в какой день йога', 'Взнос списывается в 27-й день месяца.', 'Йога по вторникам в 18:00.'],
    ['в який день йога', 'Внесок списується у 27-й день місяця.', 'Йога по вівторках о 18:00.'],
    ['vilken dag är yoga', 'Avgiften dras den 27:e dagen varje månad.', 'Yoga är på tisdagar 18.00.'],
    ['v jaký den je jóga', 'Poplatek se strhává 27. den každého měsíce.', 'Jóga je v úterý v 18:00.'],
    ['hari apa yoga', 'Iuran ditarik pada hari ke-27 setiap bulan.', 'Yoga setiap Selasa pukul 18.00.'],
    ['yoga thứ mấy', 'Phí được trừ vào ngày 27 hàng tháng.', 'Yoga vào thứ ba lúc 18h.'],
    ['किस दिन योग है', 'शुल्क हर महीने के 27वें दिन लिया जाता है।', 'योग मंगलवार शाम 6 बजे होता है।'],
  ])('is answered by a weekday: %s', (question, other, answer) => {
    expect(answerOf(question, other, answer)).toBe(answer);
  });

  it.each([
    [
      'vcs abrem na terça-feira',
      '## Horário|Segunda a quinta: 9h às 19h|Sexta-feira: 9h às 17h|Domingo: fechado',
      '19h',
    ],
    ['abre quarta?', '## Horário|Segunda a quinta: 9h às 19h|Sexta-feira: 9h às 17h|Domingo: fechado', '19h'],
    ['thu 3 may gio mo cua', '## Giờ mở cửa|Thứ hai - thứ năm: 9h - 21h|Thứ sáu: 9h - 17h|Chủ nhật: nghỉ', '21h'],
    ['thứ 6 đóng cửa lúc mấy giờ', '## Giờ mở cửa|Thứ hai - thứ năm: 9h - 21h|Thứ sáu: 9h - 17h|Chủ nhật: nghỉ', '17h'],
    ['เปิดวันอังคารกี่โมง', '## เวลาทำการ|วันจันทร์ - วันพฤหัสบดี: 9.00-19.00 น.|วันศุกร์: 9.00-17.00 น.|วันอาทิตย์: ปิด', '19.00'],
    ['פתוח ביום שלישי?', '## שעות פתיחה|ימים ראשון עד רביעי: 9:00-19:00|יום חמישי: 9:00-17:00|שבת: סגור', '19:00'],
    ["שעות ביום ב'", "## שעות פתיחה|ימים א'-ה': 9:00-19:00|יום ו': 9:00-13:00|שבת: סגור", '19:00'],
    ['دوشنبه باز هستید؟', '## ساعات کاری|شنبه تا سه‌شنبه: ۹ تا ۱۹|چهارشنبه: ۹ تا ۱۷|جمعه: تعطیل', '۱۹'],
    ['otwarte we wtorki?', '## Godziny|Poniedziałek-czwartek: 9-19|Piątek: 9-17|Niedziela: nieczynne', '9-19'],
  ])('finds the line whose days hold the named one: %s', (question, lines, hours) => {
    const [heading = '', ...others] = lines.split('|');
    const answer = answerOf(question, [heading, '', ...others.map((line) => `- ${line}`)].join('\n'));
    expect(answer?.endsWith(others.find((line) => line.includes(hours)) ?? '-')).toBe(true);
    expect(others.filter((line) => answer?.includes(line))).toHaveLength(1);
  });

  it.each([
    ['welcher tag ist zumba', 'Wir haben Montag bis Freitag von 9 bis 18 Uhr geöffnet.'],
    ['quel jour est la zumba', 'Nous sommes ouverts du lundi au vendredi de 9 h à 18 h.'],
    ['a que horas é zumba', 'Abrimos de segunda a sexta das 9h às 18h.'],
    ['в какой день зумба', 'Мы работаем пн–пт с 9 до 18.'],
    ['jam berapa zumba', 'Buka setiap hari pukul 09.00-20.00.'],
  ])('is not answered by the days of something else: %s', (question, text) => {
    expect(answerOf(question, text)).toBeNull();
  });

  it('is told from one for a thing that is counted', () => {
    expect(dayWord('which day ticket do I need')).toBeNull();
    expect(weekdayPhrasesAsked('como faço a segunda via do boleto')).toEqual([]);
    expect(weekdayPhrasesAsked('¿y la segunda?')).toEqual([]);
    expect(daysIn('A segunda parte custa 20 reais.')).toEqual([]);
  });

  it.each(['a', ' ', '2', 'à', "א'-", 'segunda ', 'วัน', 'welche '])('takes time in proportion to %j', (letters) => {
    expectLinear(64_000, (count) => {
      const text = letters.repeat(count);
      weekdayPhrases(text);
      dayWord(text);
      weekdayPhrasesAsked(text);
    });
  });
});
