/** Visitors of a parish hall, whose leaflet is plain text, of a bank's help for its cards, and of a program's price table. */
import { describe, expect, it } from 'vitest';
import { contactAskedFor } from '../../../src/answering/extractive/contact/contact-question.ts';
import { holidayDatesIn } from '../../../src/answering/extractive/facts/holidays.ts';
import { monthsIn } from '../../../src/answering/extractive/facts/months.ts';
import { timeOfDayWord } from '../../../src/answering/extractive/facts/time-of-day.ts';
import { overviewTopics } from '../../../src/answering/extractive/follow-ups/topics.ts';
import { unknownWords } from '../../../src/answering/extractive/missing-content/unknown-words.ts';
import { overviewOf } from '../../../src/answering/extractive/overview.ts';
import { contentWords } from '../../../src/answering/extractive/question/question-terms.ts';
import { numberRangesIn } from '../../../src/answering/extractive/terms/number-ranges.ts';
import { textAsker } from './asker.ts';

describe('A visitor of a hall whose leaflet numbers its sections', () => {
  const ask = textAsker(`HALL OF ST OSWALD

1. The rooms

The Main Hall has a sprung floor and a stage. It seats 120 people in rows
or 80 at tables. The kitchen has a gas cooker, two fridges and crockery
for a hundred guests. Tea towels are not provided.

2. What it costs

Monday to Thursday    £18
Friday to Sunday      £26
Kitchen, flat charge  £20

Registered charities and groups of the parish pay half of these charges.

3. Cancelling

More than four weeks ahead you get a full refund. Less than two weeks
ahead there is none, unless the hall is needed as a polling station.

4. When the hall is available

The hall can be hired on every day of the year from 8am until 11pm. From
24 December to 2 January there are no hirings, since the hall is cleaned.`);

  it('reads one section, and not the title of the next', () => {
    expect(ask('how do i cancel')).toMatch(/^More than four weeks ahead .*polling station\.$/);
  });

  it('reads the rows that are asked for', () => {
    expect(ask('how much is it on a friday')).toContain('Friday to Sunday: £26');
  });

  it('is told what is in the kitchen, rather than what it costs', () => {
    expect(ask('do you have a kitchen')).toMatch(/^The kitchen has a gas cooker/);
  });

  it('asks for a holiday within a range of days', () => {
    expect(ask('can i hire it at christmas')).toContain('no hirings');
    expect(holidayDatesIn('from 24 December to 2 January')).toEqual(
      expect.arrayContaining(['date:24-12', 'date:25-12', 'date:26-12', 'date:31-12', 'date:1-1']),
    );
    expect(holidayDatesIn('from 27 December to 2 January')).not.toContain('date:25-12');
  });

  it('may drink what a leaflet calls drinks, and bring whom it calls a parent', () => {
    const rules = textAsker('You may bring your own drinks.\n\nA parent may sit in the back. Dogs stay outside.');
    expect(rules('can we bring booze')).toContain('drinks');
    expect(rules('can my mum sit with me')).toContain('parent');
  });
});

describe('A visitor of a bank', () => {
  const ask = textAsker(`# Cards

Children from 11 can have a debit card. A parent must bank with us.

| | Debit | Credit |
| --- | --- | --- |
| Monthly fee | None | £3 |
| Express delivery of a card | £12 | £12 |
| Late payment | – | £12 |

## Close a card

Pay off the balance, then send us a secure message.

## Holidays and trips

You don't need to tell us before you travel.`);

  it('gives an age, which no price answers', () => {
    expect(ask('can my 12 year old have a card')).toBe('Children from 11 can have a debit card.');
    expect(numberRangesIn('Karate for children from 7')).toEqual(['range:7-999']);
    expect(numberRangesIn('Prices from 12')).toEqual([]);
  });

  it('cancels a card that others close', () => {
    expect(ask('i want to cancel my card')).toContain('Pay off the balance');
  });

  it('asks for a month of what has a monthly fee', () => {
    expect(ask('how much is credit per month')).toBe('**Monthly fee**\n- Credit: £3');
  });

  it('is not told that the content has nothing about ages', () => {
    expect(unknownWords('i have not used it for ages', ask.passages)).toEqual([]);
    expect(unknownWords('i have not used it for polo', ask.passages)).toEqual(['polo']);
  });

  it('asks when to call, and not whom', () => {
    for (const question of [
      'when can i call',
      'and until when can I phone?',
      'Wann kann ich anrufen?',
      'quand appeler',
    ]) {
      const asked = contactAskedFor(question, contentWords(question));
      expect(asked === null || asked.isForHours).toBe(true);
    }
    expect(contactAskedFor('who can i call', contentWords('who can i call'))?.concept).toBe('telephone');
    const hours = textAsker('We answer the phone on weekdays from 9 to 5.\n\nWe keep your phone number for 3 years.');
    expect(hours('when can i call')).toContain('from 9 to 5');
  });
});

