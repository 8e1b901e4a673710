/** The owner's test chat is not recorded, so its answers are explained in memory, right after they are given. */
import type { TestChatAnswer } from '../../answering/test-chat-answers.ts';
import type { Explanation } from './explain-answer.ts';
import { type AnswerWords, type ModelUse, modelUseOf, passageViews } from './explanation-parts.ts';

/** Without what only a recorded answer has: ids, a place in the log, ratings and a later day to compare with. */
export type TestChatExplanation = AnswerWords &
  ModelUse &
  Pick<Explanation, 'configuration' | 'memory' | 'prompt' | 'passages'>;

export function explainTestChat(answered: TestChatAnswer): TestChatExplanation {
  const { response, sources, suggestions, evidence: inMemory } = answered;
  const { question, condensedQuestion, evidence, sealedEvidence, memory, configuration, passages, messages } = inMemory;
  const { promptHash = null, promptVersion: version } = evidence;
  return {
    outcome: 'complete',
    question,
    condensedQuestion,
    answer: response,
    sources: [...sources],
    suggestions: [...suggestions],
    filtered: sealedEvidence.filtered ?? [],
    configuration,
    memory: [...memory],
    prompt:
      messages === null || promptHash === null
        ? null
        : { version, hash: promptHash, exact: true, messages: [...messages] },
    passages: passageViews(
      evidence,
      passages.map((passage) => ({ kind: 'found', passage })),
    ),
    ...modelUseOf(evidence),
  };
}
