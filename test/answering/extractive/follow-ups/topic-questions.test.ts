import { describe, expect, it } from 'vitest';
import { PHRASES } from '../../../../src/answering/extractive/dialogue/phrases.ts';
import { headingAskedFor } from '../../../../src/answering/extractive/dialogue/suggested-questions.ts';
import { questionAbout, serviceQuestion } from '../../../../src/answering/extractive/follow-ups/topic-questions.ts';
import { topicName } from '../../../../src/answering/extractive/follow-ups/topics.ts';
import { VISITOR_LANGUAGES } from '../../../../src/answering/extractive/languages/visitor-language.ts';

describe('A heading as a question', () => {
  it.each([
    ['Opening hours', 'en', 'When are you open?'],
    ['Payment', 'en', 'How can I pay?'],
    ['How to track your parcel', 'en', 'How do I track my parcel?'],
    ['Tracking your parcel', 'en', 'How do I track my parcel?'],
    ['Setting up an account', 'en', 'How do I set up an account?'],
    ['Logging in', 'en', 'How do I log in?'],
    ['Cancelling', 'en', 'How do I cancel?'],
    ['Cleaning your carpets', 'en', 'How does cleaning my carpets work?'],
    ['If you are late', 'en', 'What if I am late?'],
    ['Reset your password', 'en', 'How do I reset my password?'],
    ['Invite members', 'en', 'How do I invite members?'],
    ['Become a Friend', 'en', 'How do I become a Friend?'],
    ['Turn on two-factor authentication', 'en', 'How do I turn on two-factor authentication?'],
    ['Import from other tools', 'en', 'How do I import from other tools?'],
    ['Where your data is stored', 'en', 'Where is my data stored?'],
    ['What we collect', 'en', 'What do you collect?'],
    ['Where we are based', 'en', 'Where are you based?'],
    ['How we can help you', 'en', 'How can you help me?'],
    ['What cannot be returned', 'en', 'How do returns work?'],
    ...[
      ...['What is not included', 'Pets are not allowed', 'We do not ship to islands'],
      ...['When something is wrong', 'When you are away', 'Where we are', 'What we are', 'How we started'],
      ...['How we built our oven', 'Whatever the weather', 'Always the right size'],
    ].map((heading) => [heading, 'en', `Can you tell me more about “${heading}”?`] as const),
    ['Meet the team', 'en', 'Who is on the team?'],
    ['After the operation', 'en', 'What should I know after the operation?'],
    ['Before your stay', 'en', 'What should I know before my stay?'],
    ['Your first visit', 'en', 'What should I know about my first visit?'],
    ['Our promise', 'en', 'What should I know about your promise?'],
    ['What a session costs', 'en', 'What does a session cost?'],
    ['Why our plants last', 'en', 'Why do your plants last?'],
    ['What we do with your data', 'en', 'What do you do with my data?'],
    ['What to bring', 'en', 'What should I bring?'],
    ['If the lock jams', 'en', 'What if the lock jams?'],
    ['In case of fire', 'en', 'What should I do in case of fire?'],
    ['Why our wool socks', 'en', 'Can you tell me more about “Why our wool socks”?'],
    ['If in doubt', 'en', 'Can you tell me more about “If in doubt”?'],
    ['Notifications do not arrive', 'en', 'What can I do when notifications do not arrive?'],
    ['A card has disappeared', 'en', 'What can I do when a card has disappeared?'],
    ['Teas that are not black', 'en', 'Can you tell me more about “Teas that are not black”?'],
    ['Complaints', 'en', 'How do I make a complaint?'],
    ['Opening times', 'en', 'When are you open?'],
    ['Cloakroom and lockers', 'en', 'Where can I leave my bags?'],
    ['Refund policy', 'en', 'Can I get a refund?'],
    ['Guided tours', 'en', 'Are there guided tours?'],
    ['Getting here', 'en', 'How do I get to you?'],
    ['Trade in your old bike', 'en', 'How do I trade in my old bike?'],
    ['Import clients', 'en', 'How do I import clients?'],
    ['I forgot my password', 'en', 'What can I do when I forgot my password?'],
    ['My parcel did not arrive', 'en', 'What can I do when my parcel did not arrive?'],
    ['My boots hurt', 'en', 'My boots hurt'],
    ['Water soaks into my jacket', 'en', 'Water soaks into my jacket'],
    ['Thursday 10 June', 'en', 'What is on Thursday 10 June?'],
    ['Dress code', 'en', 'What should I know about the dress code?'],
    ['Address', 'en', 'Where are you?'],
    ['Hire', 'en', 'What can I rent?'],
    ['Harbour boat trips', 'en', 'What should I know about harbour boat trips?'],
    ['Delivery in frost', 'en', 'What should I know about delivery in frost?'],
    ['Docker', 'en', 'Can you tell me more about “Docker”?'],
    ['A plant arrived damaged', 'en', 'What can I do when a plant arrived damaged?'],
    ['Upgrading', 'en', 'What should I know about upgrading?'],
    ['On several nodes', 'en', 'Can you tell me more about “On several nodes”?'],
    ['Boston fern', 'en', 'Can you tell me more about “Boston fern”?'],
    ['Delivery Terms', 'en', 'What should I know about Delivery Terms?'],
    ['Import duties', 'en', 'Can you tell me more about “Import duties”?'],
    ['On Kubernetes', 'en', 'Can you tell me more about “On Kubernetes”?'],
    ['How to look', 'en', 'Can you tell me more about “How to look”?'],
    ['Zahlung', 'de', 'Wie kann ich bezahlen?'],
    ['Versand und Kosten', 'de', 'Können Sie mir mehr zu „Versand und Kosten“ sagen?'],
    ['退货', 'zh', '怎么退货？'],
  ] as const)('is natural: %s', (heading, language, question) => {
    expect(questionAbout(heading, language)).toBe(question);
  });

  it.each([
    ['Paris tours', 'Our guides know Paris well.', 'What should I know about Paris tours?'],
    ['Kubernetes', 'It runs on Kubernetes too.', 'What should I know about Kubernetes?'],
    ['Delivery times', 'See Delivery times. Some delivery days change.', 'What should I know about delivery times?'],
  ])('keeps the capital of a name: %s', (heading, text, question) => {
    expect(questionAbout(heading, 'en', text)).toBe(question);
  });

  it('keeps the words of a file name apart', () => {
    expect(topicName('Price_list_autumn')).toBe('Price list autumn');
  });

  it.each(['Synopsis', 'Description', 'Example', 'Usage', 'Warning'])('is none for a part of any page: %s', (heading) =>
    expect(topicName(heading)).toBeNull(),
  );

  it('asks about a page only when it is a service', () => {
    expect(serviceQuestion('Delivery', 'en')).toBe('How does delivery work?');
    expect(serviceQuestion('Plant care', 'en')).toBeNull();
  });

  it('is found again in the question, in every language', () => {
    for (const language of VISITOR_LANGUAGES) {
      expect(headingAskedFor(PHRASES[language].ask.replace('{}', 'Fern 9'))).toBe('Fern 9');
    }
    expect(headingAskedFor('What should I know about Fern 9?')).toBe('Fern 9');
    expect(headingAskedFor('Can you tell me the price?')).toBeNull();
  });
});
