/** A follow-up question made searchable without a model: joined with the one before when it says too little by itself. */
import { analyseQuery } from '../analysis/analyse.ts';
import { termsOf } from './terms.ts';

/** A question with more telling words than this stands by itself. */
const FEW_TERMS = 2;
const REFERS_BACK =
  /^(?:and|what about|how about|und|et|y|e|ed|en|a|и|а|і|そして|那|还有|그리고)\b|\b(?:it|its|they|them|that|those|this|these|es|sie|diese[rsn]?|elle|ils|cela|ello|eso|esto|questo|isso|isto|het|die|dat|его|её|их|это)\b/iu;

export function standaloneQuestion(question: string, earlierQuestions: readonly string[]): string {
  const previous = earlierQuestions.at(-1);
  if (previous === undefined) return question;
  const terms = termsOf(analyseQuery(question)).length;
  const refersBack = REFERS_BACK.test(question.slice(0, 500));
  if (terms > FEW_TERMS && !(refersBack && terms <= FEW_TERMS * 2)) return question;
  return `${previous.slice(0, 500)} ${question}`;
}
