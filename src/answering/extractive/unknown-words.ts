/** Things that a question names and the content does not. */

import { oneOf, pattern } from '../../lib/patterns.ts';
import { HUNGARIAN } from '../../text/analysis/languages.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import { type ShippingDestination, shippingDestination } from './dialogue/shipping-destination.ts';
import { isCountry } from './facts/countries.ts';
import { asksForPerson, MAKER, tellsMaker } from './facts/people.ts';
import { HOURS } from './facts/told-facts.ts';
import { visitorLanguagesOf } from './languages/visitor-language.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import { asksForExistence, twoWordsDefined } from './question/expected-answer-type.ts';
import { isOwnPlace, otherPlaceOfHours, otherPlaceSought, subjectOf } from './question/question-subject.ts';
import { questionLanguage, stemsOf, termsFor, termsIn, withoutSiteName } from './question/question-terms.ts';
import { otherCaseIn } from './question/standalone-question.ts';
import { IS_HEADING, type ScoredUnit } from './scoring/unit-scoring.ts';
import { boundedQuestion } from './terms/bounded-question.ts';
import { BEGINNING_STRENGTH, isHeldIn, strengthOf, type Term, wordOf } from './terms/terms.ts';
import { isServiceWord, serviceConceptsOf } from './thesaurus/synonyms.ts';

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
