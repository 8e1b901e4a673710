import type { CreateEmbeddingResponse } from 'openai/resources/embeddings';
import type { Embedder } from '../../ports/models.ts';
import { canShorten, ownDimensions } from '../../ports/shared-settings/embedding-dimensions.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import { BatchSize } from './batch-size.ts';
import type { OpenClient } from './client.ts';
import { type EndpointFailure, endpointFailureOf, waitToRetry } from './failures.ts';
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
export class OpenAiEmbedder implements Embedder {
  readonly kind = 'model';
  readonly id: string;
  readonly dimensions: number;
  readonly #options: EmbedderOptions;
  /** Learnt from the endpoint: not all support Base64, and some refuse to be asked for it. */
  #base64: 'asked' | 'accepted' | 'refused' = 'asked';
  /** Learnt from the endpoint: most accept fewer texts than `MAX_TEXTS`. */
  #maxTexts = MAX_TEXTS;

  constructor(options: EmbedderOptions) {
    this.#options = options;
    this.dimensions = options.dimensions;
    this.id = `${options.model}/${options.dimensions}`;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    signal.throwIfAborted();
    const inputs = texts.map(toInput);
    const vectors: Float32Array[] = [];
    const size = new BatchSize();
    while (vectors.length < inputs.length) {
      const from = vectors.length;
      const batch = nextBatch(inputs, from, size.within(this.#maxTexts));
      const embedded = await this.#embedBatch(batch, signal);
      if (embedded.ok) {
        for (const vector of embedded.vectors) vectors.push(vector);
        this.#maxTexts = size.accepted(vectors.length, this.#maxTexts);
      } else if (batch.length > 1) {
        size.refused(from, batch.length);
      } else {
        inputs[from] = size.shorter(batch[0] ?? '', embedded.failure);
      }
    }
    return vectors;
  }

  /** Asks without Base64 when the endpoint's first answer is a refusal. */
  async #embedBatch(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const attempt = () => withRetries(() => this.#request(texts, signal), this.#options.limits, signal);
    // Another call may learn it meanwhile.
    const askedFor = this.#base64;
    const embedded = await attempt();
    if (embedded.ok || askedFor !== 'asked') return embedded;
    this.#base64 = 'refused';
    const asNumbers = await attempt();
    if (!asNumbers.ok) this.#base64 = 'asked';
    return asNumbers;
  }

  async #request(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { open, model, dimensions, limits, onUsage } = this.#options;
    const client = await open();
    const timeouts = new StreamTimeouts(signal, limits.embedMs);
    const isShortened = canShorten(model) && dimensions !== ownDimensions(model);
    const body = {
      model,
      input: texts,
      ...(this.#base64 === 'refused' ? {} : { encoding_format: 'base64' }),
      ...(isShortened ? { dimensions } : {}),
    };
    try {
      // The package's own method asks for Base64 always.
      const response = await client.post<CreateEmbeddingResponse>('/embeddings', { body, signal: timeouts.signal });
      reportEmbeddingUsage(onUsage, model, response.usage);
      const { vectors, encoding } = readVectors(response, texts.length, dimensions);
      if (this.#base64 === 'asked') this.#base64 = 'accepted';
      if (encoding === 'numbers') this.#maxTexts = Math.min(this.#maxTexts, MAX_TEXTS_AS_NUMBERS);
      return vectors.map(unitLength);
    } catch (error) {
      timeouts.signal.throwIfAborted();
      throw error;
    } finally {
      timeouts.end();
    }
  }
}

type Embedded =
  | { readonly ok: true; readonly vectors: readonly Float32Array[] }
  /** Refused for its content or size. */
  | { readonly ok: false; readonly failure: EndpointFailure };

/** Backs off exponentially between attempts. @throws ModelUnavailable */
async function withRetries(
  work: () => Promise<readonly Float32Array[]>,
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<Embedded> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { ok: true, vectors: await work() };
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = endpointFailureOf(thrown);
      if (isRefusal(failure)) return { ok: false, failure };
      const backOff = limits.retryDelayMs * 2 ** (attempt - 1);
      const willRetry = failure.worthRetrying && attempt < MAX_ATTEMPTS;
      if (!willRetry || !(await waitToRetry(failure, backOff, limits.maxEmbedRetryWaitMs, signal))) throw failure.error;
    }
  }
}

const isRefusal = ({ status, tooLong }: EndpointFailure): boolean =>
  tooLong || status === 400 || status === 413 || status === 422;

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
