/** Subjects that a question asks about and the quotation that fits best does not: other words alone match it. */

import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isCountry } from '../facts/countries.ts';
import { asksForPerson, MAKER, tellsMaker } from '../facts/people.ts';
import { visitorLanguagesOf } from '../languages/visitor-language.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { type ReadPassage, readPassages } from '../passages/read-passages.ts';
import { twoWordsDefined } from '../question/definitions.ts';
import { asksForExistence } from '../question/expected-answer-type.ts';
import { asksForTime } from '../question/question-terms.ts';
import { IS_HEADING, type ScoredUnit } from '../scoring/unit-scoring.ts';
import { BEGINNING_STRENGTH, isHeldIn, strengthOf, type Term, wordOf } from '../terms/terms.ts';
import { isServiceWord, serviceConceptsOf } from '../thesaurus/synonyms.ts';

/** Longer questions also name a place or a person. */
const MAX_EXISTENCE_TERMS = 3;

/**
 * "Do you have gift cards?" is not about other cards: true when an asked service of the thesaurus is missing.
 * @param terms of the question
 */
export function lacksAskedService(question: string, terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  if (terms.length > MAX_EXISTENCE_TERMS || !asksForExistence(question)) return false;
  return terms.some(
    (term) =>
      isServiceWord(wordOf(term)) &&
      term.weight > 1 &&
      !serviceConceptsOf(wordOf(term)).includes('price') &&
      !isHeldIn(read, term),
  );
}

/** "What's the weather like in June?" */
const LIKE_WHAT =
  /^\W*(?:what|how)(?:['’]?s| is| are| was| were) (?:the |your )?(\p{L}+) (?:like|going to be)(?!\p{L})/iu;

/** "Is there a gym in the building?" */
const IN_PLACE =
  /^\W*(?:is|are) there (?:an?|any|some) (?:\p{L}+ )?(\p{L}+) (?:in|at|on|near|around|within|inside|close to|next to) (?:the|your|this|that) \p{L}+\W*$/iu;

/** "What is the capital of France?": general knowledge, even where something is sent to France. */
const OF_COUNTRY =
  /^\W*(?:what|who)(?:['’]?s| is| are| was) (?:the )?(?:(\p{L}+) )?(\p{L}+) (?:of|in) (?:the )?(\p{L}+(?: \p{L}+)?)\W*$/iu;

/** The thing asked for, unless the content tells its subject: "What is the delivery time in Germany?" */
function askedOfCountry(question: string, isTold: (word: string) => boolean): string | undefined {
  const [, subject, thing, place = ''] = OF_COUNTRY.exec(question) ?? [];
  return isCountry(place) && (subject === undefined || !isTold(subject)) ? thing : undefined;
}

/** True for an English question about a thing that the passages lack, whatever they say of the place. */
export function lacksThingNamed(question: string, terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  const asked = question.slice(0, 200);
  const termOf = (word: string) => terms.find((one) => wordOf(one) === foldDiacritics(word.toLowerCase()));
  const isTold = (word: string) => {
    const term = termOf(word);
    return term !== undefined && isHeldIn(read, term);
  };
  const thing = (LIKE_WHAT.exec(asked) ?? IN_PLACE.exec(asked))?.[1] ?? askedOfCountry(asked, isTold);
  const term = thing === undefined ? undefined : termOf(thing);
  return term !== undefined && !isHeldIn(read, term);
}

/** "Which day is yoga?" is not answered by the days of something else: true when nothing that it names is held. */
export function lacksTimedThing(terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  if (!terms.some(asksForTime)) return false;
  const telling = terms.filter((term) => term.weight >= 1 && !asksForTime(term));
  return telling.length > 0 && !telling.some((term) => isHeldIn(read, term));
}

/** Characters of a unit that may tell who made something. */
const MAX_MAKER_READ = 600;
const MIN_PART = 4;
/** "Kindness" is no compound, nor is "configuration" for a text of configs. */
const SUFFIX =
  /^(?:(?:ness|ment|able|ible|less|ship|ance|ence|ation|fully|ally|ings|like|hood|ward|wise)s?|[aeiou]\p{L}*(?:[st]ions?|tors?|ing))$/u;
const PLURAL = /e?s$/u;

/** Toothpaste is no tooth: true for an English question whose telling words the passages hold only in part. */
export function holdsFirstPartsAlone(question: string, terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  const telling = terms.filter(({ weight }) => weight >= 1);
  if (telling.length === 0 || visitorLanguagesOf(question)[0] !== 'en') return false;
  const strongest = Math.max(...telling.flatMap((term) => read.map(({ words }) => strengthOf(term, words))));
  return strongest === BEGINNING_STRENGTH && telling.every((term) => areFirstParts(term, read));
}

/** True where all words with the term's beginning are its first part. */
function areFirstParts(term: Term, read: readonly ReadPassage[]): boolean {
  const [asked, beginning = ''] = [wordOf(term), term.beginning?.slice(1)];
  const alike = read.flatMap(({ spelled }) => spelled.filter((word) => word.startsWith(beginning)));
  return alike.every((word) => {
    const rest = asked.startsWith(word) ? asked.slice(word.length) : '';
    return rest.length >= MIN_PART && !SUFFIX.test(rest) && !isSpelled(rest.replace(PLURAL, ''), read);
  });
}

/**
 * "Tooth brushes" are toothbrushes.
 * @param singular may lack one more letter than the plural ending
 */
const isSpelled = (singular: string, read: readonly ReadPassage[]): boolean =>
  read.some(({ spelled }) => spelled.some((word) => word.startsWith(singular) && word.length <= singular.length + 2));

/** True for "Who made this?" where the best unit, that of something else that is made, tells nobody. */
export function lacksMaker(question: string, terms: readonly Term[], { unit, underHeading }: ScoredUnit): boolean {
  if (!asksForPerson(question) || !terms.every(({ stem }) => stem === MAKER)) return false;
  // "See the file AUTHORS" answers below the heading "Authors".
  return underHeading < IS_HEADING && !tellsMaker(unit.text.slice(0, MAX_MAKER_READ));
}

/** True for "What is an event store?" when no best unit holds the two words together, in its text or the headings above. */
export function lacksDefinedPhrase(
  question: string,
  scored: readonly ScoredUnit[],
  passages: readonly ExtractPassage[],
): boolean {
  const words = twoWordsDefined(question);
  if (words === null) return false;
  const read = readPassages(passages);
  const phrase = phraseOf(words);
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.every(({ score, unit, passage }) => {
    const { heading = '', above = [] } = read[passage]?.sections[unit.section] ?? {};
    const texts = [passages[passage]?.title ?? '', ...above, heading, unit.text];
    return score < best || !phrase.test(foldDiacritics(texts.join('\n').toLowerCase()));
  });
}

/** Matches two folded words in singular or plural: "ski passes", "sources of data", but not the name `EventStoreDB`. */
function phraseOf(words: readonly [string, string]): RegExp {
  const [first, second] = words.map((word) => `${word.replace(/(?:s|(?<=\p{L}{3})y)$/u, '')}(?:y|ies|s?e?[sn]?)`);
  return pattern('u', `(?<!\\p{L})(?:${first}[ -]?${second}|${second} (?:of|for) ${first})(?!\\p{L})`);
}
