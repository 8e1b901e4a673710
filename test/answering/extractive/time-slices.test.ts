/** Answers without a model give other work its turns, whatever a visitor pastes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { followUpsInSteps } from '../../../src/answering/extractive/follow-ups/follow-ups.ts';
import { readInSteps } from '../../../src/answering/extractive/passages/read-passages.ts';
import type { AnswerPassage } from '../../../src/answering/generators/answer-generator.ts';
import { EventLoopBudget } from '../../../src/lib/event-loop-budget.ts';
import { finishInSlices } from '../../../src/lib/steps.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';

const NEVER_ABORTED = new AbortController().signal;
const PASSAGES = 12;
const MAX_MESSAGE = 4_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const words = Array.from({ length: 800 }, (_, index) => `w${index.toString(36)}x`);
const passages = Array.from({ length: PASSAGES }, (_, at): AnswerPassage => {
  const text = Array.from({ length: 20 }, (_line, line) => `The ${words[at * 20 + line]} of ${words[line]} is open.`);
  return { title: `Page ${at}`, url: null, headings: ['Words'], text: text.join(' ') };
});

/** Turns of the event loop that pass while the work is done, when each of its steps uses up its time slice. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  // The slice of the test before ends with its turn.
  await nextTurn();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  await work();
  isDone = true;
  await counting;
  return turns;
}

it.each([
  ['that is quoted an answer', words.join(' ')],
  ['that is refused', Array.from({ length: 800 }, (_, index) => `q${index}z`).join(' ')],
])('A long message %s is compared with one passage at a time', async (_what, message) => {
  const question = message.slice(0, MAX_MESSAGE);
  const turns = await turnsDuring(() =>
    Array.fromAsync(extractiveAnswers().answer({ ...beeRequest, question, passages }, NEVER_ABORTED)),
  );
  // Each passage is compared with the message at least once.
  expect(turns).toBeGreaterThan(2 * PASSAGES);
});

it('A passage is read one sentence at a time', async () => {
  const passage = { title: 'Read by nobody yet', url: null, headings: [], text: passages[0]?.text ?? '' };
  const turns = await turnsDuring(() => finishInSlices(readInSteps(passage), new EventLoopBudget(), NEVER_ABORTED));
  expect(turns).toBeGreaterThan(20);
});

it('Suggested questions are compared with one earlier message at a time', async () => {
  const messages = 20;
  const memory = Array.from({ length: messages }, (_, at) => ({
    role: 'user' as const,
    content: `${at} ${words.join(' ')}`,
  }));
  const conversation = { question: words.join(' '), memory, passages };
  const turns = await turnsDuring(() =>
    finishInSlices(followUpsInSteps(conversation, ''), new EventLoopBudget(), NEVER_ABORTED),
  );
  expect(turns).toBeGreaterThan(messages);
});