describe('A visitor of a program', () => {
  const pages = textAsker(`# Plans

| | Free | Starter | Business |
| --- | --- | --- | --- |
| Messages per month | 3,000 | 25,000 | 150,000 |
| Price per month | $0 | $19 | $89 |

## Questions

- **Why do my messages land in spam?** Check your DKIM record.
- **Can I receive email?** Inbound email is in beta for Business.
- **Can I schedule a message?** Add a time, at most 72 hours ahead.

## Certificates

We had a SOC 2 audit in March.

## Lessons

Beth teaches on the motorway.`);

  it('asks what a plan costs by its name', () => {
    expect(pages('how much is business')).toContain('$89');
    expect(pages('how much is business')).not.toContain('Inbound');
  });

  it('finds the questions of a list with the answers behind them', () => {
    expect(pages('can i schedule messages')).toContain('72 hours ahead');
    expect(pages('can i schedule messages')).not.toContain('DKIM');
  });

  it('writes a certificate as one word', () => {
    expect(pages('soc2?')).toContain('SOC 2 audit');
  });

  it('takes a motorway for no motorbike', () => {
    expect(pages('do you teach on the motorway')).toContain('motorway');
    expect(pages('do you teach motorbikes')).toBeNull();
  });

  it('is told what the program is, and not which company made it', () => {
    const introduced = textAsker(
      '# Start\n\nPigeonpost sends email through an API.\n\n## Law\n\nPigeonpost GmbH is the processor.',
    );
    expect(overviewOf(introduced.passages, 'en', 'Pigeonpost')?.introduction?.markdown).toMatch(/^Pigeonpost sends/);
  });

  it('reads the names of files as people would call them', () => {
    const files = ['01-getting-started', '02-plans-and-prices', '03_limits', 'FAQ for teams'];
    const passages = files.map((title) => ({ title, headings: [], text: 'Some words of the text.', url: null }));
    expect(overviewTopics(passages, 'en').map(({ name }) => name)).toEqual([
      'Getting started',
      'Plans and prices',
      'Limits',
      'FAQ for teams',
    ]);
  });
});

describe('A visitor who asks when', () => {
  const ask = textAsker(`# Season

We are open from 28 March to 1 November 2026.

# Shop

The shop sells milk and bread. Open daily 8.30–10.30; in July and August all day.

**Do you have parking?** There are three bays in front of the shop.

**Can you hold my parcel?** Yes, for a week.

**I have lost my key.** Tell us its number.`);

  it('finds the questions that paragraphs begin with in bold letters, and what answers each alone', () => {
    expect(ask('is there parking outside')).toBe('There are three bays in front of the shop.');
    expect(ask('can you hold a parcel')).toBe('Yes, for a week.');
  });

  it('gets the months of a range, whatever its words', () => {
    const months = ['month:4', 'month:5', 'month:6'];
    for (const range of [
      'Apr–Jun',
      '1 Apr - 30 Jun',
      'between April and June',
      'mid-April to the end of June',
      'April 2026 to June 2026',
    ])
      expect(monthsIn(range), range).toEqual(months);
    expect(monthsIn('in April and June')).toEqual([]);
  });

  it('asks how late for a time of day, and how late to be for none', () => {
    expect(timeOfDayWord('How late can we stay?')).toBe('late');
    expect(timeOfDayWord('How late can I be?')).toBeNull();
  });
});
