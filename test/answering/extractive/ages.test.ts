/** Ages and limits of age, which a page tells by ranges. */
import { describe, expect, it } from 'vitest';
import { asker } from './asker.ts';

const ask = asker(`<h1>Prices</h1><p>Tickets for the pool and the slides, all day, at the counter or online.</p>
  <table><tr><th>Who</th><th>Day ticket</th><th>Evening</th></tr><tr><td>Under 6</td><td>free</td><td>free</td></tr>
  <tr><td>6–17 years</td><td>€5.50</td><td>€4</td></tr><tr><td>Adults</td><td>€9</td><td>€6</td></tr>
  <tr><td>65 and over</td><td>€7</td><td>€5</td></tr></table>
  <h2>Rules</h2><p>The sauna is for guests aged 16 and over.</p><p>Children under 12 must swim with an adult.</p><p>Music is not allowed after 22:00.</p>`);

describe('A visitor names an age', () => {
  it.each([
    ['price for a 4 year old', '**Under 6**'],
    ['how much for children under 6?', '**Under 6**'],
    ['how much for a 6 year old', '**6–17 years**'],
    ['how much for a 17 year old', '**6–17 years**'],
    ['price for over 65', '**65 and over**'],
    ['I am 70, what do I pay?', '**65 and over**'],
  ])('and gets the row of its range, not one that holds the number: %s', (question, row) => {
    expect(ask(question)?.split('\n')[0]).toBe(row);
  });

  it('and gets the rule that holds from an age on', () => {
    expect(ask('Can a 17 year old use the sauna?')).toContain('aged 16 and over');
  });

  it('and gets the rule that a sentence states of an age', () => {
    expect(ask('Can my 9 year old swim?')).toBe('Children under 12 must swim with an adult.');
  });

  it('and is refused what the page does not tell, though a range holds the age', () => {
    expect(ask('Can my 7 year old learn diving?')).toBeNull();
  });
});

describe('A visitor names a time of day', () => {
  it('and no range holds its minutes', () => {
    expect(ask('may we play music after 22:00')).toContain('not allowed after 22:00');
  });
});
