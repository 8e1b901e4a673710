import { expect, it } from 'vitest';
import { textAsker } from './asker.ts';

const ask = textAsker(`# Mill nursery

Our nursery takes children from two to five years. We are a small team in the old mill.

## Application process

Send us the form with a copy of the birth certificate. Places are given in March.

## Fees

The application fee is $40.

## Entrance

Ring the bell at the green gate behind the mill.
`);

it.each([
  ['How do I apply?', 'Send us the form'],
  ['How much is it to apply?', 'The application fee is $40'],
  ['Where do I enter?', 'Ring the bell'],
])('A question with a verb is answered by its noun, whatever letters they share: %s', (question, answer) => {
  expect(ask(question)).toContain(answer);
});
