/** Condensing without a model: joins a vague follow-up question with the question before it. */
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { termsOf } from '../terms/terms.ts';

/** Questions with more terms stand by themselves. */
const MAX_VAGUE_TERMS = 2;
const REFERS_BACK =
  /^(?:and|what about|how about|und|et|y|e|ed|en|a|и|а|і|そして|那|还有|그리고)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:it|its|they|them|that|those|this|these|es|sie|diese[rsn]?|elle|ils|cela|ello|eso|esto|questo|isso|isto|het|die|dat|его|её|их|это)(?![\p{L}\p{N}])/iu;

export function standaloneQuestion(question: string, earlierQuestions: readonly string[]): string {
  const previous = earlierQuestions.at(-1);
  if (previous === undefined) return question;
  const terms = termsOf(analyseQuery(question)).length;
  if (terms > MAX_VAGUE_TERMS && !(refersBack(question) && terms <= MAX_VAGUE_TERMS * 2)) return question;
  return `${previous.slice(0, 500)} ${question}`;
}

/** True when the question begins like a continuation or holds a pronoun. */
function refersBack(question: string): boolean {
  return REFERS_BACK.test(question.slice(0, 500));
}

/** "With gym?", "mit Sonderausstellung?": a part of a sentence that goes on from the question before. */
const GOES_ON =
  /^(?:with|without|for|mit|ohne|für|avec|sans|pour|con|sin|para|per|senza|com|sem|met|zonder|voor|z|bez|dla|med|utan|för|с|без|для)\s/iu;

/** True when a short question says nothing by itself. */
export const goesOn = (question: string): boolean => refersBack(question) || GOES_ON.test(question.trim());
