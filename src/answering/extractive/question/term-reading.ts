import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { factsAskedFor } from '../facts/fact-marks.ts';
import { asksHowGreat } from '../facts/limits.ts';
import { asksForPrice } from '../facts/prices.ts';
import { daysAskedFor } from '../facts/weekdays.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { anyHolds } from '../terms/passage-words.ts';
import { isSlavicVerb } from '../terms/slavic-verbs.ts';
import { isCode, type Term, wordOf } from '../terms/terms.ts';
import type { QuestionAndContent } from './question-and-content.ts';
import { predicateOf, subjectOf } from './question-subject.ts';
import { knownPhrasalVerb, matchReader } from './term-matches.ts';
import { weightReader } from './term-weights.ts';

/** @returns a function that completes a term with its forms, facts and weight */
export function termReader(asked: QuestionAndContent): (term: Term) => Term {
  const { question, present, content } = asked;
  const matches = matchReader(asked);
  const phrasal = knownPhrasalVerb(question, content);
  const weightOf = weightReader(asked);
  const names = namesIn(question);
  const rolesOf = roleReader(present, content);
  return (term) => {
    const word = wordOf(term);
    // "Back" goes with any topic, "back up" does not.
    const isPhrasal = phrasal !== null && word.startsWith(phrasal.verb);
    const weight = isPhrasal || asksHowGreat(word, question) ? 1 : weightOf(term);
    return {
      ...term,
      ...rolesOf(word),
      ...(weight === 1 && isSlavicVerb(word, question) ? { isVerb: true } : {}),
      ...matches(term),
      facts: factsAskedFor(word, question),
      isName: isCode(word) || (names.has(word) && daysAskedFor(word).size === 0),
      weight,
    };
  };
}

type Roles = Partial<Pick<Term, 'isSubject' | 'isPlace' | 'isPredicate'>>;

/** @returns a function that gives the role of a word in the question */
function roleReader(present: string, content: QuestionAndContent['content']): (word: string) => Roles {
  const subject = subjectOf(present);
  const place = placeIn(present);
  // "Is parking free?" is answered by what it costs.
  const predicate = asksForPrice(present) ? null : predicateOf(present);
  return (word) => ({
    ...(word === subject ? { isSubject: true } : {}),
    ...(word === place && anyHolds(content, `=${place}`) ? { isPlace: true } : {}),
    ...(word === predicate ? { isPredicate: true } : {}),
  });
}

const NAME = pattern('gu', /(?<=[^\s.!?:]\s+["'“„«(]?)\p{Lu}[\p{L}\p{N}]+|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u);

/** "… in Stuttgart?" does not say what is asked for. */
const PLACE_AT_END = pattern('u', /(?<!\p{L})(?:in|à|en|a|w|te|em) (\p{Lu}[\p{L}-]+)\W*$/u);

/** Folded. */
const placeIn = (question: string): string =>
  foldDiacritics(PLACE_AT_END.exec(boundedQuestion(question))?.[1]?.toLowerCase() ?? '');

/** Words that begin with a capital within the question, folded. */
function namesIn(question: string): ReadonlySet<string> {
  const words = boundedQuestion(question).match(NAME) ?? [];
  return new Set(words.map((word) => foldDiacritics(word.toLowerCase())));
}
