/** Croatian, Bosnian and Serbian visitors: their words, and the service's own sentences in their language. */
import { expect, it } from 'vitest';
import { shippingDestination } from '../../../../src/answering/extractive/dialogue/shipping-destination.ts';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { asksForPrice, tellsPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { questionForHeading } from '../../../../src/answering/extractive/follow-ups/forms/questions.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import { visitorLanguagesOf } from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { CROATIAN } from '../../../../src/text/analysis/languages.ts';
import { ask } from '../../generators/ask-without-model.ts';
import { textAsker } from '../asker.ts';

const POTTERY = `# Lončarija

## Radno vrijeme

Utorak – petak: 10:00 – 18:00
Subota: 9:00 – 13:00
Ponedjeljkom i nedjeljom ne radimo.

## Tečaj

Tečaj lončarstva traje četiri tjedna i stoji 90 eura. Plaća se karticom ili gotovinom.

## Otkazivanje

Dolazak možete otkazati dan ranije.

## Pravila

Ljubimce ostavite kod kuće.

## O nama

Radionicu vodi Ana Babić.`;

it.each([
  ['radite li subotom', 'Subota: 9:00'],
  ['koliko kosta tecaj', '90 eura'],
  ['Koliko dugo traje tečaj?', 'četiri tjedna'],
  ['može li se platiti karticom', 'Plaća se karticom'],
  ['kako mogu otkazati', 'Dolazak možete otkazati'],
  ['Mogu li dovesti psa?', 'Ljubimce ostavite'],
  ['tko je vlasnik?', 'Ana Babić'],
])('finds what “%s” asks for', (question, answer) => {
  expect(textAsker(POTTERY)(question)).toContain(answer);
});

it.each(['Imate li saunu?', 'perete li posuđe', 'prodajete li bicikle'])(
  'tells nothing of what the content lacks: %s',
  (question) => {
    expect(textAsker(POTTERY)(question)).toBeNull();
  },
);

it('knows prices, times and days', () => {
  expect(tellsPrice('Ulaz je besplatan.')).toBe(true);
  expect(tellsPrice('500 din')).toBe(true);
  for (const question of ['koliko košta', 'koliko se placa', 'Koje su cijene?'])
    expect(asksForPrice(question)).toBe(true);
  expect(tellsTime('Nedjeljom ne radimo.')).toBe(true);
  expect(daysIn('Pon–sri 8:00–16:00', CROATIAN)).toEqual(['day:1', 'day:2', 'day:3']);
  expect(daysIn('Sub 8:00–12:00', CROATIAN)).toEqual(['day:6']);
  expect(daysIn('četvrtkom 9:00–17:00')).toContain('day:4');
});

it('knows the country that something is sent to', () => {
  expect(shippingDestination('Dostavljate li u Njemačku?')?.place).toBe('Njemačku');
  expect(shippingDestination('Bezorgt u thuis?')).toBeNull();
});

it.each(['Gdje se nalazite?', 'tko je vlasnik', 'koliko kosta', 'jel radite u petak', 'da li radite subotom'])(
  'is Croatian: “%s”',
  (question) => {
    expect(visitorLanguagesOf(question)).toEqual(['hr']);
  },
);

it('is decided by the content where a question is in several languages', () => {
  const passages = [
    {
      title: 'Xyz',
      url: null,
      headings: ['Xyz'],
      text: 'Radionica je otvorena kada je i trgovina, a vrata su iza ugla.',
    },
  ];
  expect(conversationLanguage({ question: 'a nedjeljom?', memory: [], passages })).toBe('hr');
  expect(visitorLanguagesOf('Kupić bilety')[0]).toBe('pl');
});

it.each([
  ['hello', 'Dobar dan'],
  ['thanks', 'hvala lijepa'],
  ['goodbye', 'dovidenja'],
  ['human', 'Želim razgovarati s osobom'],
  ['human', 'mogu li pricati s covjekom'],
])('is small talk, or asks for a human: %s, “%s”', (kind, said) => {
  const found = smallTalkIn(said);
  expect(found?.kind).toBe(kind);
  expect(found?.languages).toContain('hr');
});

it('is refused in Croatian', async () => {
  expect(await ask('Prodajete li bicikle?')).toContain('nema podataka');
});

it('suggests a heading as a visitor would ask', () => {
  expect(questionForHeading('Radno vrijeme', 'hr')).toBe('Kada radite?');
});
