/**
 * The passages of one run of reading a source, as they are kept in the blob store: whatever happens to a search index, or whichever
 * embedding model comes next, it is made again from these without reading the source once more.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Chunk } from '../../text/chunking/chunk-document.ts';

const Manifest = Type.Object({
  version: Type.Literal(1),
  passages: Type.Array(
    Type.Object({
      title: Type.String(),
      url: Type.Union([Type.String(), Type.Null()]),
      headings: Type.Array(Type.String()),
      text: Type.String(),
      /** SHA-256 of title, headings and text: by it embeddings are remembered. */
      hash: Type.String(),
    }),
  ),
});

/** Its place among all passages of the run is its ordinal. */
export type ManifestPassage = Omit<Chunk, 'ordinal'>;

const validator = Compile(Manifest);

export function encodeManifest(passages: readonly ManifestPassage[]): Uint8Array {
  return Buffer.from(JSON.stringify({ version: 1, passages }));
}

/** @throws Error when the bytes are no manifest of this version. */
export function parseManifest(bytes: Uint8Array): readonly ManifestPassage[] {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (!validator.Check(value)) throw new Error('The passages that were kept of this source cannot be read');
  return value.passages;
}
