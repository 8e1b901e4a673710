/**
 * Loads answering: half of the service's own code, which a start need not wait for and an idle service need not hold. Evaluating it at once
 * would hold the event loop for 80 ms, mostly with regular expressions, so it loads in parts.
 */
import { setImmediate } from 'node:timers/promises';
import type { Chat } from './chat.ts';
import type { AnswerGenerator } from './generators/answer-generator.ts';

/** Each takes 5 to 17 ms of CPU and brings little that the ones before it have not brought. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../text/analysis/analyse.ts'),
  () => import('./extractive/dialogue/small-talk.ts'),
  () => import('./extractive/facts/fact-marks.ts'),
  () => import('./extractive/question/question-terms.ts'),
  () => import('./extractive/follow-ups/follow-ups.ts'),
];

export async function loadChat(): Promise<typeof Chat> {
  for (const load of PARTS) {
    await load();
    await setImmediate();
  }
  return (await import('./chat.ts')).Chat;
}

export async function loadExtractiveAnswers(): Promise<AnswerGenerator> {
  await import('./extractive/find-quotations.ts');
  await setImmediate();
  const { extractiveAnswers } = await import('./extractive/extractive-answers.ts');
  return extractiveAnswers();
}
