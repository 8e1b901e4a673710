import type { AnswerModel, Embedder } from '../../ports/models.ts';
import { openAiAnswerModel } from './answer-model.ts';
import { lazyClient } from './client.ts';
import { openAiEmbedder } from './embedder.ts';
import { embeddingDimensions } from './embedding-dimensions.ts';
import { DEFAULT_LIMITS, type OpenAiOptions } from './options.ts';

export interface OpenAiModels {
  readonly answerModel: AnswerModel;
  readonly embedder: Embedder;
  /** Loads the client, which holds the event loop for a moment: better once the server listens than in the first answer. */
  warmUp(): Promise<void>;
}

const DEFAULT_EMBEDDING_MODEL = 'text-embedding-3-small';

/**
 * Models behind OpenAI's interface: OpenAI, Azure, Ollama, vLLM. Opens nothing before the first call.
 * @throws Error that names EMBEDDING_DIMENSIONS when it is missing or cannot be
 */
export function openOpenAiModels(options: OpenAiOptions): OpenAiModels {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const embeddingModel = options.embeddingModel ?? DEFAULT_EMBEDDING_MODEL;
  const dimensions = embeddingDimensions(embeddingModel, options.embeddingDimensions);
  const open = lazyClient({ apiKey: options.apiKey, baseUrl: options.baseUrl, responseMs: limits.responseMs });
  return {
    answerModel: openAiAnswerModel(open, options.prompts, limits),
    embedder: openAiEmbedder(open, embeddingModel, dimensions, limits),
    warmUp: async () => void (await open()),
  };
}
