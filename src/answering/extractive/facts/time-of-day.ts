/** Questions for a time of day by a word that also counts hours: "até que horas" asks for 10h30, not for "8 horas", and "how late" for no delay. */

import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';

const ASKED = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /(?:que|qué|quelles?|che|mấy|may)\s(horas?|heures?|ora|giờ|gio)|(jam) berapa|τι (ώρα|ωρα)/u,
    /(?:во|wie ?viel|hoe|o|v) (сколько|uhr|laat|kt[oó]rej|kolik|ko[ľl]kej)|(?:u|do|od) (koliko) (?:sati|h)|(h[áa]nykor)|(saat) ka[çc](?:ta|a|tan)?|कितने (बजे)/u,
    /how (late|early)(?! (?:can|may|could) (?:i|we) be(?!\p{L}))/u,
  ),
  /(?![\p{L}\p{M}])/u,
);

/** Word by which the question asks for a time of day; null for any other question. Folded. */
export function timeOfDayWord(question: string): string | null {
  const asked = ASKED.exec(boundedQuestion(question));
  const word = asked?.slice(1).find((found) => found !== undefined);
  return word === undefined ? null : foldDiacritics(word.toLowerCase());
}
