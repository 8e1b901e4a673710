/** Russian and Polish verbs, which say what is asked of a thing: a page that names the car and no repair does not tell who asks to repair one. */
import { type VisitorLanguage, visitorLanguagesOf } from '../languages/visitor-language.ts';

/** Infinitives, and what visitors ask of the owner: "чините", "naprawiacie". Folded. */
const VERBS: readonly (readonly [VisitorLanguage, RegExp])[] = [
  ['ru', /^\p{Script=Cyrillic}+(?:(?:[аеиоуыяю]|(?<!о)с)ть|ти|чь)(?:ся)?$|^\p{Script=Cyrillic}+[еи]те(?:сь)?$/u],
  ['pl', /^[a-z]{2,}(?:[aeiyu]c|[ae]sc|cie)$/u],
];

/** @param word folded, in lower case */
export const isSlavicVerb = (word: string, question: string): boolean =>
  VERBS.some(([language, verb]) => verb.test(word) && visitorLanguagesOf(question).includes(language));

/** Work that somebody looks for. `Режим работы` and `godziny pracy`, with the genitive, are opening hours. */
const JOB = /^(?:работ(?:а|у|ой)|прац(?:я|ю)|prac(?:a|e))$/u;

export const isJob = (word: string): boolean => JOB.test(word);
