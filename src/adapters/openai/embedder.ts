import { type Embedder, ModelUnavailable } from '../../ports/models.ts';
import { canShorten, ownDimensions } from '../../ports/shared-settings/embedding-dimensions.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import type { OpenClient } from './client.ts';
import { endpointFailureOf, waitToRetry } from './failures.ts';
import type { ModelLimits, UsageObserver } from './options.ts';
import { StreamTimeouts } from './stream-timeouts.ts';
import { reportEmbeddingUsage } from './usage.ts';
import { readVectors, unitLength } from './vectors.ts';

const MAX_TEXTS = 96;
/** Numbers parse twenty times slower than Base64: smaller batches keep the event loop free. */
const MAX_TEXTS_AS_NUMBERS = 16;
/** Estimates, with a margin: endpoints accept 8,191 tokens per text and 300,000 per request. */
const MAX_TOKENS_PER_TEXT = 6_000;
const MAX_TOKENS_PER_REQUEST = 150_000;
const MAX_ATTEMPTS = 4;

/** JSON around one vector. */
const MAX_FRAME_BYTES = 1024;
/** The longest number has 24 characters. */
const MAX_BYTES_PER_NUMBER = 32;

/** Bytes of one response. */
export const maxEmbeddingBytes = (dimensions: number): number =>
  MAX_TEXTS * (dimensions * MAX_BYTES_PER_NUMBER + MAX_FRAME_BYTES);

interface EmbedderOptions {
  readonly open: OpenClient;
  readonly model: string;
  readonly dimensions: number;
  readonly limits: ModelLimits;
  readonly onUsage: UsageObserver;
}

/** Every vector is validated and normalised to unit length. */
export function openAiEmbedder({ open, model, dimensions, limits, onUsage }: EmbedderOptions): Embedder {
  const shortened = canShorten(model) && dimensions !== ownDimensions(model);
  // Learnt from the first response: not all endpoints support Base64.
  let asNumbers = false;

  async function request(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const client = await open();
    const timeouts = new StreamTimeouts(signal, limits.embedMs);
    try {
      const response = await client.embeddings.create(
        { model, input: [...texts], encoding_format: 'base64', ...(shortened ? { dimensions } : {}) },
        { signal: timeouts.signal },
      );
      reportEmbeddingUsage(onUsage, model, response.usage);
      const { vectors, encoding } = readVectors(response, texts.length, dimensions);
      asNumbers = encoding === 'numbers';
      return vectors.map(unitLength);
    } catch (error) {
      timeouts.signal.throwIfAborted();
      throw error;
    } finally {
      timeouts.end();
    }
  }

  return {
    id: `${model}/${dimensions}`,
    dimensions,
    kind: 'model',
    async embed(texts, signal) {
      signal.throwIfAborted();
      const inputs = texts.map(toInput);
      const vectors: Float32Array[] = [];
      while (vectors.length < inputs.length) {
        const batch = nextBatch(inputs, vectors.length, asNumbers ? MAX_TEXTS_AS_NUMBERS : MAX_TEXTS);
        const embedded = await withRetries(() => request(batch, signal), limits, signal);
        if (embedded.length !== batch.length)
          throw new ModelUnavailable('The model endpoint returned fewer embeddings than texts');
        for (const vector of embedded) vectors.push(vector);
      }
      return vectors;
    },
  };
}

/** Backs off exponentially between attempts. */
async function withRetries<Result>(
  work: () => Promise<Result>,
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = endpointFailureOf(thrown);
      const backOff = limits.retryDelayMs * 2 ** (attempt - 1);
      const willRetry = failure.worthRetrying && attempt < MAX_ATTEMPTS;
      if (!willRetry || !(await waitToRetry(failure, backOff, limits.maxEmbedRetryWaitMs, signal))) throw failure.error;
    }
  }
}

/** Truncates long texts and replaces empty ones, which endpoints refuse. */
function toInput(text: string): string {
  const tokens = estimateTokens(text);
  const cut =
    tokens > MAX_TOKENS_PER_TEXT ? text.slice(0, Math.floor((text.length * MAX_TOKENS_PER_TEXT) / tokens)) : text;
  return cut.trim() === '' ? '-' : cut.toWellFormed();
}

function nextBatch(inputs: readonly string[], from: number, maxTexts: number): readonly string[] {
  let tokens = 0;
  let end = from;
  while (end < inputs.length && end - from < maxTexts) {
    tokens += estimateTokens(inputs[end] ?? '');
    if (end > from && tokens > MAX_TOKENS_PER_REQUEST) break;
    end += 1;
  }
  return inputs.slice(from, end);
}
