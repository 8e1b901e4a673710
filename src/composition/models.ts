import { openOfflineModels } from '../adapters/offline/answer-model.ts';
import { createOfflineEmbedder } from '../adapters/offline/embedder.ts';
import { openOpenAiModels } from '../adapters/openai/models.ts';
import type { Config } from '../config.ts';
import type { AnswerModel, Embedder } from '../ports/models.ts';
import { modelPrompts } from '../workers/answering/prompt.ts';

export interface Models {
  readonly answerModel: AnswerModel;
  readonly embedder: Embedder;
  /** Loads what the first call would otherwise wait for. */
  warmUp(): Promise<void>;
}

/** A language model when one is configured, otherwise extracts from the content itself. @throws Error that names what is missing */
export function openModels({ openai }: Config): Models {
  if (openai === null)
    return { answerModel: openOfflineModels(), embedder: createOfflineEmbedder(), warmUp: async () => undefined };
  return openOpenAiModels({
    apiKey: openai.apiKey ?? undefined,
    baseUrl: openai.baseUrl ?? undefined,
    embeddingModel: openai.embeddingModel,
    embeddingDimensions: openai.embeddingDimensions ?? undefined,
    prompts: modelPrompts,
  });
}
