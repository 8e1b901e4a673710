/** The embeddings of the loopback endpoint. */
import { createHash } from 'node:crypto';
import type { ModelEndpoint, RecordedRequest } from './model-endpoint.ts';

export function embeddingsOf(body: RecordedRequest['body'], endpoint: ModelEndpoint): object {
  const dimensions = body.dimensions ?? endpoint.dimensions;
  const data = (body.input ?? []).map((text, index) => {
    const vector = vectorOf(text, dimensions);
    const number = index === 0 ? endpoint.firstIndex : index;
    return { object: 'embedding', index: number, embedding: written(vector, body, endpoint) };
  });
  const tokens = data.length * 7;
  return { object: 'list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

function written(vector: number[], body: RecordedRequest['body'], endpoint: ModelEndpoint): unknown {
  if (typeof endpoint.embeddings === 'function') return endpoint.embeddings(vector);
  if (endpoint.embeddings === 'numbers' || body.encoding_format !== 'base64') return vector;
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

/** Not of unit length, different for different texts, the same for the same. */
export function vectorOf(text: string, dimensions: number): number[] {
  const hash = createHash('sha256').update(text).digest();
  return Array.from({ length: dimensions }, (_, index) => (hash[index % hash.length] ?? 0) + 1);
}
