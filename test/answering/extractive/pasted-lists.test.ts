/** Pasted text whose lists have no marks: a label and what it stands for in each line. */
import { describe, expect, it } from 'vitest';
import { followUpQuestions } from '../../../src/answering/extractive/follow-ups/follow-ups.ts';
import { textAsker } from './asker.ts';

const ask = textAsker(`Membership
Join without a contract. Every membership renews by the month and can be cancelled in the app.

Off-peak – £24 a month. Weekdays between 9am and 4pm, and all day at weekends.
Anytime – £36 a month. 24 hours a day, seven days a week, with two guest passes each month.
Duo – £62 a month for two people at the same address.
Student – £22 a month with a valid student card. Anytime access.

Classes
Each class is open to beginners, and mats are provided. Book up to seven days ahead in the app; who cancels later than two hours before loses a credit.

Spin – 45 minutes, Monday, Wednesday and Friday 6.30am and 6.15pm
Yoga flow – 60 minutes, Tuesday and Thursday 7pm, Sunday 10am
Pilates – 50 minutes, Wednesday 8pm

Personal training
A single session is £40, a block of ten £350. Book a free chat of 20 minutes first.

Finding us
We are at 14 Foundry Lane, behind the bus station.

Staffed hours: Monday to Friday 6am–10pm, Saturday and Sunday 8am–8pm. Outside these hours members use their fob.`);

describe('A list without marks', () => {
  it('is shown line by line, and the line alone that is asked for', () => {
    expect(ask('how long is the spin class')).toContain(
      'Spin – 45 minutes, Monday, Wednesday and Friday 6.30am and 6.15pm',
    );
    expect(ask('how long is the spin class')).not.toContain('Pilates');
    expect(ask('how much is a membership')?.match(/^- .*£\d\d a month/gmu)).toHaveLength(4);
  });

  it('of classes tells no opening hours', () => {
    expect(ask('what time do you open on sunday')).toMatch(/^Staffed hours:/);
    expect(ask('when is yoga on sunday')).toContain('Yoga flow');
  });

  it('of opening hours has its first day as an item, not as a title', () => {
    const hours = textAsker(
      'Opening hours\n\nMonday: closed\nTuesday to Thursday: 12–2pm and 6–9pm\nSunday: 12–4pm\n\nWe are by the river. Dogs are welcome.',
    );
    expect(hours('opening hours')).not.toContain('**Monday');
    expect(hours('are you open on monday')).toMatch(/^(?!\*\*Monday).*Monday: closed/s);
  });

  it('tells who pays less', () => {
    expect(ask('do you have a student discount')).toContain('Student – £22 a month');
  });
});

it('A heading of two words answers to its initials', () => {
  expect(ask('how much is a PT session')).toContain('A single session is £40');
});

it('What tells how to reach the owner is no part of the section above it', () => {
  const photographer = textAsker(`Albums
Linen albums start at £280. They take about eight weeks to make.

Do you do video?
No, but I can recommend two people.

Contact: clara@claraphoto.example, 07700 900123. I answer within two days.`);
  expect(photographer('do you do videos')).toMatch(/No, but I can recommend two people\.$/);
  expect(photographer('how do I contact you')).toContain('clara@claraphoto.example');
});

it('What tells how to reach the owner in several lines is no part of it either, but the last step of a section is', () => {
  const text = textAsker(`Guarantee
Repairs are guaranteed for 12 months. Water damage is not covered.

How to apply
Fill in the form.

Send it to jobs@mend.example before the end of the month.

Guarantee of batteries
Batteries are guaranteed for half a year. Keep the receipt.

Phone: 0161 555 0144
E-mail: fix@mend.example
Address: 9 Oak Street, Manchester M4 5JD`);
  expect(text('how long is the guarantee of batteries')).toMatch(/half a year/);
  expect(text('how long is the guarantee of batteries')).not.toContain('fix@');
  expect(text('how to apply')).toContain('Send it to jobs@mend.example');
});

it('Labels may be ranges of days', () => {
  const hours = textAsker('Hours\n\nMon–Fri: 9–17\nSat: 10–14\nSun: closed');
  expect(hours('are you open on Saturday')).toContain('- Mon–Fri: 9–17\n- Sat: 10–14');
  const zeiten = textAsker('Zeiten\n\nMo.–Fr.: 9–17 Uhr\nSa.: 10–14 Uhr\nSo.: geschlossen');
  expect(zeiten('Haben Sie am Samstag geöffnet?')).toContain('- Mo.–Fr.: 9–17 Uhr\n- Sa.: 10–14 Uhr');
});

it('Labels of scripts without spaces have none behind their colon', () => {
  const salon = textAsker(
    '営業時間\n平日:10時〜19時\n土日祝:10時〜17時\n定休日:水曜日\n\n料金\nカラー:6,600円\nカット：4,400円\nパーマ：8,800円',
  );
  expect(salon('カットはいくらですか')).toMatch(/^\*\*料金\*\*\s+カット：4,400円$/);
  expect(salon('定休日はいつですか')).toContain('定休日:水曜日');
});

it('A list of prices has the title above it, and a closed day is no title', () => {
  const salon = textAsker(
    'Damen\nSchneiden und Föhnen 48 €\nFärben ab 55 €\n\nHerren\nHaarschnitt 28 €\nBart 14 €\n\nÖffnungszeiten\nMontag geschlossen\nDienstag bis Freitag 9–18 Uhr\nSamstag 8–14 Uhr',
  );
  expect(salon('Was kostet ein Haarschnitt?')).toMatch(/^\*\*Herren\*\*/);
  expect(salon('Wann haben Sie geöffnet?')).toMatch(/^\*\*Öffnungszeiten\*\*\s+Montag geschlossen/);
});

it('A question marked by a letter may have several sentences', () => {
  const provider = textAsker(`Q: Is a router included?
A: Yes. It stays ours.

Q: My internet is slow. What can I do?
A: Restart the router first. Then call us.

Q: How do I pay?
A: By direct debit.`);
  expect(provider('my internet is slow')).toBe('Restart the router first. Then call us.');
});

describe('Suggestions', () => {
  const passages = [
    {
      title: 'Help',
      url: null,
      headings: [],
      text: '## Acorn of Leeds\nWe are a shop.\n\n## Changing your logo\nUpload it in the settings.\n\n## Deleting an invoice\nDrafts can be deleted.\n\n## If you can’t log in\nAsk for a new password.\n\n## Exporting\nUse the menu.',
    },
  ];
  const suggestionsAfter = (answer: string) =>
    followUpQuestions(
      { question: 'What can I do?', memory: [], passages, chatbot: { name: 'Acorn', quickPrompts: [] } },
      answer,
    );

  it('go on behind the quoted section, and begin again at the first one', () => {
    expect(suggestionsAfter('Drafts can be deleted.')).toEqual([
      'What if I can’t log in?',
      'How do I export?',
      'How do I change my logo?',
    ]);
  });

  it('never name the site', () => {
    expect(suggestionsAfter('').join()).not.toContain('Acorn');
  });
});
