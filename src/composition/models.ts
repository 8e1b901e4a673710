import { openOfflineModels } from '../adapters/offline/answer-model.ts';
import { openThreadedEmbedder } from '../adapters/offline/threaded-embedder.ts';
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

/** Models that were opened here, and how to let go of what they hold. */
export interface OpenedModels extends Models {
  close(): Promise<void>;
}

/** A language model when one is configured, otherwise extracts from the content itself. @throws Error that names what is missing */
export function openModels({ openai }: Config): OpenedModels {
  if (openai === null) {
    const embedder = openThreadedEmbedder();
    const close = () => embedder.close();
    return { answerModel: openOfflineModels(), embedder, warmUp: async () => undefined, close };
  }
  const models = openOpenAiModels({
    apiKey: openai.apiKey ?? undefined,
    baseUrl: openai.baseUrl ?? undefined,
    embeddingModel: openai.embeddingModel,
    embeddingDimensions: openai.embeddingDimensions ?? undefined,
    prompts: modelPrompts,
  });
  return { ...models, close: async () => undefined };
}
