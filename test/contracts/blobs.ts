import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Blobs, BlobTooLarge } from '../../src/ports/blobs.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* streamOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}

async function collect(content: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  if (content === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param emptyPlace see EmptyPlace. */
export function describeBlobsContract(name: string, emptyPlace: EmptyPlace<Blobs>): void {
  describe(`Blobs in ${name}`, () => {
    const scope = '0198c0de-0000-7000-8000-000000000001';
    const otherScope = '0198c0de-0000-7000-8000-000000000002';
    const bytes = Buffer.from('The quick brown fox');

    test('are found by the SHA-256 of their bytes', async () => {
      const blobs = await openFor(emptyPlace());
      const stored = await blobs.put(scope, bytes);
      expect(stored).toEqual({ hash: sha256(bytes), size: bytes.byteLength });
      expect(Buffer.from((await blobs.get(scope, stored.hash)) ?? [])).toEqual(bytes);
      expect(await collect(await blobs.stream(scope, stored.hash))).toEqual(bytes);
      expect(await blobs.has(scope, stored.hash)).toBe(true);
    });

    test('of a scope below another end with it, and do not take it with them', async () => {
      const blobs = await openFor(emptyPlace());
      const [below, beside] = [`${scope}/${otherScope}`, `${scope}/abc`];
      const { hash } = await blobs.put(scope, bytes);
      await blobs.put(below, bytes);
      await blobs.put(beside, bytes);
      await blobs.deleteScope(below);
      expect(await blobs.has(below, hash)).toBe(false);
      expect(await blobs.has(beside, hash)).toBe(true);
      expect(await blobs.has(scope, hash)).toBe(true);
      await blobs.deleteScope(scope);
      expect(await blobs.has(beside, hash)).toBe(false);
      await blobs.deleteScope(below);
    });

    test('may be empty', async () => {
      const blobs = await openFor(emptyPlace());
      const { hash, size } = await blobs.put(scope, new Uint8Array());
      expect({ hash, size }).toEqual({ hash: sha256(new Uint8Array()), size: 0 });
      expect(await blobs.get(scope, hash)).toHaveLength(0);
      expect(await collect(await blobs.stream(scope, hash))).toHaveLength(0);
    });

    test('come as streams of chunks of any size', async () => {
      const blobs = await openFor(emptyPlace());
      const large = randomBytes(3_000_001);
      const cuts = [0, 1, 1, 70_000, 1_500_000, large.byteLength];
      const chunks = cuts.slice(1).map((end, index) => large.subarray(cuts[index], end));
      const { hash, size } = await blobs.put(scope, streamOf(...chunks));
      expect({ hash, size }).toEqual({ hash: sha256(large), size: large.byteLength });
      expect(large.equals((await blobs.get(scope, hash)) ?? new Uint8Array())).toBe(true);
      expect((await collect(await blobs.stream(scope, hash)))?.equals(large)).toBe(true);
    });

    test('are null when they are not there, or in another scope', async () => {
      const blobs = await openFor(emptyPlace());
      const { hash } = await blobs.put(scope, bytes);
      for (const [where, what] of [
        [otherScope, hash],
        [scope, sha256(Buffer.from('else'))],
      ] as const) {
        expect(await blobs.get(where, what)).toBeNull();
        expect(await blobs.stream(where, what)).toBeNull();
        expect(await blobs.has(where, what)).toBe(false);
      }
    });

    test('are one when the same bytes are put twice, also at once', async () => {
      const blobs = await openFor(emptyPlace());
      const large = randomBytes(600_000);
      const stored = await Promise.all(Array.from({ length: 8 }, () => blobs.put(scope, streamOf(large))));
      expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([sha256(large)]));
      expect(large.equals((await blobs.get(scope, sha256(large))) ?? new Uint8Array())).toBe(true);
      await blobs.delete(scope, sha256(large));
      expect(await blobs.has(scope, sha256(large))).toBe(false);
    });

    test('keep nothing of a stream that fails midway', async () => {
      const blobs = await openFor(emptyPlace());
      const failure = new Error('connection reset');
      async function* breaking(): AsyncGenerator<Uint8Array> {
        yield bytes;
        throw failure;
      }
      await expect(blobs.put(scope, breaking())).rejects.toBe(failure);
      expect(await blobs.has(scope, sha256(bytes))).toBe(false);
    });

    test('are refused beyond the size allowed, and the stream is told to stop', async () => {
      const blobs = await openFor(emptyPlace());
      let stopped = false;
      let given = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        try {
          for (;;) {
            given += 1000;
            yield new Uint8Array(1000);
          }
        } finally {
          stopped = true;
        }
      }
      const refusal = await blobs.put(scope, endless(), { maxBytes: 10_000 }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(BlobTooLarge);
      expect(refusal).toMatchObject({ limit: 10_000 });
      expect(stopped).toBe(true);
      expect(given).toBeLessThanOrEqual(11_000);
      await expect(blobs.put(scope, bytes, { maxBytes: bytes.byteLength - 1 })).rejects.toBeInstanceOf(BlobTooLarge);
      expect(await blobs.has(scope, sha256(bytes))).toBe(false);
      expect((await blobs.put(scope, bytes, { maxBytes: bytes.byteLength })).size).toBe(bytes.byteLength);
    });

    test('are removed one by one, in their scope alone', async () => {
      const blobs = await openFor(emptyPlace());
      const { hash } = await blobs.put(scope, bytes);
      await blobs.put(otherScope, bytes);
      await blobs.delete(scope, hash);
      await blobs.delete(scope, hash);
      expect(await blobs.get(scope, hash)).toBeNull();
      expect(await blobs.has(otherScope, hash)).toBe(true);
      await blobs.put(scope, bytes);
      expect(await blobs.has(scope, hash)).toBe(true);
    });

    test('are removed with their scope, and stay so', async () => {
      const open = emptyPlace();
      const first = await open();
      const stored = await Promise.all(['a', 'b', 'c'].map((text) => first.put(scope, Buffer.from(text))));
      await first.put(otherScope, bytes);
      await first.deleteScope(scope);
      await first.deleteScope(scope);
      for (const { hash } of stored) expect(await first.has(scope, hash)).toBe(false);
      await first.close();

      const second = await openFor(open);
      for (const { hash } of stored) expect(await second.get(scope, hash)).toBeNull();
      expect(await second.has(otherScope, sha256(bytes))).toBe(true);
      await second.put(scope, bytes);
      expect(await second.has(scope, sha256(bytes))).toBe(true);
    });

    test('whole or not at all, while their scope is being removed', async () => {
      const blobs = await openFor(emptyPlace());
      const put = Array.from({ length: 20 }, (_, index) => blobs.put(scope, Buffer.from(`blob ${index}`)));
      const removals = Array.from({ length: 5 }, () => blobs.deleteScope(scope));
      const stored = await Promise.all(put);
      await Promise.all(removals);
      for (const { hash } of stored) {
        const content = await blobs.get(scope, hash);
        if (content !== null) expect(sha256(content)).toBe(hash);
      }
      await blobs.deleteScope(scope);
      for (const { hash } of stored) expect(await blobs.has(scope, hash)).toBe(false);
    });

    test('are still there after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      const { hash } = await first.put(scope, bytes);
      await first.close();
      const second = await openFor(open);
      expect(Buffer.from((await second.get(scope, hash)) ?? [])).toEqual(bytes);
    });

    test.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.work', 'a\0b', 'a b', 'ä', 'x'.repeat(65)])(
      'refuse the scope %j',
      async (strange) => {
        const blobs = await openFor(emptyPlace());
        await expect(blobs.put(strange, bytes)).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.get(strange, sha256(bytes))).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.stream(strange, sha256(bytes))).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.has(strange, sha256(bytes))).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.delete(strange, sha256(bytes))).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.deleteScope(strange)).rejects.toBeInstanceOf(RangeError);
      },
    );

    test.each(['', '../../x', sha256(bytes).toUpperCase(), `${sha256(bytes)}0`, `${'../'.repeat(21)}x`, '$ne'])(
      'refuse the hash %j',
      async (strange) => {
        const blobs = await openFor(emptyPlace());
        await expect(blobs.get(scope, strange)).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.stream(scope, strange)).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.has(scope, strange)).rejects.toBeInstanceOf(RangeError);
        await expect(blobs.delete(scope, strange)).rejects.toBeInstanceOf(RangeError);
      },
    );
  });
}
