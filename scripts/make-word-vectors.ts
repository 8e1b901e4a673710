/**
 * Makes `src/text/word-vectors/english.bin` out of a static embedding model: `node scripts/make-word-vectors.ts MODEL_FOLDER`, with the
 * `model.safetensors` and `tokenizer.json` of potion-base-8M (Minish Lab, MIT licence). Run when the model or the format changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWordVectors } from '../src/text/word-vectors/format.ts';

const OUTPUT = new URL('../src/text/word-vectors/english.bin', import.meta.url);
const TENSOR = 'embeddings';
/** Pieces of other scripts, and the marks of the model's own format, match no English text. */
const ENGLISH_PIECE = /^(?:##)?[\x21-\x7e]+$/;
const OWN_MARK = /^\[[A-Z]{2,}\]$/;

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder of the model: node scripts/make-word-vectors.ts MODEL_FOLDER');

const { vocabulary, rows } = readModel(folder);
const pieces = [...vocabulary.keys()].filter((piece) => ENGLISH_PIECE.test(piece) && !OWN_MARK.test(piece)).sort();
const vectors = pieces.map((piece) => rows[vocabulary.get(piece) ?? -1] ?? new Float32Array());
const encoded = encodeWordVectors(pieces, vectors);
writeFileSync(OUTPUT, encoded);
console.log(`${pieces.length} pieces, ${encoded.length} bytes`);

function readModel(path: string): { readonly vocabulary: ReadonlyMap<string, number>; readonly rows: Float32Array[] } {
  const file = readFileSync(join(path, 'model.safetensors'));
  const headerLength = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + headerLength).toString('utf8')) as Readonly<
    Record<
      string,
      { readonly dtype: string; readonly shape: [number, number]; readonly data_offsets: [number, number] }
    >
  >;
  const tensor = header[TENSOR];
  if (tensor?.dtype !== 'F32') throw new Error(`${path} has no 32-bit tensor "${TENSOR}"`);
  const [count, dimensions] = tensor.shape;
  const start = 8 + headerLength + tensor.data_offsets[0];
  const rows = Array.from({ length: count }, (_, row) =>
    Float32Array.from({ length: dimensions }, (_, at) => file.readFloatLE(start + 4 * (row * dimensions + at))),
  );
  const { model } = JSON.parse(readFileSync(join(path, 'tokenizer.json'), 'utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  return { vocabulary: new Map(Object.entries(model.vocab)), rows };
}
