/** Pages of a town's offices: introductions that announce topics, rounds, fees by table, permits. */
import { expect, it } from 'vitest';
import { textAsker } from './asker.ts';

const ask = textAsker(`# Services for residents
Find out when your bins are emptied, what goes in which bin, how to get rid of large items and how to renew a permit.
## Collection rounds
| Area | Household waste | Paper |
| --- | --- | --- |
| Old Town | Monday, every two weeks | Friday, every four weeks |
| Castle Park | Tuesday, every two weeks | Thursday, every four weeks |
## Bulky items
We fetch large items such as a sofa or a wardrobe from outside your home. Up to three items cost £32.
## Batteries
Put used batteries in a clear bag on top of your bin.
## Parking permits
Applications for a parking permit are usually decided within 24 hours. A permit costs £38 a year.
| Permit | Price |
| --- | --- |
| Resident, first car | £70 |
| Resident, second car | £115 |

Electric cars pay half.
## Changing your car
After the second change there is a £12 administration fee.
## Penalty charge notices
A penalty charge is £70, or £35 within 14 days. To challenge it, write to us within 28 days.
## Allotments
Pets are welcome there on a lead.
## Council tax
| Band | Value of the home | Yearly charge |
| --- | --- | --- |
| A | up to £40,000 | £1,420 |
| B | up to £52,000 | £1,656 |
| C | up to £68,000 | £1,893 |

Paying in parts can be agreed with us.`);

it('answers from where it is told, not from the sentence that announces it', () => {
  expect(ask('how much to get rid of a sofa')).toContain('Up to three items cost £32.');
  expect(ask('how much to get rid of a sofa')).not.toContain('Find out');
});

it('takes a second car for no time, and tells the fee of a permit by its row', () => {
  expect(ask('how much is a parking permit for a second car')).toBe('**Resident, second car**\n- Price: £115');
});

it('takes old batteries for no question for an age, nor for the old town', () => {
  expect(ask('where do old batteries go')).toBe('Put used batteries in a clear bag on top of your bin.');
});

it('shows the sentence below a table that holds what its rows lack', () => {
  expect(ask('parking permit cost electric car')).toMatch(/£115\n\nElectric cars pay half\.$/);
});

it('knows a row by its letter, and shows what the letter is of', () => {
  expect(ask('council tax band c')).toBe('**Band: C**\n- Value of the home: up to £68,000\n- Yearly charge: £1,893');
  expect(ask('what is the charge for Band B?')).toContain('**Band: B**');
});

it.each(['how do i appeal a parking fine', 'can I contest a fine?', 'how much is the fine if i pay quickly'])(
  'calls a fine a penalty, and to appeal it to challenge it: “%s”',
  (question) => expect(ask(question)).toContain('A penalty charge is £70'),
);

it('counts dogs and cats among the pets', () => {
  expect(ask('dogs?')).toBe('Pets are welcome there on a lead.');
});
