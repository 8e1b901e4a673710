/** Who asks where the owner's place is, in whatever words, gets what stands below the heading of its address. */
import { describe, expect, it } from 'vitest';
import { asksForOwnPlace, isAddressHeading } from '../../../../src/answering/extractive/contact/own-place.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { beeRequest } from '../../../contracts/answer-generator.ts';
import { expectLinear } from '../../../support/growth.ts';
import { ask } from '../../generators/ask-without-model.ts';

it.each([
  ...[
    'Address',
    'Address & phone',
    'How to find us',
    'Anschrift',
    'Wo wir sind',
    'Où nous trouver',
    'Dove siamo',
    'Onde estamos',
  ],
  ...[
    'Адреса',
    'Где смо',
    'Где мы',
    'Πού θα μας βρείτε',
    'पता और फ़ोन',
    'Slik finner du oss',
    '오시는 길',
    'アクセス',
    'موقعنا',
  ],
])('takes “%s” for the heading of an address', (heading) => {
  expect(isAddressHeading(heading)).toBe(true);
});

it.each([
  'Email address',
  'IP address',
  'Shipping address',
  'Деца',
  'Wohnen',
  'Hvordan',
  'Location of your data',
  'Уроки',
])('takes “%s” for none', (heading) => {
  expect(isAddressHeading(heading)).toBe(false);
});

describe('An address in no known form', () => {
  it.each([
    ['Clinic Riverside', 'Where is the clinic?', 'Address', 'Behind the old mill, Ashford.'],
    ['Praxis Seeblick', 'Wo ist die Praxis?', 'Anschrift', 'Am alten Markt, Lindau.'],
    ['Клиника Озеро', 'Где клиника?', 'Где мы', 'Нижний рынок, дом с башней, Кострома.'],
    ['Κτηνιατρείο Φίλος', 'που ειναι το κτηνιατρειο', 'Διεύθυνση', 'Πλατεία Αγοράς, Λάρισα.'],
    ['نادي القمة', 'وين النادي', 'الموقع', 'خلف مول الجميرا، دبي.'],
    ['मिठास स्वीट्स', 'दुकान कहां है', 'पता और फ़ोन', 'हज़रतगंज, लखनऊ।'],
    ['Бицикл сервис Точак', 'где је сервис', 'Где смо', 'Стара пијаца, Нови Сад.'],
  ])('of %s is found by “%s”', async (name, question, heading, text) => {
    const passages = [
      { title: name, url: null, headings: [], text: `${name}. 1985.` },
      { title: name, url: null, headings: [heading], text },
    ];
    expect(await ask(question, { passages, chatbot: { ...beeRequest.chatbot, name } })).toContain(text);
  });
});

it('leaves a question for another place', () => {
  for (const question of ['Where is the sauna?', 'Where does the clinic ship?', 'Is the clinic open?'])
    expect([question, asksForOwnPlace(question, contentWords(question), [], 'Clinic Riverside')]).toEqual([
      question,
      false,
    ]);
});

it('reads a heading in linear time', () => {
  for (const letter of ['a', 'д', ' ', '-']) expectLinear(64_000, (size) => isAddressHeading(letter.repeat(size)));
});
