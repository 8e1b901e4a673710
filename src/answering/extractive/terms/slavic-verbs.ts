/** Russian, Polish and Croatian verbs: an answer must hold the verb of the question, not its object alone. */
import { type VisitorLanguage, visitorLanguagesOf } from '../languages/visitor-language.ts';

/** Infinitives and the second person plural. Folded. */
const VERBS: readonly (readonly [VisitorLanguage, RegExp])[] = [
  ['ru', /^\p{Script=Cyrillic}+(?:(?:[аеиоуыяю]|(?<!о)с)ть|ти|чь)(?:ся)?$|^\p{Script=Cyrillic}+[еи]те(?:сь)?$/u],
  ['hr', /^[a-z]{2,}[aeiu]t[ei]$/u],
  ['pl', /^[a-z]{2,}(?:[aeiyu]c|[ae]sc|cie)$/u],
];

/** @param word folded, in lower case */
export const isSlavicVerb = (word: string, question: string): boolean =>
  VERBS.some(([language, verb]) => verb.test(word) && visitorLanguagesOf(question).includes(language));
