/** Corrects misspelt words of the thesaurus that the content lacks: `Öffungszeiten`. */

import { editDistance } from '../../../lib/edit-distance.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { isServiceWord, longBeginnings } from '../thesaurus/synonyms.ts';

/** Shorter words are near to others: `shopping` is no `shipping`. */
const LONG = 9;
const WORD = /\p{Script=Latin}{6,24}/gu;
const MAX_CHARACTERS_READ = 500;

/** English misspellings whose part in the thesaurus is too short, or that are as near to another word. */
const OFTEN_MISSPELT: ReadonlyMap<string, string> = new Map(
  (
    'warrenty:warranty waranty:warranty warantee:warranty garantee:guarantee gaurantee:guarantee guarentee:guarantee garanty:guarantee adress:address ' +
    'adresss:address reciept:receipt receit:receipt recipt:receipt invoce:invoice refound:refund reffund:refund calender:calendar apointment:appointment ' +
    'appointement:appointment delivary:delivery delievery:delivery delivry:delivery shiping:shipping shippment:shipment discont:discount vouchar:voucher ' +
    'voutcher:voucher paymant:payment payement:payment cancle:cancel cancell:cancel cansel:cancel parcing:parking accomodation:accommodation ' +
    'acommodation:accommodation insurence:insurance subscribtion:subscription wheelchare:wheelchair vegeterian:vegetarian alergy:allergy alergies:allergies'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

export const correctServiceSpelling = (question: string, content: readonly PassageWords[]): string =>
  question.slice(0, MAX_CHARACTERS_READ).replace(WORD, (written) => {
    const word = foldDiacritics(written.toLowerCase());
    const right = OFTEN_MISSPELT.get(word) ?? (word.length < LONG || isServiceWord(word) ? null : corrected(word));
    return right === null || anyHolds(content, `=${word}`) ? written : right;
  }) + question.slice(MAX_CHARACTERS_READ);

/** Other words: Italian "restored", English "contracts". */
const NO_MISSPELLING = /^(?:restaura[tz]|contract)/;

/** Corrects one missing, added, changed or exchanged letter in the part that the thesaurus knows. */
const corrected = memoized((word): string | null => {
  if (NO_MISSPELLING.test(word)) return null;
  for (const beginning of longBeginnings()) {
    if (word.length < beginning.length - 1 || !sharesHalf(word, beginning)) continue;
    const length = [0, -1, 1].find((more) => editDistance(word.slice(0, beginning.length + more), beginning) <= 1);
    if (length !== undefined) return beginning + word.slice(beginning.length + length);
  }
  return null;
});

/** Quick check: one error leaves the first half, or the second, maybe shifted by a letter. */
function sharesHalf(word: string, beginning: string): boolean {
  if (word[0] !== beginning[0]) return false;
  const half = beginning.length >> 1;
  const second = beginning.slice(half + 1);
  return word.startsWith(beginning.slice(0, half)) || [0, -1, 1].some((by) => word.startsWith(second, half + 1 + by));
}
