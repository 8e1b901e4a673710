import { expect, it } from 'vitest';
import { LateCompletions } from '../../../src/adapters/openai/late-completions.ts';

function lateCompletions() {
  const clock = { now: 0 };
  return { late: new LateCompletions(() => clock.now), clock };
}

it('expects a model that was late twice in a row to be late for five minutes', () => {
  const { late, clock } = lateCompletions();
  late.add('slow', 3_000);
  expect(late.areExpected('slow', 3_000)).toBe(false);
  late.add('slow', 3_000);
  expect(late.areExpected('slow', 3_000)).toBe(true);
  expect(late.areExpected('fast', 3_000)).toBe(false);
  clock.now = 5 * 60_000;
  expect(late.areExpected('slow', 3_000)).toBe(false);
});

it('expects a model that is late again after five minutes to stay so', () => {
  const { late, clock } = lateCompletions();
  late.add('slow', 3_000);
  late.add('slow', 3_000);
  clock.now = 5 * 60_000;
  late.add('slow', 3_000);
  expect(late.areExpected('slow', 3_000)).toBe(true);
});

it('expects nothing of a call that may take longer', () => {
  const { late } = lateCompletions();
  late.add('slow', 3_000);
  late.add('slow', 3_000);
  expect(late.areExpected('slow', 20_000)).toBe(false);
});

it('forgets a model that came in time', () => {
  const { late } = lateCompletions();
  late.add('slow', 3_000);
  late.forget('slow');
  late.add('slow', 3_000);
  expect(late.areExpected('slow', 3_000)).toBe(false);
});
