/** Chooses the asked-for sentences of a paragraph without a heading. */
import { AMOUNT } from '../facts/fact-marks.ts';
import { isAnaphoric } from '../passages/context-dependent-text.ts';
import { contentWords } from '../question/question-terms.ts';
import type { ScoredUnit } from '../scoring/unit-scoring.ts';
import { type Term, wordOf } from '../terms/terms.ts';
import { meansTheSame } from '../thesaurus/synonyms.ts';

/** Least weight of a word that the answer must hold. */
const MIN_ASKED_WEIGHT = 0.5;
/** A shorter paragraph is shown to its end. */
const MIN_FACTS = 4;
/** Average characters of a sentence. In longer ones, facts belong together. */
const MAX_FACT = 80;
/** Share of sentences that go on about something that the one before names. */
const MAX_GOING_ON = 0.34;
/** A number with what it counts: `12 euros`, `3 pm`. */
const COUNTED = /[\p{Sc}]?\p{N}[\p{N}.,:]*\s*[\p{L}\p{Sc}%]*/gu;

/** True when the sentence, with its context, holds all that was asked for. */
export function isAnsweredBy(best: ScoredUnit, sentences: readonly ScoredUnit[], terms: readonly Term[]): boolean {
  const { from, to } = dependentRange(sentences.indexOf(best), sentences);
  return holdAll(sentences.slice(from, to), terms);
}

/**
 * The sentence that answers with its context, those before it that also answer alone, and those behind it that go on about the same.
 * @param sentences of one paragraph, in order
 */
export function sentencesOfTopic(
  best: ScoredUnit,
  sentences: readonly ScoredUnit[],
  terms: readonly Term[],
): readonly ScoredUnit[] {
  let { from, to } = dependentRange(sentences.indexOf(best), sentences);
  while (from > 0 && holdAll(sentences.slice(from - 1, from), terms)) from = dependentRange(from - 1, sentences).from;
  const named = new Set(sentences.slice(from, to).flatMap(topicWords));
  for (const next of sentences.slice(to)) {
    if (!staysOnTopic(sentences.slice(from, to), named, next, terms)) break;
    for (const word of topicWords(next)) named.add(word);
    to += 1;
  }
  return sentences.slice(from, to);
}

/** Sentences that are understood only together: "Maria is our CEO. She joined in 2019." */
function dependentRange(
  place: number,
  sentences: readonly ScoredUnit[],
): { readonly from: number; readonly to: number } {
  const leans = (at: number) => isAnaphoric(sentences[at]?.unit.text ?? '');
  let from = place;
  let to = place + 1;
  while (from > 0 && leans(from)) from -= 1;
  while (to < sentences.length && leans(to)) to += 1;
  return { from, to };
}

const holdAll = (sentences: readonly ScoredUnit[], terms: readonly Term[]): boolean =>
  askedTerms(terms).every((term) => sentences.some((sentence) => isHeldBy(sentence, term, terms)));

/** A price also answers whether something is free. */
const isHeldBy = ({ strengths, unit }: ScoredUnit, term: Term, terms: readonly Term[]): boolean =>
  (strengths[terms.indexOf(term)] ?? 0) > 0 || (unit.words.has(AMOUNT) && meansTheSame('free', wordOf(term)));

/**
 * True where the next sentence goes on about the same, unlike "The Enterprise plan" after the Pro plan.
 * @param named topic words of what is shown
 */
function staysOnTopic(
  shown: readonly ScoredUnit[],
  named: ReadonlySet<string>,
  next: ScoredUnit,
  terms: readonly Term[],
): boolean {
  if (isAnaphoric(next.unit.text)) return true;
  const held = askedTerms(terms).filter((term) => isHeldBy(next, term, terms));
  if (held.length === 0) return topicWords(next).some((word) => named.has(word));
  return holdAll([next], terms) || held.some((term) => !shown.some((one) => isHeldBy(one, term, terms)));
}

function askedTerms(terms: readonly Term[]): readonly Term[] {
  const topical = terms.filter(({ weight }) => weight >= MIN_ASKED_WEIGHT);
  return topical.length > 0 ? topical : terms;
}

/** True for short sentences that mostly do not go on from each other. */
export function isListOfFacts(sentences: readonly ScoredUnit[]): boolean {
  const length = sentences.reduce((sum, { unit }) => sum + unit.text.length, 0);
  if (sentences.length < MIN_FACTS || length > MAX_FACT * sentences.length) return false;
  let before: ReadonlySet<string> = new Set();
  let goingOn = 0;
  for (const sentence of sentences) {
    const words = topicWords(sentence);
    if (isAnaphoric(sentence.unit.text) || words.some((word) => before.has(word))) goingOn += 1;
    before = new Set(words);
  }
  return goingOn < MAX_GOING_ON * (sentences.length - 1);
}

/** Amounts name no topic: `30 days` of a return are not those of a delivery. */
const topicWords = ({ unit }: ScoredUnit): readonly string[] => contentWords(unit.text.replace(COUNTED, ' '));
