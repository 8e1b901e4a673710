/** Who asks for a difference gets what is said of each of the two. */
import { describe, expect, it } from 'vitest';
import { comparisonIn } from '../../../src/answering/extractive/comparisons.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';

describe('A question for a difference', () => {
  const compared = (question: string) => {
    const found = comparisonIn(question);
    return found === null ? null : [found.first, found.second];
  };

  it.each([
    [
      'What is the difference between a savings account and a fixed-term deposit?',
      'savings account',
      'fixed-term deposit',
    ],
    ['difference between Plus and Premium', 'Plus', 'Premium'],
    ['Compare Basic with Premium.', 'Basic', 'Premium'],
    ['Basic vs Premium', 'Basic', 'Premium'],
    ['basic or premium, whats the difference', 'basic', 'premium'],
    ['Basic or Premium, which is cheaper?', 'Basic', 'Premium'],
    ['How does Basic differ from Premium?', 'Basic', 'Premium'],
    ['Was ist der Unterschied zwischen der Beratung und einer Vertretung?', 'Beratung', 'Vertretung'],
    ['unterschied beratung vertretung', 'beratung', 'vertretung'],
    ['Was unterscheidet Basis von Premium?', 'Basis', 'Premium'],
    ['¿Cuál es la diferencia entre el Plus y el Premium?', 'Plus', 'Premium'],
    ['Quelle est la différence entre l’offre Solo et l’offre Studio ?', 'offre Solo', 'offre Studio'],
    ['Qual è la differenza tra Base e Premium?', 'Base', 'Premium'],
    ['Wat is het verschil tussen Plus en Premium?', 'Plus', 'Premium'],
    ['Jaka jest różnica między Plus a Premium?', 'Plus', 'Premium'],
    ['Hvad er forskellen mellem Plus og Premium?', 'Plus', 'Premium'],
    ['Hva er forskjellen mellom Plus og Premium?', 'Plus', 'Premium'],
    ['В чём разница между Плюс и Премиум?', 'Плюс', 'Премиум'],
    ['Чем отличается Плюс от Премиум?', 'Плюс', 'Премиум'],
  ])('names two things: “%s”', (question, first, second) => {
    expect(compared(question)).toEqual([first, second]);
  });

  it.each(['What does Premium cost?', 'Does it make a difference?', 'Is there a difference between the two?'])(
    'is not every question: “%s”',
    (question) => {
      expect(compared(question)).toBeNull();
    },
  );

  const ask = (question: string, text: string) =>
    collect(
      extractiveAnswers().answer(
        { ...beeRequest, question, passages: [{ title: 'Help', url: null, headings: ['Help'], text }] },
        new AbortController().signal,
      ),
    );
  const bank = `## Accounts
| Account | Monthly fee | Interest |
| --- | --- | --- |
| Basic | €0 | none |
| Plus | €4.90 | 0.5 % |
| Premium | €12.90 | 1.2 % |

Withdrawals abroad cost 1.75 % with Basic and Plus, and nothing with Premium.

## What is the difference between a debit card and a credit card?
With a debit card, payments are taken from your account at once. With a credit card, you get one bill a month.

## Savings account
The savings account pays 2.1 % interest a year. You can withdraw at any time.

## Fixed-term deposit
A fixed-term deposit pays 2.8 % for one year. You cannot withdraw money before the term ends.`;

  it('gets the rows that the two name', async () => {
    expect(await ask('difference between Plus and Premium?', bank)).toBe(
      '**Plus**\n- Monthly fee: €4.90\n- Interest: 0.5 %\n\n**Premium**\n- Monthly fee: €12.90\n- Interest: 1.2 % [1]',
    );
  });

  it('gets the columns that the two name', async () => {
    const plans =
      '| Feature | Free | Team | Big |\n| --- | --- | --- | --- |\n| Users | 1 | 10 | 90 |\n| Export | no | yes | yes |';
    const answer = await ask('Compare Free and Team', plans);
    expect(answer).toContain('- Free: 1\n- Team: 10');
    expect(answer).not.toContain('90');
  });

  it('gets what is said of each', async () => {
    expect(await ask('What is the difference between a savings account and a fixed-term deposit?', bank)).toBe(
      'The savings account pays 2.1 % interest a year. You can withdraw at any time. [1]\n\n' +
        'A fixed-term deposit pays 2.8 % for one year. You cannot withdraw money before the term ends. [1]',
    );
  });

  it('gets the section that compares them', async () => {
    expect(await ask('difference between a credit card and a debit card', bank)).toBe(
      'With a debit card, payments are taken from your account at once. With a credit card, you get one bill a month. [1]',
    );
  });

  it('is refused where nothing tells of one of them', async () => {
    expect(await ask('What is the difference between a savings account and a submarine?', bank)).toContain(
      "couldn't find",
    );
  });

  it('of two items of a list, one of which has a note in brackets, is answered with both', async () => {
    const fees = '## Tarifs\n- Adulte : 4,50 €\n- Enfant (moins de 12 ans) : 2,50 €\n- Carnet : 38 €';
    expect(await ask('Quelle est la différence entre adulte et enfant ?', fees)).toMatch(
      /^- Adulte : 4,50 €\n- Enfant \(moins de 12 ans\) : 2,50 € \[1\]/,
    );
  });

  it('of two items of a list is answered with both', async () => {
    const plans = `## Plans
- Anytime – £36 a month, with two guest passes.
- Duo – £62 a month for two people at the same address.
- Student – £22 a month. Anytime access.`;
    expect(await ask('What is the difference between Anytime and Duo?', plans)).toMatch(
      /^- Anytime – £36 a month, with two guest passes\.\n- Duo – £62 a month for two people at the same address\. \[1\]/,
    );
  });
});
