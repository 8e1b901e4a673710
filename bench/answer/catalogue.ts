/** Texts of a shop, and questions about them: each question is another, so that no cache answers it. */
import { readText } from '../../src/reading/documents/plain-text/read-text.ts';
import { chunkDocument } from '../../src/text/chunking/chunk-document.ts';
import { searchedText } from '../../src/text/passage.ts';

const CHARACTERS = 500_000;
const SECTIONS_A_TEXT = 125;

const GOODS = 'jacket coat shirt trousers scarf hat boots gloves belt bag tent lamp rope stove bottle map'.split(' ');
const DEEDS = 'returned washed repaired ordered delivered exchanged refunded reserved measured packed'.split(' ');
const TIMES = 'days weeks hours months'.split(' ');
const STEMS = 'amber birch cedar delta ember fjord grove heath inlet knoll larch marsh north oasis pines quarry'.split(
  ' ',
);

export interface CatalogueText {
  readonly title: string;
  readonly content: string;
}

/** The same for the same numbers, otherwise without order. */
function pick(words: readonly string[], ...numbers: readonly number[]): string {
  let state = 0x9e_37_79_b9;
  for (const number of numbers) state = Math.imul(state ^ (number + 1), 0x85_eb_ca_6b) ^ (state >>> 13);
  return words[(state >>> 8) % words.length] ?? '';
}

const place = (one: number, other: number) => `${pick(STEMS, one, other)}${pick(STEMS, other, one)}`;

/** About a passage of text, on one good and what is done with it: a question meets its words in some passages, not in all. */
function section(number: number): string {
  const good = pick(GOODS, number);
  const sentences = Array.from({ length: 16 }, (_, at) => {
    const deed = pick(DEEDS, number, at >> 2);
    const near = pick(STEMS, at, number, 7);
    return `The ${good} ${place(number, at)} ${number} is ${deed} near ${near} within ${at + 2} ${pick(TIMES, number, at)}.`;
  });
  return `## ${good} ${number}\n\n${sentences.join(' ')}`;
}

export function catalogueTexts(): readonly CatalogueText[] {
  const texts: CatalogueText[] = [];
  for (let length = 0, first = 0; length < CHARACTERS; first += SECTIONS_A_TEXT) {
    const sections = Array.from({ length: SECTIONS_A_TEXT }, (_, at) => section(first + at));
    const content = sections.join('\n\n').slice(0, CHARACTERS - length);
    texts.push({ title: `Catalogue ${first}`, content });
    length += content.length;
  }
  return texts;
}

/** The passages that the service cuts of the texts. */
export function cataloguePassages(): readonly string[] {
  return catalogueTexts().flatMap(({ title, content }) => {
    const { blocks } = readText(Buffer.from(content));
    return chunkDocument({ title, url: null, language: null, blocks }).map(searchedText);
  });
}

/** Another one for each number. */
export function questionOf(number: number): string {
  const good = pick(GOODS, number, 1);
  const deed = pick(DEEDS, number, 2);
  const where = place(number % 1_000, number % 16);
  return `Can my ${good} ${where} be ${deed} near ${pick(STEMS, number, 3)}, and how many ${pick(TIMES, number, 4)} after order ${number} does that take?`;
}
