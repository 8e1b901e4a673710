/** Tells which sentences of a paragraph without a heading are about what was asked: such text often says one thing after another. */
import { AMOUNT } from '../facts/told-facts.ts';
import { leansOnBefore } from '../passages/context-dependent-text.ts';
import { tellingWords } from '../question-terms.ts';
import { meansTheSame } from '../terms/synonyms.ts';
import { type Term, wordOf } from '../terms/terms.ts';
import type { ScoredUnit } from '../unit-scoring.ts';

/** Least weight of a word that a sentence must hold to answer alone. */
const MIN_ASKED_WEIGHT = 0.5;
/** A number with what it counts: `12 euros`, `3 pm`. */
const COUNTED = /[\p{Sc}]?\p{N}[\p{N}.,:]*\s*[\p{L}\p{Sc}%]*/gu;

/** True for a sentence that holds all that was asked for. What something costs also answers whether it is free. */
export const answersAlone = ({ strengths, unit }: ScoredUnit, terms: readonly Term[]): boolean =>
  terms.every(
    (term, at) =>
      term.weight < MIN_ASKED_WEIGHT ||
      (strengths[at] ?? 0) > 0 ||
      (unit.words.has(AMOUNT) && meansTheSame('free', wordOf(term))),
  );

/**
 * The sentence that answers, those before it that answer alone too or that it leans on, and those behind it while they go on about what
 * the ones before them name.
 * @param sentences of one paragraph, in order
 */
export function sentencesOfTopic(best: ScoredUnit, sentences: readonly ScoredUnit[], terms: readonly Term[]) {
  let from = sentences.indexOf(best);
  while (from > 0 && isPartOfAnswer(sentences, from, terms)) from -= 1;
  const shown = sentences.slice(from, sentences.indexOf(best) + 1);
  const named = new Set(shown.flatMap(({ unit }) => topicWords(unit.text)));
  for (const sentence of sentences.slice(from + shown.length)) {
    const words = topicWords(sentence.unit.text);
    const goesOn = leansOnBefore(sentence.unit.text) || words.some((word) => named.has(word));
    if (!goesOn && !answersAlone(sentence, terms)) break;
    shown.push(sentence);
    for (const word of words) named.add(word);
  }
  return shown;
}

function isPartOfAnswer(sentences: readonly ScoredUnit[], at: number, terms: readonly Term[]): boolean {
  const [before, sentence] = [sentences[at - 1], sentences[at]];
  return (before !== undefined && answersAlone(before, terms)) || leansOnBefore(sentence?.unit.text ?? '');
}

/** Amounts name no topic: `30 days` of a return are not those of a delivery. */
const topicWords = (sentence: string): readonly string[] => tellingWords(sentence.replace(COUNTED, ' '));
