/** Words with another meaning in one language: Italian `rate` are instalments. */
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
