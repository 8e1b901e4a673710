import { describe, expect, it } from 'vitest';
import {
  encodeManifest,
  type ManifestPassage,
  parseManifest,
  pickPassages,
} from '../../../src/projections/data-sources/manifest.ts';

const passage = (number: number): ManifestPassage => ({
  title: `Title ${number}`,
  url: number % 2 === 0 ? null : `https://example.com/${number}`,
  headings: ['Outer', `Inner "${number}"`],
  text: `First line,\n],\nsecond line \\n }, { 退货 \u2028 ${number} `.repeat(50),
  hash: String(number).padStart(64, '0'),
});
const passages = Array.from({ length: 1_000 }, (_, number) => passage(number));

describe('A manifest', () => {
  it('gives back the passages it was made of, whatever they say', async () => {
    expect(await parseManifest(await encodeManifest(passages))).toEqual(passages);
    expect(await parseManifest(await encodeManifest([passage(1)]))).toEqual([passage(1)]);
    expect(await parseManifest(await encodeManifest([]))).toEqual([]);
  });

  it('is JSON that an earlier release reads', async () => {
    expect(JSON.parse(Buffer.from(await encodeManifest(passages)).toString())).toEqual({ version: 1, passages });
  });

  it('can be one that an earlier release wrote', async () => {
    expect(await parseManifest(Buffer.from(JSON.stringify({ version: 1, passages })))).toEqual(passages);
  });

  it('is refused when it is none of this version, or not whole', async () => {
    const bytes = await encodeManifest(passages);
    const text = Buffer.from(bytes).toString();
    const others = ['', '{}', '{"version":2,"passages":[]}', text.slice(0, -1), text.slice(0, 40_000), `${text} `];
    others.push(text.replace('"headings":["Outer"', '"headings":[1'), text.replace('"version":1', '"version":3'));
    for (const other of others) await expect(parseManifest(Buffer.from(other))).rejects.toThrow();
  });

  it('is read no further than the last passage that is wanted', async () => {
    const lines = Buffer.from(await encodeManifest(passages))
      .toString()
      .split(/(?<=\n)/);
    let read = 0;
    async function* byLine() {
      for (const line of lines) {
        read += 1;
        yield Buffer.from(line);
      }
    }
    expect([...(await pickPassages(byLine(), new Set([0, 7])))]).toEqual([
      [0, passages[0]],
      [7, passages[7]],
    ]);
    // The opening, and the passages 0 to 7.
    expect(read).toBe(9);
  });

  it('gives single passages from a stream that is cut anywhere, of any release', async () => {
    async function* cut(bytes: Uint8Array, size: number) {
      for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
    }
    const wanted = new Set([0, 7, 29, 30, 5_000]);
    const few = passages.slice(0, 30);
    const expected = [0, 7, 29].map((ordinal) => [ordinal, few[ordinal]]);
    const older = Buffer.from(JSON.stringify({ version: 1, passages: few }));
    for (const bytes of [await encodeManifest(few), older]) {
      for (const size of [1, 1_000, 1_000_000]) {
        expect([...(await pickPassages(cut(bytes, size), wanted))]).toEqual(expected);
      }
    }
    await expect(pickPassages(cut(Buffer.from('{"version":2,\n'), 5), wanted)).rejects.toThrow();
  });
});
