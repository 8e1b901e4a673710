/** Verbs for returning something, which no single word tells: "send it back", "Plants can be sent back". */

import { meansTheSame } from '../thesaurus/synonyms.ts';
import type { PassageWords } from './passage-words.ts';

const SENT_BACK =
  /(?<!\p{L})(?:send|sends|sent|sending|bring|brought|take|taken|give|given|ship|shipped|mail|mailed)(?:\s\p{L}+){0,3}\sback(?!\p{L})/iu;
/** Characters of a question, and of a unit. */
const MAX_CHARACTERS_READ = 600;

export const sendsBack = (text: string): boolean =>
  text.includes('back') && SENT_BACK.test(text.slice(0, MAX_CHARACTERS_READ));

/** A word as texts are analysed. */
export const RETURN = '=return';

const VERB = /^(?:sen[dt]s?|sending|brings?|brought|takes?|gives?|ships?|mails?)$/u;
const SYNONYM_STRENGTH = 0.75;

/** Words of the content for returning, by the verb of a question that sends something back. @param word folded, in lower case */
export function returnVariants(word: string, content: readonly PassageWords[]): readonly [string, number][] {
  if (!VERB.test(word)) return [];
  const same = content.flatMap(({ spelled }) => spelled.filter((other) => meansTheSame('return', other)));
  const variants = same.map((other): [string, number] => [
    `=${other}`,
    other.startsWith('return') ? 1 : SYNONYM_STRENGTH,
  ]);
  return [...variants, [RETURN, SYNONYM_STRENGTH]];
}
