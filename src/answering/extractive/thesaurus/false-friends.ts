/** Words that share a concept and still mean another thing: Italian `rate` are instalments, and what works is no job. */
import { ITALIAN, type Language } from '../../../text/analysis/languages.ts';
import { conceptsOf } from './synonyms.ts';

/** The words, each with another word of its concept. */
const FALSE_FRIENDS: ReadonlyMap<Language, Readonly<Record<string, string>>> = new Map([
  // "Perso" is lost, and no German identity card.
  [ITALIAN, { rate: 'rateizzazione', rata: 'rateizzazione', perso: 'smarrito', persa: 'smarrito', persi: 'smarrito' }],
]);

/** Places in the list of concepts. @param word folded, in lower case */
export const conceptsIn = (word: string, language?: Language): readonly number[] =>
  conceptsOf((language === undefined ? undefined : FALSE_FRIENDS.get(language)?.[word]) ?? word);

/** Words of a concept, and those of it that answer them by chance, in the one direction: who asks for work is told of jobs. */
const WIDER: readonly (readonly [asked: RegExp, words: RegExp])[] = [
  [/^(?:hir(?:e|es|ing)|vacanc(?:y|ies)|careers?|jobs?)$/, /^work$/],
  [/^deliver(?:y|ies|s|ed|ing)?$/, /^arriv(?:e|es|ed|al|als|ing)$/],
  [/^(?:stol(?:e|en)|steal|theft)$/, /^los(?:e|es|ing|s)$/],
];

/** @param word of the concept of the one that is asked, both folded, in lower case */
export const isWiderThan = (word: string, asked: string): boolean =>
  WIDER.some(([question, words]) => question.test(asked) && words.test(word));
