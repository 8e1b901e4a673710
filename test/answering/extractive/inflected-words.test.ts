/** Words in another form than the content has, and addresses as their languages write them. */
import { expect, it } from 'vitest';
import { ask } from '../generators/ask-without-model.ts';
import { textAsker } from './asker.ts';

const POLISH = `# Pracownia

## Sklep

Sklep jest otwarty od środy do niedzieli w godz. 11–19. Naczynia można myć w zmywarce.

## Dojazd

Znajdziesz nas przy ul. Św. Marcin 24 w podwórzu. Parking dla klientów jest za domem.`;

const TURKISH = `# Pansiyon

## Odalar

Bütün odalarda klima ve buzdolabı vardır.

## Kahvaltı

Kahvaltı bahçede verilir.`;

it('says of no Polish word in another case that the content lacks it', async () => {
  const passages = textAsker(POLISH).passages.map((passage) => ({ ...passage, url: null, score: 1 }));
  const memory = [
    { role: 'user' as const, content: 'czy sklep jest otwarty w niedzielę' },
    { role: 'assistant' as const, content: 'Sklep jest otwarty od środy do niedzieli w godz. 11–19.' },
  ];
  expect(await ask('a do zmywarki?', { passages, memory })).not.toContain('„zmywarki”');
  expect(await ask('jak się z wami skontaktować', { passages })).not.toContain('„wami”');
});

it('finds a short Turkish noun in another case', () => {
  expect(textAsker(TURKISH)('odanız klimalı mı')).toContain('odalarda klima');
});

it.each([
  ['gdzie jesteście', 'Znajdziesz nas przy ul. Św. Marcin 24 w podwórzu.'],
  ['kde vás najdeme', 'Najdete nás na nábř. Míru č. 15.'],
  ['adresiniz nedir', 'Adres: İskele Mah. 3. Sok. No: 7, Datça.'],
])('gives the address whole to “%s”', async (question, address) => {
  const { passages } = textAsker(`# Xyz\n\n## Abc\n\nTři psi. ${address} Nic víc.`);
  const answer = await ask(question, { passages: passages.map((passage) => ({ ...passage, url: null, score: 1 })) });
  expect(answer).toBe(`${address} [1]`);
});
