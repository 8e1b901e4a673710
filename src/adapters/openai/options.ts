export interface ModelLimits {
  /** Until the response headers. */
  readonly responseMs: number;
  /** From the request to the first text of an answer. */
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
  /** A whole answer, retry included. */
  readonly wholeMs: number;
  readonly embedMs: number;
  /** Longest `Retry-After` before the one retry of an answer; a longer one fails it at once. */
  readonly maxAnswerRetryWaitMs: number;
  /** Longest `Retry-After` before each retry of an embedding. */
  readonly maxEmbedRetryWaitMs: number;
  /** First back-off; doubles. */
  readonly retryDelayMs: number;
}

/** Receives the token usage that the endpoint reports. A broken stream reports none, because usage comes at its end. */
export type UsageObserver = (model: string, kind: 'prompt' | 'completion' | 'embedding', tokens: number) => void;

/** For the tokens after the first. */
const WRITING_MS = 90_000;

export const DEFAULT_LIMITS: ModelLimits = {
  responseMs: 30_000,
  firstTokenMs: 30_000,
  betweenTokensMs: 15_000,
  wholeMs: 120_000,
  embedMs: 60_000,
  maxAnswerRetryWaitMs: 5_000,
  maxEmbedRetryWaitMs: 30_000,
  retryDelayMs: 500,
};

/** @param seconds until the first token. Ollama sends its headers no earlier. */
export function limitsFor(seconds: number): Partial<ModelLimits> {
  const firstTokenMs = seconds * 1000;
  return { responseMs: firstTokenMs, firstTokenMs, wholeMs: firstTokenMs + WRITING_MS, embedMs: 2 * firstTokenMs };
}

export interface OpenAiOptions {
  /** Optional with `baseUrl`: a local server needs none. */
  readonly apiKey?: string | undefined;
  /** The part before `/chat/completions`. Default: OpenAI's own. */
  readonly baseUrl?: string | undefined;
  /** HTTP proxy between this machine and the endpoint. */
  readonly proxyUrl?: string | undefined;
  /** Names of models, by the names that callers use. Models without one are requested as they are called. */
  readonly modelNames?: ReadonlyMap<string, string> | undefined;
  /** Default `text-embedding-3-small`. */
  readonly embeddingModel?: string | undefined;
  /** Required for a model of unknown dimensions. */
  readonly embeddingDimensions?: number | undefined;
  readonly limits?: Partial<ModelLimits> | undefined;
  readonly onUsage?: UsageObserver | undefined;
}
