/** How the OpenAI-compatible endpoint is reached and how long it may take. */
import type { AnswerRequest, ConversationTurn } from '../../ports/models.ts';

export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** What is said to the model; the answering pipeline's texts, handed in. */
export interface ModelPrompts {
  answer(request: AnswerRequest): readonly PromptMessage[];
  condense(question: string, memory: readonly ConversationTurn[]): readonly PromptMessage[];
  suggestions(request: AnswerRequest, answer: string): readonly PromptMessage[];
}

/** Milliseconds each. */
export interface ModelLimits {
  /** Until the endpoint begins to answer a request. */
  readonly responseMs: number;
  /** From the request to the first text of an answer. */
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
  /** A whole answer, retry included. */
  readonly wholeMs: number;
  readonly condenseMs: number;
  readonly suggestMs: number;
  /** One request for embeddings. */
  readonly embedMs: number;
  /** What an endpoint may ask to wait before an answer's one retry; when it asks for more, the answer fails at once. */
  readonly longestAnswerWaitMs: number;
  /** The same for each retry of an embedding. */
  readonly longestEmbedWaitMs: number;
  /** First back-off; doubles. */
  readonly retryDelayMs: number;
}

export const DEFAULT_LIMITS: ModelLimits = {
  responseMs: 30_000,
  firstTokenMs: 30_000,
  betweenTokensMs: 15_000,
  wholeMs: 120_000,
  condenseMs: 3_000,
  suggestMs: 5_000,
  embedMs: 60_000,
  longestAnswerWaitMs: 5_000,
  longestEmbedWaitMs: 30_000,
  retryDelayMs: 500,
};

export interface OpenAiOptions {
  /** May be missing when `baseUrl` is given: a local server asks for none. */
  readonly apiKey?: string | undefined;
  /** Ends before `/chat/completions`. Default: OpenAI's own. */
  readonly baseUrl?: string | undefined;
  /** Default `text-embedding-3-small`. */
  readonly embeddingModel?: string | undefined;
  /** Needed for a model whose dimensions are not known by name. */
  readonly embeddingDimensions?: number | undefined;
  readonly prompts: ModelPrompts;
  readonly limits?: Partial<ModelLimits> | undefined;
}
