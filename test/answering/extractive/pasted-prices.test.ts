/** Pasted text in which a title and its entries are lines of one paragraph: opening hours, a price list. */
import { expect, it } from 'vitest';
import { textAsker } from './asker.ts';

const ask = textAsker(`Opening hours
Monday to Friday 8.30am – 6.30pm
Saturday 9am – 12 noon
Sunday closed

Meet the team

Dr Helen Marsh – vet. Her special interest is surgery of bones and joints.

Prices
Consultation £52
Repeat consultation £39
Rabbit vaccination £68
Nail clip £15
Cat spay £125
Dog spay from £290, by weight

Insurance

We can claim directly from your insurer once the excess is paid.`);

it('quotes the entry of a price list that was asked for, below the title of the list', () => {
  expect(ask('cost to spay a cat')).toBe('**Prices**  \nCat spay £125');
  expect(ask('nail trimming cost')).toBe('**Prices**  \nNail clip £15');
});

it('quotes several entries as a list where the question means more than one', () => {
  expect(ask('how much is a consultation')).toBe('**Prices**\n- Consultation £52\n- Repeat consultation £39');
});

it('takes the line above days and times for their heading, and not for one of them', () => {
  expect(ask('when are you open')).toMatch(/^\*\*Opening hours\*\* {2}\nMonday to Friday/);
});

it('quotes a price list of fourteen entries to its end', () => {
  const entries = Array.from({ length: 14 }, (_, place) => `Treatment ${'abcdefghijklmn'[place]}a £${place + 20}`);
  const clinic = textAsker(`Prices\n${entries.join('\n')}\n\nInsurance\n\nWe claim from your insurer.`);
  expect(clinic('what are your prices')).toContain('£33');
});
