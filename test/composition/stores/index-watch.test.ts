import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { IndexWatch } from '../../../src/composition/stores/index-watch.ts';

const NEVER_MS = 3_600_000;

function watched() {
  const engine = { isAway: false, checks: 0, replacements: 0 };
  const watch = new IndexWatch(async () => {
    engine.checks += 1;
    if (engine.isAway) throw new Error('away');
  }, NEVER_MS);
  onTestFinished(() => watch.stop());
  return { engine, watch };
}

test('An index is looked through again after each outage of its engine, which may have been restored meanwhile', async () => {
  const { engine, watch } = watched();
  watch.watch(() => {
    engine.replacements += 1;
  });
  expect(engine.checks).toBe(1);
  await watch.check();
  expect(engine.replacements).toBe(0);
  engine.isAway = true;
  await watch.check();
  await watch.check();
  expect(engine.replacements).toBe(0);
  engine.isAway = false;
  await watch.check();
  await watch.check();
  expect(engine.replacements).toBe(1);
});

test('An index is looked through once after an outage during which checks hung', async () => {
  let answers = Promise.withResolvers<void>();
  let [checks, replacements] = [0, 0];
  const watch = new IndexWatch(() => {
    checks += 1;
    return answers.promise;
  }, NEVER_MS);
  onTestFinished(() => watch.stop());
  watch.watch(() => {
    replacements += 1;
  });
  answers.reject(new Error('away'));
  await setImmediate();
  answers = Promise.withResolvers();
  const hanging = [watch.check(), watch.check(), watch.check()];
  answers.resolve();
  await Promise.all(hanging);
  expect([checks, replacements]).toEqual([2, 1]);
});

test('An index that was created anew during an outage is looked through once', async () => {
  let isAway = true;
  let replacements = 0;
  const watch = new IndexWatch(async () => {
    if (isAway) throw new Error('away');
    watch.replaced();
  }, NEVER_MS);
  onTestFinished(() => watch.stop());
  watch.watch(() => {
    replacements += 1;
  });
  await setImmediate();
  isAway = false;
  await watch.check();
  expect(replacements).toBe(1);
});

test('An index that nobody refills is not checked', () => {
  const { engine, watch } = watched();
  watch.replaced();
  expect(engine.checks).toBe(0);
});
