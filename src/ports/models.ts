/** Every call takes a signal and has a time limit. */

export interface Embedder {
  /** Model and dimensions, e.g. `text-embedding-3-small/1536`. Vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * Weight of the vectors beside BM25: `model` is a model behind an endpoint, `offline` the stand-in, which knows less of
   * meanings.
   */
  readonly kind: 'model' | 'offline';
  /** One unit-length vector per text, in order. Batches and retries internally. @throws ModelUnavailable */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Details of a model call that audits record. */
export interface ModelCall {
  /** Sampling parameters that were sent; absent for a model that refuses them. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Exact name that the endpoint reports, such as a dated version; null without one. */
  readonly servedModel: string | null;
}

/** Text is never empty. */
export type CompletionPart =
  /** Once, before the first text. */
  | { readonly kind: 'call'; readonly call: ModelCall }
  | { readonly kind: 'text'; readonly text: string }
  /** Why the model ended, in the endpoint's word: `stop`, or `length` for an answer that was cut off. */
  | { readonly kind: 'finish'; readonly reason: string }
  | { readonly kind: 'usage'; readonly usage: TokenUsage };

export interface StreamOptions {
  readonly model: string;
  readonly signal: AbortSignal;
}

export interface CompletionOptions extends StreamOptions {
  readonly maxTokens: number;
  /** Limit of the whole call. */
  readonly timeoutMs: number;
}

export interface LanguageModel {
  /**
   * Retries once before the first part, never after. Stops the upstream call when the signal aborts or the iteration ends
   * early.
   * @throws ModelUnavailable, also for an empty completion
   */
  stream(messages: readonly PromptMessage[], options: StreamOptions): AsyncIterable<CompletionPart>;
  /** May be empty. @throws ModelUnavailable, also after `timeoutMs` */
  complete(messages: readonly PromptMessage[], options: CompletionOptions): Promise<string>;
}

/** The model is unreachable, overloaded, refuses or breaks off. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}
