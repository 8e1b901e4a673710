/** Answers without a model give other work its turns, whatever a visitor pastes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import type { AnswerPassage } from '../../../src/answering/generators/answer-generator.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';

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

/** Turns of the event loop that pass until the answer is whole, when each step uses up its time slice. */
async function turnsOf(question: string): Promise<number> {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  for await (const _part of extractiveAnswers().answer({ ...beeRequest, question, passages }, AbortSignal.any([]))) {
    // Taken to its end.
  }
  isDone = true;
  await counting;
  return turns;
}

it.each([
  ['that is quoted an answer', words.join(' ')],
  ['that is refused', Array.from({ length: 800 }, (_, index) => `q${index}z`).join(' ')],
])('A long message %s is compared with one passage at a time', async (_what, message) => {
  const turns = await turnsOf(message.slice(0, MAX_MESSAGE));
  // Each passage is read, then compared with the message at least once.
  expect(turns).toBeGreaterThan(2 * PASSAGES);
});
