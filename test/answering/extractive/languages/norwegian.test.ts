/** A visitor in Norwegian is answered in Norwegian, not in Danish, which has most of its words. */
import { describe, expect, it } from 'vitest';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import { visitorLanguagesOf } from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { ask } from '../../generators/ask-without-model.ts';

const passageOf = (text: string) => [{ title: 'Xyz', url: null, headings: [], text }];
const norwegian = passageOf('Vi holder åpent hver dag hvis været er fint, og noen av hyttene kan leies hele året.');
const danish = passageOf('Vi holder åbent hver dag, hvis vejret er fint, og nogle af hytterne kan lejes hele året.');

it.each([
  ['no', 'Har dere badstue?'],
  ['no', 'Når åpner dere?'],
  ['da', 'Hvornår åbner I?'],
  ['da', 'Hvad koster det?'],
  ['sv', 'Får man röka?'],
])('is told by its words: %s, %s', (language, question) => {
  expect(visitorLanguagesOf(question)).toEqual([language]);
});

it('is told by the content where both write a question alike', () => {
  const question = 'Er det parkering?';
  expect(visitorLanguagesOf(question)).toEqual(['da', 'no']);
  expect(conversationLanguage({ question, memory: [], passages: norwegian })).toBe('no');
  expect(conversationLanguage({ question, memory: [], passages: danish })).toBe('da');
});

describe('The sentences of the service', () => {
  it.each([
    ['Har dere badstue?', 'Det fant jeg dessverre ingenting om'],
    ['hei', 'Hei! Hva vil du vite?'],
    ['tusen takk', 'Bare hyggelig!'],
  ])('answer “%s”', async (question, answer) => {
    expect(await ask(question, { passages: norwegian })).toContain(answer);
  });

  it('take a request for a human', () => {
    for (const request of ['Kan jeg snakke med et menneske', 'Jeg vil gjerne snakke med en medarbeider'])
      expect([request, smallTalkIn(request)?.kind]).toEqual([request, 'human']);
  });
});

it('tells no language by an address in the question', () => {
  expect(visitorLanguagesOf('https://example.com/a?b=1 iPhone 15 متى؟')).toContain('ar');
});
