import { describe, expect, test } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';

const embedder = createOfflineEmbedder();
const never = new AbortController().signal;

async function embedOne(text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], never);
  return vector ?? new Float32Array();
}

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);

describe('The offline embedder', () => {
  test('names its version and dimension', () => {
    expect(embedder).toMatchObject({ id: 'words-v1/256', dimensions: 256, kind: 'offline' });
  });

  test.each(['Delivery takes three days', '退货政策', 'العربية', '', '?!', '\ud800\u0000', 'x'.repeat(1_000_000)])(
    'gives a unit vector for any text (%#)',
    async (text) => {
      const vector = await embedOne(text);
      expect(vector).toHaveLength(256);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    },
  );

  test('gives one vector a text, in order, the same every time', async () => {
    const texts = ['one text', 'another thing', 'one text'];
    const [one, other, again] = await embedder.embed(texts, never);
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    expect(one).toEqual(await embedOne('one text'));
    expect(await embedder.embed([], never)).toEqual([]);
  });

  test('keeps its vectors from release to release, since indexes hold them', async () => {
    const vector = await embedOne('Delivery takes three days');
    const strongest = [...vector.entries()].sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
    expect(strongest.slice(0, 3).map(([place, value]) => [place, Number(value.toFixed(4))])).toMatchInlineSnapshot(`
      [
        [
          127,
          0.1653,
        ],
        [
          36,
          0.1497,
        ],
        [
          146,
          -0.1497,
        ],
      ]
    `);
  });

  test('puts what shares words, or nearly, closer than what shares none', async () => {
    const question = await embedOne('How long does delivery take?');
    const near = cosine(question, await embedOne('Delivery takes three days'));
    const far = cosine(question, await embedOne('Our founder studied botany in Lisbon'));
    const misspelt = cosine(await embedOne('refrigerator'), await embedOne('refirgerator'));
    expect(near).toBeGreaterThan(far + 0.1);
    expect(misspelt).toBeGreaterThan(cosine(await embedOne('refrigerator'), await embedOne('photosynthesis')) + 0.1);
  });

  test('lets the event loop run during a long batch', async () => {
    // A tenth of a second of work on a fast machine.
    const texts = Array.from({ length: 4_000 }, (_, place) => `passage number ${place} `.repeat(40));
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    await embedder.embed(texts, never);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  });

  test('stops when it is told to', async () => {
    await expect(embedder.embed(['text'], AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    const controller = new AbortController();
    const embedding = embedder.embed(Array(5_000).fill('some words '.repeat(50)), controller.signal);
    setImmediate(() => controller.abort(new Error('left')));
    await expect(embedding).rejects.toThrow('left');
  });
});
