/** Visitors who write in Slovak and Hungarian get the service's own sentences in their language. */
import { expect, it } from 'vitest';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import {
  visitorLanguagesOf,
  writtenLanguage,
} from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { unknownWords } from '../../../../src/answering/extractive/missing-content/unknown-words.ts';
import { ask } from '../../generators/ask-without-model.ts';

const passage = (text: string) => ({ title: 'Xyz', url: null, headings: ['Xyz'], text });
const SLOVAK = [passage('Izby sú pripravené od 14. hodiny a v deň odchodu si u nás môžete nechať batožinu.')];
const HUNGARIAN = [passage('A szobák 14 órától foglalhatók el, és a távozás napján a poggyászát nálunk hagyhatja.')];
const DUTCH = [passage('Het hotel is van april tot oktober open en de kamers zijn niet verwarmd.')];

it.each([
  ['hu', 'köszönöm'],
  ['hu', 'szombaton meddig vannak nyitva'],
  ['hu', 'mi franciaország fővárosa'],
  ['sk', 'Koľko stojí izba?'],
  ['sk', 'mozem prist aj so psom'],
  ['cs', 'Kolik stojí kurz?'],
  ['cs', 'muzu prijet se psem'],
])('is in %s: “%s”', (language, question) => {
  expect(visitorLanguagesOf(question)).toEqual([language]);
});

it('takes a Hungarian text for no English one', () => {
  const text =
    'A műtét előtt az állat 12 órán át nem ehet, de vizet ihat. A műtött állatot délután lehet hazavinni. A kutya is.';
  expect(writtenLanguage(text)).toBe('hu');
});

it('leaves English questions with words of Hungarian alone', () => {
  for (const question of ['Is a van available?', 'Is it open at Christmas?', 'a table for two'])
    expect(visitorLanguagesOf(question)[0]).toBe('en');
});

it.each([
  ['hu', 'van parkolo onoknel', HUNGARIAN],
  ['hu', 'Kölcsönöznek bicikliket?', HUNGARIAN],
  ['hu', 'van wifi', HUNGARIAN],
  ['nl', 'van wanneer', DUTCH],
  ['sk', 'Máte bazén?', SLOVAK],
  ['sk', 'Požičiavate lyže?', SLOVAK],
] as const)(
  'is decided by the content where a question is in several languages: %s, “%s”',
  (language, question, passages) => {
    expect(conversationLanguage({ question, memory: [], passages })).toBe(language);
  },
);

it('takes the Hungarian `van` for no Dutch preposition, behind which stands what the content lacks', () => {
  expect(unknownWords('Van csónak önöknél?', HUNGARIAN)).toEqual([]);
  expect(unknownWords('Wat is de prijs van een fiets?', DUTCH)).toEqual(['fiets']);
});

it.each([
  ['sk', 'Dobrý deň', 'Ďakujem pekne', 'Dovidenia', 'Chcem hovoriť s človekom', 'hovorit s clovekom'],
  [
    'hu',
    'Jó napot',
    'Köszönöm szépen',
    'Viszontlátásra',
    'Szeretnék egy munkatárssal beszélni',
    'emberrel szeretnek beszelni',
  ],
])('is small talk, or asks for a human: %s', (language, hello, thanks, goodbye, human, typed) => {
  const kinds = [hello, thanks, goodbye, human, typed].map((said) => smallTalkIn(said));
  expect(kinds.map((found) => found?.kind)).toEqual(['hello', 'thanks', 'goodbye', 'human', 'human']);
  for (const found of kinds) expect(found?.languages).toContain(language);
});

it.each([
  ['Predávate sviečky?', SLOVAK, 'Vo svojich materiáloch'],
  ['Árulnak gyertyát?', HUNGARIAN, 'Erről nem találtam'],
])('is refused in the language of the question: %s', async (question, passages, refusal) => {
  expect(await ask(question, { passages })).toContain(refusal);
});
