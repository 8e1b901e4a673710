import { describe, expect, it } from 'vitest';
import { encodeManifest, type ManifestPassage } from '../../../src/projections/data-sources/manifest.ts';
import { listReadPages } from '../../../src/projections/data-sources/read-pages.ts';
import type { SearchedList } from '../../../src/projections/data-sources/searched-list.ts';

const passagesOf = (title: string, url: string | null, count = 1): ManifestPassage[] =>
  Array.from({ length: count }, (_, number) => ({
    title,
    url,
    headings: ['"url":null'],
    text: '\n',
    hash: `${number}`,
  }));

const site = 'https://shop.example';
const long = 'A title longer than the whole next passage '.repeat(9);
const passages = [
  ...passagesOf('Home', `${site}/`, 3),
  // Begins as the page before does.
  ...passagesOf('Home', `${site}/home`),
  ...passagesOf('Café "Zur Post"', `${site}/caf%C3%A9`, 2),
  ...passagesOf(long, null),
  ...passagesOf('Prices', `${site}/prices`),
];
const all = [
  { title: 'Home', url: `${site}/`, chunkCount: 3 },
  { title: 'Home', url: `${site}/home`, chunkCount: 1 },
  { title: 'Café "Zur Post"', url: `${site}/caf%C3%A9`, chunkCount: 2 },
  { title: long, url: null, chunkCount: 1 },
  { title: 'Prices', url: `${site}/prices`, chunkCount: 1 },
];

async function* cut(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}
const listed = async (list: Partial<SearchedList>, size = 1_000) =>
  listReadPages(cut(await encodeManifest(passages), size), { after: 0, limit: 10, ...list });

describe('The pages that were read', () => {
  it('are those of the passages, each with their number, in a manifest of any release that is cut anywhere', async () => {
    const older = Buffer.from(JSON.stringify({ version: 1, passages }));
    for (const bytes of [await encodeManifest(passages), older]) {
      for (const size of [1, 1_000]) {
        expect(await listReadPages(cut(bytes, size), { after: 0, limit: 10 })).toEqual({ pages: all, nextAfter: null });
      }
    }
  });

  it('are listed a page at a time', async () => {
    expect(await listed({ limit: 3 })).toEqual({ pages: all.slice(0, 3), nextAfter: '3' });
    expect(await listed({ limit: 3, after: 3 })).toEqual({ pages: all.slice(3), nextAfter: null });
    expect(await listed({ limit: 5 })).toEqual({ pages: all, nextAfter: null });
    expect(await listed({ after: 999_999_999 })).toEqual({ pages: [], nextAfter: null });
  });

  it('are searched by words of title and address, without case, accents and escapes', async () => {
    expect(await listed({ search: 'cafe POST' })).toEqual({ pages: [all[2]], nextAfter: null });
    expect(await listed({ search: '/café' })).toEqual({ pages: [all[2]], nextAfter: null });
    expect(await listed({ search: 'home shop', limit: 1 })).toEqual({ pages: [all[0]], nextAfter: '1' });
    expect(await listed({ search: 'home shop', limit: 1, after: 1 })).toEqual({ pages: [all[1]], nextAfter: null });
  });

  it('are read no further than the end of the list’s page', async () => {
    let read = 0;
    async function* counted(bytes: Uint8Array) {
      for await (const piece of cut(bytes, 100)) {
        read += piece.byteLength;
        yield piece;
      }
    }
    const many = Array.from({ length: 1_000 }, (_, number) => passagesOf(`Page ${number}`, null)).flat();
    await listReadPages(counted(await encodeManifest(many)), { after: 0, limit: 5 });
    expect(read).toBeLessThan(1_000);
  });

  it('are not told of bytes that are no manifest', async () => {
    for (const other of [
      '',
      '{"version":2,\n',
      '{"version":1,"passages":[\n{"title":1}\n]}',
      '{"version":1,"passages":[\n',
    ])
      await expect(listReadPages(cut(Buffer.from(other), 9), { after: 0, limit: 5 })).rejects.toThrow();
  });
});
