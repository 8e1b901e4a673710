import { describe, expect, it } from 'vitest';
import {
  isSelfContained,
  standaloneQuestion,
} from '../../../../src/answering/extractive/question/standalone-question.ts';

describe('A question without its conversation', () => {
  it('is joined with the one before when it says too little or refers back', () => {
    expect(standaloneQuestion('And how much?', ['How long is shipping?'])).toBe('How long is shipping? And how much?');
    expect(standaloneQuestion('When?', ['Are there videos of the talks?'])).toBe(
      'Are there videos of the talks? When?',
    );
    expect(standaloneQuestion('Where can I buy it?', ['Do you have honey?'])).toContain('honey');
  });

  it('goes back to what the conversation is about when the one before only goes on from it', () => {
    expect(standaloneQuestion('How do I clean it?', ['When do I replace the brush?', 'and the filter?'])).toBe(
      'and the filter? How do I clean it?',
    );
    expect(standaloneQuestion('and on Sunday?', ['When do you open?', 'and on Saturday?'])).toBe(
      'When do you open? and on Saturday? and on Sunday?',
    );
    expect(standaloneQuestion('and on Sunday?', ['and on Saturday?'])).toBe('and on Saturday? and on Sunday?');
  });

  it('stays as it is when it stands by itself, or is the first', () => {
    const whole = 'Which payment methods are accepted for international orders?';
    expect(standaloneQuestion(whole, ['Do you have honey?'])).toBe(whole);
    expect(standaloneQuestion('And how much?', [])).toBe('And how much?');
  });
});

describe('Passages are searched for', () => {
  it.each(['How much is shipping?', 'How do I back up?', 'Do you ship to Norway?', 'Was kostet der Versand?'])(
    'by a question alone that names its own topic: %s',
    (question) => expect(isSelfContained(question)).toBe(true),
  );

  it.each([
    'And how much?',
    'Is it free?',
    'Express delivery?',
    'Und am Sonntag?',
    'How much is it?',
    'Mit Rückgaberecht?',
    'Up to what age?',
    'until when?',
    'Bis zu welchem Alter?',
    'Jusqu’à quelle heure ?',
    '¿Hasta qué edad?',
    'Fino a che età?',
    'Vanaf welke leeftijd?',
    'Od ilu lat?',
    'Why?',
  ])('by the question before it, too, where it only goes on: %s', (question) =>
    expect(isSelfContained(question)).toBe(false),
  );
});
