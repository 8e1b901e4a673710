/** Visitors of a Serbian bicycle shop, in either script. */
import { describe, expect, it } from 'vitest';
import {
  visitorLanguagesOf,
  writtenLanguage,
} from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { textBlocks } from '../../../../src/reading/documents/plain-text/text-blocks.ts';
import { chunkDocument } from '../../../../src/text/chunking/chunk-document.ts';
import { ask } from '../../generators/ask-without-model.ts';

const site = `# Бицикл сервис Точак

## Радно време

Понедељак – петак: 9–19 ч

Недељом не радимо.

## Адреса

Булевар ослобођења 112, Нови Сад. Улаз је из дворишта.

## Плаћање

Рачун плаћате готовином или картицом.

## Изнајмљивање

Депозит је 5.000 динара и враћа се при повратку бицикла.
`;
const document = { title: 'Точак', url: 'https://tocak.example/', language: null, blocks: textBlocks(site) };
const passages = chunkDocument(document).map(({ title, url, headings, text }) => ({ title, url, headings, text }));

describe('A Serbian content in Cyrillic', () => {
  it.each([
    ['да ли радите недељом', 'Недељом не радимо'],
    ['radite li nedeljom', 'Недељом не радимо'],
    ['могу ли да платим картицом', 'готовином или картицом'],
    ['Koliko je depozit?', '5.000 динара'],
    ['депозит', '5.000 динара'],
  ])('answers “%s”', async (question, answer) => {
    expect(await ask(question, { passages })).toContain(answer);
  });

  it.each(['Продајете ли кравате?', 'prodajete li kravate', 'имате ли сауну'])(
    'refuses “%s” in the visitor’s language, not in Russian',
    async (question) => {
      expect(await ask(question, { passages })).toMatch(
        /^Nažalost, o tome u mojim sadržajima nema podataka\.(?! Jezik)/,
      );
    },
  );

  it('is read as such', () => {
    expect(writtenLanguage(site)).toBe('hr');
    expect(visitorLanguagesOf('Колика је гаранција?')).toEqual(['hr']);
    expect(visitorLanguagesOf('цена')).toEqual(['ru', 'uk', 'bg', 'hr']);
    expect(visitorLanguagesOf('Нужен ли паспорт')).toEqual(['ru', 'uk', 'bg', 'hr']);
    expect(visitorLanguagesOf('Нужен ли другой паспорт')).toEqual(['ru', 'uk', 'bg']);
  });
});
