import type { Embedder, LanguageModel, StreamOptions } from '../../ports/models.ts';
import { embeddingDimensions } from '../../ports/shared-settings/embedding-dimensions.ts';
import { lazyClient } from './client.ts';
import { maxEmbeddingBytes, OpenAiEmbedder } from './embedder.ts';
import { openAiLanguageModel } from './language-model.ts';
import { DEFAULT_LIMITS, type OpenAiOptions, type UsageObserver } from './options.ts';

export interface OpenAiModels {
  readonly languageModel: LanguageModel;
  readonly embedder: Embedder;
}

/** Without streaming, a model writes a standalone question or three suggestions. */
const MAX_COMPLETION_BYTES = 1024 * 1024;
const DEFAULT_EMBEDDING_MODEL = 'text-embedding-3-small';

/**
 * Models of OpenAI, Azure, Ollama, vLLM and other OpenAI-compatible endpoints. Connects on the first call.
 * @throws Error that names EMBEDDING_DIMENSIONS when it is missing or invalid
 */
export function openOpenAiModels(options: OpenAiOptions): OpenAiModels {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const embeddingModel = options.embeddingModel ?? DEFAULT_EMBEDDING_MODEL;
  const dimensions = embeddingDimensions(embeddingModel, options.embeddingDimensions ?? null);
  const { apiKey, baseUrl, proxyUrl } = options;
  const open = (responseMs: number, maxResponseBytes: number) =>
    lazyClient({ apiKey, baseUrl, proxyUrl, responseMs, maxResponseBytes });
  const onUsage: UsageObserver = options.onUsage ?? (() => undefined);
  return {
    languageModel: withNames(
      openAiLanguageModel(open(limits.responseMs, MAX_COMPLETION_BYTES), limits, onUsage),
      options.modelNames,
    ),
    embedder: new OpenAiEmbedder({
      open: open(limits.embedMs, maxEmbeddingBytes(dimensions)),
      model: embeddingModel,
      dimensions,
      limits,
      onUsage,
    }),
  };
}

function withNames(model: LanguageModel, names: OpenAiOptions['modelNames']): LanguageModel {
  const named = <Options extends StreamOptions>(options: Options): Options => ({
    ...options,
    model: names?.get(options.model) ?? options.model,
  });
  return {
    stream: (messages, options) => model.stream(messages, named(options)),
    complete: (messages, options) => model.complete(messages, named(options)),
  };
}
