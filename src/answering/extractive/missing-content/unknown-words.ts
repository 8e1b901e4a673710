/** Things that a question names and the content does not. */

import { oneOf, pattern } from '../../../lib/patterns.ts';
import { HUNGARIAN } from '../../../text/analysis/languages.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { type ShippingDestination, shippingDestination } from '../dialogue/shipping-destination.ts';
import { HOURS } from '../facts/fact-marks.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { readPassages } from '../passages/read-passages.ts';
import { isOwnPlace, otherPlaceOfHours, otherPlaceSought, subjectOf } from '../question/question-subject.ts';
import { questionLanguage, stemsOf, termsFor, termsIn, withoutSiteName } from '../question/question-terms.ts';
import { otherCaseIn } from '../question/standalone-question.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { BEGINNING_STRENGTH, isHeldIn, strengthOf, type Term, wordOf } from '../terms/terms.ts';

/** A thing behind a preposition. English `to` counts only for shipping, since it stands before verbs, too. */
const BEHIND_PREPOSITION = pattern(
  'giu',
  /(?<![\p{L}\p{M}])/u,
  oneOf(
    // "Can I use ChatGPT for homework?" names a thing too.
    /from|with|via|by|into|for|us(?:e|ing)|(?<=(?:ship(?:ping|s)?|deliver(?:y|ies|s)?|sends?|export) )to|mit|von|aus/u,
    /für|bei|nach|avec|depuis|par|con|desde|com|met|van|voor|naar|uit|med|från/u,
    // "pour avoir" names no thing.
    /(?:pour|por|para|da|per)(?!\s(?:s['’]|m['’]|se |me )?\p{L}{1,20}(?:er|ir|re|oir|ar)(?:me|se|te|lo|la|mi|si|ci|nos|los)?(?!\p{L}))/u,
    /för|z|ze|od|dla|из|от|с|для/u,
  ),
  /\s+(?:(?:an?|the|my|our|eine?[nrsm]?|de[rnm]|d[ia]s|mein\p{L}{0,2}|une?|les?|la|ma|mon|una|el|los|las|mi|il|lo|gli|uma?|os?|as?|het|een|mijn|ett)\s+)?([\p{L}\p{M}\p{N}]+)/u,
);

/** "For ages" names no thing. */
const NO_THING = /^(?:ages|awhile|ever|now|once|sure|good|example|instance|fun)$/;

/**
 * Things that the passages lack, in the question's spelling: a quotation may then be about something else. A thing stands behind a
 * preposition ("import from asana") and counts when at least half of the topical words are unknown. A place that is looked for, or whose
 * opening hours are asked for ("Is the pool open?"), always counts.
 */
export function unknownWords(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): readonly string[] {
  const read = readPassages(passages);
  const sought = otherPlaceSought(question);
  const place = sought ?? otherPlaceOfHours(question);
  const subject = subjectOf(question) ?? (place === null ? null : foldDiacritics(place.toLowerCase()));
  // Hungarian has endings instead, and its `van` is no Dutch preposition: "Van parkoló?"
  const hasPrepositions = questionLanguage(question, read) !== HUNGARIAN;
  const behind = hasPrepositions ? [...boundedQuestion(question).matchAll(BEHIND_PREPOSITION)] : [];
  const named = [...behind.map(([, thing = '']) => thing), ...(place === null ? [] : [place])];
  const things = [...named, ...(subject === null ? [] : [subject])].flatMap((thing) => {
    const word = foldDiacritics(thing.toLowerCase());
    if (NO_THING.test(word)) return [];
    // Cheaper than finding all forms of a word.
    return read.some(({ words }) => words.has(`=${word}`)) ? [] : [{ thing, word }];
  });
  if (things.length === 0) return [];
  const topical = withoutSiteName(termsFor(question, passages), read, siteName).filter(({ weight }) => weight >= 1);
  const unknown = topical.filter((term) => term.exact !== null && !isHeldIn(read, term));
  const asksForHours = topical.some(({ facts }) => facts.has(HOURS));
  const isOtherPlace = unknown.some((term) => wordOf(term) === subject && !isOwnPlace(wordOf(term)));
  if (!((asksForHours || sought !== null) && isOtherPlace) && unknown.length * 2 < topical.length) return [];
  const words = new Set(unknown.map(wordOf));
  // Reversed, so that the question's spelling wins over the folded subject.
  const asWritten = new Map(things.toReversed().map(({ thing, word }) => [word, thing]));
  return [...asWritten].flatMap(([word, thing]) => (words.has(word) ? [thing] : [])).reverse();
}

/** The question without the unknown thing behind its preposition: "Can I hire the hall | for a wedding?" Null without one. */
export function withoutUnknownThing(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): string | null {
  const [unknown] = unknownWords(question, passages, siteName);
  if (unknown === undefined) return null;
  const place = [...boundedQuestion(question).matchAll(BEHIND_PREPOSITION)].find(([, thing]) => thing === unknown);
  const rest = place === undefined ? '' : question.slice(0, place.index).trim();
  const topical = termsFor(rest, passages).filter(({ weight }) => weight >= 1);
  // One word alone says too little, "a price for a kilo of apples", but not in "Can I pay with Bizum?"
  const isPaidWith = topical.length === 1 && subjectOf(question) === foldDiacritics(unknown.toLowerCase());
  return topical.length > 1 || isPaidWith ? rest : null;
}

/**
 * True when the passages hold none of the words, apart from chance beginnings: `Schweden`, `Schweiz`.
 * @param question that holds the words
 */
function isUnknown(words: string, question: string, passages: readonly ExtractPassage[]): boolean {
  const read = readPassages(passages);
  const isHeld = (term: Term) => read.some((passage) => strengthOf(term, passage.words) > BEGINNING_STRENGTH);
  const stems = stemsOf(words, questionLanguage(words, read));
  const isAmongWords = (term: Term) => stems.has(wordOf(term)) || stems.has(term.stem);
  return !termsIn(question, read).some((term) => isAmongWords(term) && isHeld(term));
}

/** "Norway" of "Do you ship to Norway?" when unknown. */
export function unknownDestination(question: string, passages: readonly ExtractPassage[]): ShippingDestination | null {
  const destination = shippingDestination(question);
  return destination !== null && isUnknown(destination.place, question, passages) ? destination : null;
}

/**
 * "The USA" of "And to the USA?" when unknown.
 * @param joined the question with the one before
 */
export function unknownCase(question: string, joined: string, passages: readonly ExtractPassage[]): string | null {
  const other = otherCaseIn(question);
  return other !== null && isUnknown(other, joined, passages) ? other : null;
}
