import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ChunkReader } from '../../../src/adapters/openai/chunk-reader.ts';

const chunk = (delta: object, more: object = {}) =>
  JSON.stringify({ id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...more });

/** The chunk as a new reader reads it. */
const readAlone = (data: string) => new ChunkReader().read(data);

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\\"', '"content":"', ''));
const delta = fc.oneof(
  text.map((content) => ({ content })),
  text.map((content) => ({ role: 'assistant', content })),
  fc.record({ content: text, refusal: fc.constantFrom(null, '', 'no') }),
  fc.constant({}),
  fc.constant({ content: null }),
);
const more = fc.oneof(
  fc.constant({}),
  text.map((content) => ({ content })),
  text.map((obfuscation) => ({ obfuscation })),
  fc.constant({ usage: { prompt_tokens: 1, completion_tokens: 2 } }),
);
const data = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(delta, more).map(([one, other]) => chunk(one, other)) },
  { weight: 1, arbitrary: fc.constantFrom('{', '[]', '{"choices":[]}', '{"choices":[{"delta":{"content":7}}]}') },
);

describe('Chunks of a completion', () => {
  it('are read alike after any others', () => {
    fc.assert(
      fc.property(fc.array(data, { maxLength: 12 }), (stream) => {
        const reader = new ChunkReader();
        for (const each of stream) expect(reader.read(each)).toEqual(readAlone(each));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are parsed once where only their text changes', () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const reader = new ChunkReader();
      const words = ['The ', 'shop ', 'opens ', 'at ', 'nine', '.'];
      const read = words.map((content) => reader.read(chunk({ content }))?.text);
      expect(read).toEqual(words);
      expect(parse).toHaveBeenCalledTimes(1);
    } finally {
      parse.mockRestore();
    }
  });

  it('are parsed where text is escaped, or a string is broken off', () => {
    const reader = new ChunkReader();
    reader.read(chunk({ content: 'a' }));
    expect(reader.read(chunk({ content: 'line\n"quoted" \\' }))?.text).toBe('line\n"quoted" \\');
    expect(reader.read(chunk({ content: 'b' }).replace('"b"', '"b"c"'))).toBeNull();
    expect(reader.read(chunk({ content: 'b' }).replace('"b"', '"b\tc"'))).toBeNull();
  });
});
