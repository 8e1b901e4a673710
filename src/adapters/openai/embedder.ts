import { type Embedder, ModelUnavailable } from '../../ports/models.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import type { OpenClient } from './client.ts';
import { canShorten, ownDimensions } from './embedding-dimensions.ts';
import { failureOf, waitToRetry } from './failures.ts';
import type { ModelLimits } from './options.ts';
import { Patience } from './patience.ts';
import { readVectors, unitLength } from './vectors.ts';

const MOST_TEXTS = 96;
/** Vectors written as numbers are twenty times slower to parse than Base64: fewer at a time keep the event loop free. */
const MOST_TEXTS_AS_NUMBERS = 16;
/** Estimated, with room for the estimate's error: an endpoint takes 8,191 a text and 300,000 a request. */
const MOST_TOKENS_A_TEXT = 6_000;
const MOST_TOKENS_A_REQUEST = 150_000;
const MOST_ATTEMPTS = 4;

/** Embeds in batches, each tried four times at most. Every vector is checked and brought to unit length. */
export function openAiEmbedder(open: OpenClient, model: string, dimensions: number, limits: ModelLimits): Embedder {
  const shortened = canShorten(model) && dimensions !== ownDimensions(model);
  // Learnt from the endpoint's first answer: not all know Base64.
  let asNumbers = false;

  async function request(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const client = await open();
    const patience = new Patience(signal, limits.embedMs);
    try {
      const response = await client.embeddings.create(
        { model, input: [...texts], encoding_format: 'base64', ...(shortened ? { dimensions } : {}) },
        { signal: patience.signal },
      );
      const { vectors, written } = readVectors(response, texts.length, dimensions);
      asNumbers = written === 'numbers';
      return vectors.map(unitLength);
    } catch (error) {
      patience.signal.throwIfAborted();
      throw error;
    } finally {
      patience.end();
    }
  }

  async function withRetries(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(texts, signal);
      } catch (thrown) {
        signal.throwIfAborted();
        const failure = failureOf(thrown);
        const backOff = limits.retryDelayMs * 2 ** (attempt - 1);
        const again = failure.worthRetrying && attempt < MOST_ATTEMPTS;
        if (!again || !(await waitToRetry(failure, backOff, limits.longestEmbedWaitMs, signal))) throw failure.error;
      }
    }
  }

  return {
    id: `${model}/${dimensions}`,
    dimensions,
    kind: 'model',
    async embed(texts, signal) {
      signal.throwIfAborted();
      const inputs = texts.map(readable);
      const vectors: Float32Array[] = [];
      while (vectors.length < inputs.length) {
        const batch = nextBatch(inputs, vectors.length, asNumbers ? MOST_TEXTS_AS_NUMBERS : MOST_TEXTS);
        const embedded = await withRetries(batch, signal);
        if (embedded.length !== batch.length) throw new ModelUnavailable('The model endpoint left texts out');
        vectors.push(...embedded);
      }
      return vectors;
    },
  };
}

/** Not empty, which endpoints refuse, and short enough to be read as a whole. */
function readable(text: string): string {
  const tokens = estimateTokens(text);
  const cut =
    tokens > MOST_TOKENS_A_TEXT ? text.slice(0, Math.floor((text.length * MOST_TOKENS_A_TEXT) / tokens)) : text;
  return cut.trim() === '' ? '-' : cut.toWellFormed();
}

function nextBatch(inputs: readonly string[], from: number, mostTexts: number): readonly string[] {
  let tokens = 0;
  let end = from;
  while (end < inputs.length && end - from < mostTexts) {
    tokens += estimateTokens(inputs[end] ?? '');
    if (end > from && tokens > MOST_TOKENS_A_REQUEST) break;
    end += 1;
  }
  return inputs.slice(from, end);
}
