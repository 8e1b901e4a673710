/**
 * The first question of a process compiles some five hundred regular expressions and fills tables, 150 ms of CPU in all. Answering it would
 * hold the event loop for 50 ms at a time. A step here takes some 15 ms at most.
 */
import type { Steps } from '../../lib/steps.ts';
import { analyseQuery, analyseText, textLanguage } from '../../text/analysis/analyse.ts';
import { readWordVectors } from '../../text/word-vectors/meaning-vector.ts';
import { humanRequestIn } from './dialogue/human-request.ts';
import { smallTalkIn } from './dialogue/small-talk.ts';
import { FACT_TESTS } from './facts/fact-marks.ts';
import { regionWordsOf } from './facts/regions.ts';
import { englishHeadingQuestion } from './follow-ups/english-headings.ts';
import { outlineOf } from './passages/outline.ts';
import { readPassages } from './passages/read-passages.ts';
import { answerableQuestion } from './plain-question.ts';
import { predicateOf, subjectOf } from './question/question-subject.ts';
import { contentWords, termsFor } from './question/question-terms.ts';
import { isFollowUp, isSelfContained } from './question/standalone-question.ts';
import { verbsOfObject } from './question/verbs-of-object.ts';
import { searchSynonyms } from './thesaurus/synonyms.ts';

const QUESTION = 'How long can I return a jacket from France?';
const ANSWER = 'Jackets can be returned within 30 days. Bring the receipt.';
const PASSAGE = { title: 'Returns', url: null, headings: ['Returns'], text: ANSWER };

const FIRST_USES: readonly (() => unknown)[] = [
  () => textLanguage(ANSWER),
  () => analyseText(ANSWER),
  () => analyseQuery(QUESTION),
  () => humanRequestIn(QUESTION),
  () => smallTalkIn('yes'),
  () => smallTalkIn(QUESTION),
  () => contentWords(QUESTION),
  () => isFollowUp(QUESTION),
  () => isSelfContained(QUESTION),
  () => answerableQuestion({ question: QUESTION, memory: [], passages: [] }),
  () => searchSynonyms(analyseQuery(QUESTION)),
  () => subjectOf(QUESTION),
  () => predicateOf(QUESTION),
  () => verbsOfObject(QUESTION),
  ...FACT_TESTS.map((tells) => () => tells(ANSWER)),
  () => outlineOf(PASSAGE),
  () => readPassages([PASSAGE]),
  () => regionWordsOf('france'),
  () => termsFor(QUESTION, [PASSAGE]),
  () => englishHeadingQuestion('Jackets from France'),
];

export function* warmUp(): Steps<void> {
  yield* readWordVectors();
  for (const use of FIRST_USES) {
    use();
    yield;
  }
}
