import { expect, test } from 'vitest';
import { EngineReplacement } from '../../../src/composition/read-side/engine-replacement.ts';
import type { ProjectionEngine } from '../../../src/projections/engine/engine.ts';

/** Replaces engines of which the one after the other catches up, or fails to, as told. */
function engines(...caughtUp: readonly (() => Promise<void>)[]) {
  const created: ProjectionEngine[] = [];
  const newEngine = () => {
    const engine = { start: async () => undefined, stop: async () => undefined, caughtUp: caughtUp[created.length] };
    created.push(engine as unknown as ProjectionEngine);
    return engine as unknown as ProjectionEngine;
  };
  const told: string[] = [];
  const replacement = new EngineReplacement(newEngine, ({ message }) => void told.push(message));
  return { replacement, created, told };
}

const done = async () => undefined;
const stopped = () => Promise.reject(new Error('a poison event'));

test('Read models that stopped with an error never count as caught up', async () => {
  const { replacement } = engines(stopped);
  await expect(replacement.caughtUp()).rejects.toThrow('a poison event');
});

test('Read models whose file is replaced have caught up once they are rebuilt by a new engine', async () => {
  const { replacement, created, told } = engines(stopped, done);
  const caughtUp = replacement.caughtUp();
  replacement.replace();
  expect(replacement.isReplacing).toBe(true);
  await caughtUp;
  expect(replacement.isReplacing).toBe(false);
  expect(replacement.current).toBe(created[1]);
  expect(told).toEqual(['Read models rebuilt in a new file']);
});

test('Read models whose rebuild is stopped by an error have not caught up', async () => {
  const { replacement } = engines(done, stopped);
  replacement.replace();
  await expect(replacement.caughtUp()).rejects.toThrow('a poison event');
  expect(replacement.isReplacing).toBe(true);
});

test('Nobody waits any more for read models that are shut down while they are replaced', async () => {
  const { replacement } = engines(done, done);
  replacement.suspend();
  const caughtUp = replacement.caughtUp();
  await Promise.all([expect(caughtUp).rejects.toThrow('The engine stopped'), replacement.stop()]);
});
