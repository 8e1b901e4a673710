import { describe, expect, it } from 'vitest';
import type * as Extractive from '../../../src/answering/extractive/extractive-answers.ts';
import { warmUp } from '../../../src/answering/extractive/warm-up.ts';

/** Test files share a process: another file may have asked the first question. */
const anew = '../../../src/answering/extractive/extractive-answers.ts?anew';
const { extractiveAnswers } = (await import(anew)) as typeof Extractive;

const QUESTION = 'How long can I return a jacket?';

/** Turns of the event loop that pass until a question is condensed. */
async function turnsOf(question: string, signal = new AbortController().signal): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await extractiveAnswers().condense(question, [], signal, '');
  isDone = true;
  return turns;
}

describe('the first question of a process', () => {
  it('gives each first use of patterns and tables a turn of the event loop, once', async () => {
    expect(await turnsOf(QUESTION, AbortSignal.abort())).toBeLessThan(5);
    const first = await turnsOf(QUESTION);
    expect(first).toBeGreaterThan([...warmUp()].length / 2);
    expect(await turnsOf(QUESTION)).toBeLessThan(first / 4);
  });
});
