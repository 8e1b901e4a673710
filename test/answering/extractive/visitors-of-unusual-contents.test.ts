/** Visitors of contents unlike a shop's: a leaflet, rules of a game, a machine's manual, a page for applicants, collections of waste. */
import { describe, expect, it } from 'vitest';
import { isWithinAges, numberRangesIn } from '../../../src/answering/extractive/terms/number-ranges.ts';
import { textAsker } from './asker.ts';

describe('A limit of age', () => {
  const game = textAsker(`# Lanterns

For 2 to 5 players aged 10 and over. A game takes about 60 minutes.

## Your turn

- Travel: play a route card and move your caravan.
- Rest: draw two cards.`);
  const leaflet = textAsker(`# Norvexa

It relieves hay fever. It is for adults and children aged 12 and over.

## Storage

Keep out of the reach of children. Store below 25 °C.`);

  it('answers for ages outside it', () => {
    expect(game('can my 8 year old play')).toContain('aged 10 and over');
    expect(leaflet('my son is 9 can he have it')).toContain('aged 12 and over');
  });

  it('is no range of measures', () => {
    const isOfAge = (text: string) => numberRangesIn(text).some((mark) => isWithinAges(13, mark));
    expect(isOfAge('Fits nursery pots of 12 to 15 cm')).toBe(false);
    expect(isOfAge('Children 12 to 15')).toBe(true);
  });
});

describe('A negation typed without its apostrophe', () => {
  const machine = textAsker(`# Washer

With much water in the drum the door stays locked.

## Programmes

Compartment I is for prewash, II for the main wash.

## Error codes

| Code | Meaning | What to do |
| --- | --- | --- |
| E10 | No water | Open the tap |
| E18 | Water does not drain | Clean the pump filter |
| E20 | Heating fault | Call service |`);

  it('asks for what does not happen', () => {
    expect(machine('the washing machine doesnt drain')).toContain('pump filter');
  });
});

describe('A phrase', () => {
  const applicants = textAsker(`# Applying

1. Fill in the form.
2. Pay the application fee of £45.

You can withdraw an application.

## Fees

| | Home students | International students |
| --- | --- | --- |
| Tuition a year | £9,800 | £21,500 |
| Field course | £600 | £600 |

## Housing

Rooms cost £138 to £176 a week, bills included.`);

  it('beats a heading that holds a part of it', () => {
    expect(applicants('application fee')).toContain('£45');
  });

  it('is not enough where it lacks the fact that is asked for', () => {
    expect(applicants('how much is it for international students')).toContain('21,500');
  });

  it('may call a room accommodation', () => {
    expect(applicants('how much is accomodation')).toContain('£138');
  });
});
