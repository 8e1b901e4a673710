import { describe, expect, it } from 'vitest';
import { PHRASES } from '../../../../src/answering/extractive/dialogue/phrases.ts';
import { VISITOR_LANGUAGES } from '../../../../src/answering/extractive/dialogue/visitor-language.ts';
import {
  headingAskedFor,
  questionAbout,
  serviceQuestion,
} from '../../../../src/answering/extractive/follow-ups/topic-questions.ts';

describe('A heading as a question', () => {
  it.each([
    ['Opening hours', 'en', 'When are you open?'],
    ['Payment', 'en', 'How can I pay?'],
    ['How to track your parcel', 'en', 'How do I track my parcel?'],
    ['Tracking your parcel', 'en', 'How does tracking my parcel work?'],
    ['Complaints', 'en', 'Can you tell me more about “Complaints”?'],
    ['Delivery in frost', 'en', 'Can you tell me more about “Delivery in frost”?'],
    ['Zahlung', 'de', 'Wie kann ich bezahlen?'],
    ['Versand und Kosten', 'de', 'Können Sie mir mehr zu „Versand und Kosten“ sagen?'],
    ['退货', 'zh', '怎么退货？'],
  ] as const)('is natural: %s', (heading, language, question) => {
    expect(questionAbout(heading, language)).toBe(question);
  });

  it('asks about a page only when it is a service', () => {
    expect(serviceQuestion('Delivery', 'en')).toBe('How does delivery work?');
    expect(serviceQuestion('Plant care', 'en')).toBeNull();
  });

  it('is found again in the question, in every language', () => {
    for (const language of VISITOR_LANGUAGES) {
      expect(headingAskedFor(PHRASES[language].ask.replace('{}', 'Fern 9'))).toBe('Fern 9');
    }
    expect(headingAskedFor('Can you tell me the price?')).toBeNull();
  });
});
