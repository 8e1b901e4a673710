import { describe, expect, it } from 'vitest';
import { parseCaptions } from '../../../src/adapters/youtube/captions.ts';

const { signal } = new AbortController();
const captions = (inside: string) => `<transcript>${inside}</transcript>`;
const nested = (levels: number) =>
  captions(`${'<b>'.repeat(levels)}<text start="1">Hello</text>${'</b>'.repeat(levels)}`);
const withAttributes = (count: number) => {
  const attributes = Array.from({ length: count }, (_, place) => `a${place}="b"`);
  return captions(`<text start="1" ${attributes.join(' ')}>Hello</text>`);
};
const HELLO = [{ startMs: 1_000, text: 'Hello' }];

describe('Captions', () => {
  it('may be nested, and have attributes that nobody knows', async () => {
    expect(await parseCaptions(nested(40), signal)).toEqual(HELLO);
    expect(await parseCaptions(withAttributes(40), signal)).toEqual(HELLO);
  });

  it('that are nested or attributed without end are given up at once, in bounded memory', async () => {
    expect(await parseCaptions(nested(60), signal)).toBeNull();
    expect(await parseCaptions(withAttributes(60), signal)).toBeNull();
  });
});
