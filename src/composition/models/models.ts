import { createOfflineEmbedder } from '../../adapters/offline/embedder.ts';
import { limitsFor, type UsageObserver } from '../../adapters/openai/options.ts';
import type { AnswerGenerator } from '../../answering/generators/answer-generator.ts';
import { loadExtractiveAnswers } from '../../answering/load-answering.ts';
import type { Config } from '../../config.ts';
import { DEFAULT_CONFIGURATION } from '../../domain/chatbot/configuration.ts';
import type { Embedder } from '../../ports/models.ts';
import { type LanguageModelProbe, languageModelProbe } from './model-probe.ts';

export interface Models {
  readonly loadAnswerGenerator: () => Promise<AnswerGenerator>;
  readonly embedder: Embedder;
  /** One small completion; null without a language model. @throws ModelUnavailable */
  readonly probeLanguageModel: LanguageModelProbe | null;
}

/** Extracts answers from the content where no language model is configured. @throws Error that names what is missing */
export async function openModels({ openai }: Config, onUsage: UsageObserver): Promise<Models> {
  if (openai === null) {
    return {
      loadAnswerGenerator: loadExtractiveAnswers,
      embedder: createOfflineEmbedder(),
      probeLanguageModel: null,
    };
  }
  const { openOpenAiModels } = await import('../../adapters/openai/models.ts');
  const { languageModel, embedder } = openOpenAiModels({
    apiKey: openai.apiKey ?? undefined,
    baseUrl: openai.baseUrl ?? undefined,
    proxyUrl: openai.proxyUrl ?? undefined,
    modelNames: openai.chatModels,
    embeddingModel: openai.embeddingModel ?? undefined,
    embeddingDimensions: openai.embeddingDimensions ?? undefined,
    limits: limitsFor(openai.timeoutSeconds),
    onUsage,
  });
  return {
    loadAnswerGenerator: async () => {
      const { modelAnswers } = await import('../../answering/model-answers.ts');
      return modelAnswers(languageModel);
    },
    embedder: openai.embeddingModel === null ? createOfflineEmbedder() : embedder,
    probeLanguageModel: languageModelProbe(languageModel, DEFAULT_CONFIGURATION.chatbotModel),
  };
}
