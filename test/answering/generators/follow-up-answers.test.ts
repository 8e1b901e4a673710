/** Questions that are understood by the conversation before them, answered without a model. */
import { describe, expect, it } from 'vitest';
import { ask } from './ask-without-model.ts';

describe('Answering a follow-up without a model', () => {
  it('gives the contact of whom a pronoun means, not any', async () => {
    const text = 'Reception: +44 20 7946 0001\nWedding manager: Ada Flint, +44 20 7946 0002';
    const passages = [{ title: 'Contact', url: null, headings: [], text }];
    const memory = [{ role: 'user', content: 'Who is the wedding manager?' }] as const;
    expect(await ask('How can I call her?', { passages, memory })).toMatch(
      /^Wedding manager: Ada Flint, \+44 20 7946 0002/,
    );
  });

  it('is about the age of the present question, not that of the one before', async () => {
    const text = '| Who | Fee |\n| --- | --- |\n| 11–17 years | €95 |\n| up to 10 years | €60 |\n| Adults | €210 |';
    const passages = [{ title: 'Fees', url: null, headings: ['Fees'], text }];
    const memory = [{ role: 'user', content: 'My daughter is 12, how much does she pay?' }] as const;
    expect(await ask('and a child of 8?', { passages, memory })).toBe('**up to 10 years**\n- Fee: €60 [1]');
  });

  it('gives the answer before, and says so, for another case that the content does not name', async () => {
    const text = 'We ship to all countries of the European Union. A parcel takes three days.';
    const passages = [{ title: 'Shipping', url: null, headings: ['Shipping'], text }];
    const memory = [{ role: 'user', content: 'Do you ship to countries of the EU?' }] as const;
    expect(await ask('and to the USA?', { passages, memory })).toMatch(
      /^I found nothing about “USA”\. The closest that I have:\n\nWe ship to all countries of the European Union\./,
    );
    expect(await ask('And who is your CEO?', { passages, memory })).toMatch(/^I couldn't find/);
  });

  it('gives what is known of other places, and says so, for a place that the content does not name', async () => {
    const text = 'We ship to Austria and France. A parcel takes three days.\n\nWe do not ship to Switzerland.';
    const passages = [
      { title: 'Shipping', url: null, headings: ['Shipping'], text },
      { title: 'Care', url: null, headings: ['Care'], text: 'Water a fern every two days.' },
    ];
    const memory = [{ role: 'user', content: 'How often do I water a fern?' }] as const;
    for (const question of ['do you ship to norway', 'Do you ship to Norway?'])
      for (const asked of [{ passages }, { passages, memory }])
        expect(await ask(question, asked)).toMatch(
          /^I found nothing about “norway”\. The closest that I have:\n\nWe ship to Austria and France\./i,
        );
    expect(await ask('do you ship to Switzerland', { passages })).toMatch(/^We do not ship to Switzerland\./);
    expect(await ask('how do I get to Norway', { passages })).toMatch(/^I couldn't find/);
  });

  it('takes no place for another one that begins alike', async () => {
    const text = 'Der Versand nach Österreich kostet 8 €. In die Schweiz liefern wir nicht.';
    const passages = [{ title: 'Versand', url: null, headings: ['Versand'], text }];
    expect(await ask('Was kostet der Versand nach Schweden?', { passages })).toMatch(/“Schweden”|„Schweden“/);
  });

  it('understands a follow-up by the question before it', async () => {
    const memory = [{ role: 'user', content: 'What is honey made of?' }] as const;
    expect(await ask('And how long does it keep?', { memory })).toContain('It keeps for years.');
  });

  it('understands what comes afterwards by the question before it', async () => {
    const memory = [{ role: 'user', content: 'How long is the trial?' }] as const;
    const text = 'The trial takes 21 days.\n\n## What happens when the trial ends?\n\nNothing is deleted.';
    const passages = [{ title: 'Pricing', url: null, headings: [], text }];
    expect(await ask('and what happens afterwards?', { memory, passages })).toContain('Nothing is deleted.');
  });

  describe('after several questions', () => {
    const page = (title: string, text: string) => ({ title, url: null, headings: [title], text });
    const asked = (...questions: readonly string[]) => questions.map((content) => ({ role: 'user', content }) as const);
    const pool = page(
      'Freibad',
      'Der Eintritt kostet 4,50 € für Erwachsene und 2,50 € für Kinder. Ein Kurs dauert zehn Stunden.',
    );
    const passport = page('Reisepass', 'Ein Reisepass kostet 70 €. Die Ausstellung dauert vier Wochen.');
    const dogs = page('Hundesteuer', 'Sie melden Ihren Hund bei der Stadtkasse an. Ein Hund kostet 108 € im Jahr.');
    const passages = [pool, passport, dogs];

    it('goes back to the one that names what is meant', async () => {
      const memory = asked('Ich brauche einen neuen Reisepass', 'was kostet der?');
      expect(await ask('und wie lange dauert das?', { memory, passages })).toContain('vier Wochen');
    });

    it('takes a question for the price alone for one about the same', async () => {
      const memory = asked('Wie kann ich meinen Hund anmelden?');
      for (const question of ['Was kostet das?', 'wie teuer?'])
        expect(await ask(question, { memory, passages })).toContain('108 €');
      expect(await ask('Was kostet das Freibad?', { memory, passages })).toContain('4,50 €');
    });

    it('takes it for a new one where the one before has no price', async () => {
      const memory = asked('Where is the moon?');
      const prices = [{ title: 'Tickets', url: null, headings: ['Tickets'], text: 'A ticket costs €8.' }];
      expect(await ask('how much does it cost?', { memory, passages: prices })).toContain('€8');
    });

    it('rather answers what it adds than the one before again', async () => {
      const text = 'Paying yearly saves a tenth. A dedicated address costs $30. Each plan has its own limit.';
      const plans = [{ title: 'Plans', url: null, headings: [], text: text.replaceAll('. ', '.\n\n') }];
      const memory = asked('does it include a dedicated address?');
      expect(await ask('and yearly?', { memory, passages: plans })).toBe('Paying yearly saves a tenth. [1]');
    });
  });

  it('answers no other question from the question before it', async () => {
    const memory = [{ role: 'user', content: 'What is honey made of?' }] as const;
    expect(await ask('Who is your CEO?', { memory })).not.toContain('nectar');
  });
});
