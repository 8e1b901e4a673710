/** A pasted text has no headings that name topics: its sentences do. */
import { describe, expect, it } from 'vitest';
import { followUpQuestions } from '../../../../src/answering/extractive/follow-ups/follow-ups.ts';

const suggested = (question: string, answer: string, text: string, title = 'Store') =>
  followUpQuestions({ question, memory: [], passages: [{ title, url: null, headings: [], text }] }, answer);

const STORE =
  'Our store opens at 9am from Monday to Friday. Returns are accepted within 30 days. Shipping is free for orders over $50. You can contact us at help@example.com.';

describe('A text without headings suggests', () => {
  it('questions about the services that its sentences tell about', () => {
    expect(suggested('Hello', '', STORE)).toEqual([
      'When are you open?',
      'How do returns work?',
      'How does delivery work?',
    ]);
  });

  it('nothing that was just answered', () => {
    expect(suggested('Is shipping free?', 'Shipping is free for orders over $50. [1]', STORE)).toEqual([
      'When are you open?',
      'How do returns work?',
      'How can I contact you?',
    ]);
  });

  it('them in the language of the text', () => {
    const text = 'Wir haben montags bis freitags von 9 bis 18 Uhr geöffnet. Der Versand ist kostenlos.';
    expect(suggested('Hallo', '', text).slice(0, 2)).toEqual(['Wann haben Sie geöffnet?', 'Wie läuft der Versand?']);
  });

  it.each([
    ['that another service does', 'The refund arrives within five days.', 'How does delivery work?'],
    ['mentioned in passing', 'The refund goes to the original payment method.', 'How can I pay?'],
    ['that are no hours of a business', 'The box is opened at 9 o’clock.', 'When are you open?'],
  ])('none about services %s', (_, text, question) => {
    expect(suggested('Hello', '', text)).not.toContain(question);
  });

  it('none from pages that the law asks for', () => {
    expect(suggested('Hello', '', STORE, 'Privacy policy')).not.toContain('When are you open?');
  });
});
