import { afterAll, describe, expect, test } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { openThreadedEmbedder } from '../../../src/adapters/offline/threaded-embedder.ts';

const threaded = openThreadedEmbedder();
const inline = createOfflineEmbedder();
const never = new AbortController().signal;
afterAll(() => threaded.close());

const passage = (number: number) => `Passage ${number} about deliveries, returns and 退货政策. `.repeat(number % 50);

describe('The offline embedder with a thread', () => {
  test('goes by the same name', () => {
    const { id, dimensions, kind } = inline;
    expect(threaded).toMatchObject({ id, dimensions, kind });
  });

  test.each([
    ['a question', ['How long does delivery take?']],
    ['hundreds of passages', Array.from({ length: 300 }, (_, number) => passage(number))],
    ['a text longer than what travels at once', ['short', 'long '.repeat(100_000), 'short again']],
    ['nothing', []],
  ])('gives the very vectors of the one without, in order: %s', async (_, texts) => {
    expect(await threaded.embed(texts, never)).toEqual(await inline.embed(texts, never));
  });

  test('stops when it is told to', async () => {
    const texts = Array.from({ length: 5_000 }, (_, number) => passage(number));
    await expect(threaded.embed(texts, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    const controller = new AbortController();
    const embedding = threaded.embed(texts, controller.signal);
    controller.abort(new Error('left'));
    await expect(embedding).rejects.toThrow('left');
    expect(await threaded.embed(['text'], never)).toHaveLength(1);
  });

  test('embeds nothing more in a thread once it is closed', async () => {
    const closed = openThreadedEmbedder();
    await closed.embed([passage(49), passage(49), passage(49)], never);
    await closed.close();
    await expect(closed.embed(['long '.repeat(10_000)], never)).rejects.toThrow('closed');
  });
});
