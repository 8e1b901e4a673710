/** Spans around stores and models, so that the code inside knows nothing of traces. */
import type { UsageObserver } from '../../adapters/openai/options.ts';
import type { AnswerGenerator } from '../../answering/generators/answer-generator.ts';
import { iterateInSpan, linksTo, SpanKind, trace, withSpan } from '../../lib/tracing.ts';
import type { ConsumeOptions, EventLog } from '../../ports/event-log.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

/** Name of a store's system by OpenTelemetry's conventions. */
export type DatabaseSystem = 'sqlite' | 'eventstoredb' | 'elasticsearch';

const client = (system: DatabaseSystem, operation: string, collection: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': system, 'db.operation.name': operation, 'db.collection.name': collection },
});

/** The category of a stream; what follows names a person, a chatbot or a session. */
const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

export function tracedAppend(append: EventLog['append'], system: DatabaseSystem): EventLog['append'] {
  return (stream, expected, events) => {
    const category = categoryOf(stream);
    return withSpan(`append ${category}`, client(system, 'append', category), () => append(stream, expected, events));
  };
}

/** A trace of its own, since a crawl may take hours; linked to the request that caused the work. */
export function tracedConsume({ handle, ...options }: ConsumeOptions): ConsumeOptions {
  const { group } = options;
  return {
    ...options,
    handle: (event, attempt, signal) => {
      const attributes = { 'messaging.operation.name': 'process', 'messaging.consumer.group.name': group };
      const links = linksTo(event.metadata.traceparent);
      return withSpan(`process ${group}`, { kind: SpanKind.CONSUMER, root: true, links, attributes }, async (span) => {
        const result = await handle(event, attempt, signal);
        span.setAttribute('chatledger.result', result.kind);
        return result;
      });
    },
  };
}

export function tracedSearch(index: SearchIndex, system: DatabaseSystem): SearchIndex {
  const traced = <Result>(operation: string, work: () => Promise<Result>): Promise<Result> =>
    withSpan(`${operation} passages`, client(system, operation, 'passages'), work);
  return {
    putPassages: (passages) => traced('put', () => index.putPassages(passages)),
    refresh: () => index.refresh(),
    search: (query) => traced('search', () => index.search(query)),
    getPassages: (chatbotId, ids) => traced('get', () => index.getPassages(chatbotId, ids)),
    countPassages: (chatbotId, generation) => index.countPassages(chatbotId, generation),
    deleteGeneration: (chatbotId, generation) => index.deleteGeneration(chatbotId, generation),
    deleteSource: (chatbotId, sourceId) => index.deleteSource(chatbotId, sourceId),
    deleteChatbot: (chatbotId) => index.deleteChatbot(chatbotId),
    previousIndexes: () => index.previousIndexes(),
    close: () => index.close(),
  };
}

const modelCall = (operation: 'chat' | 'embeddings', model: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model },
});

export function tracedGenerator(generator: AnswerGenerator): AnswerGenerator {
  return {
    nameFor: (chatbotModel) => generator.nameFor(chatbotModel),
    citesAll: generator.citesAll,
    answer: (request, signal, onPrompt) => {
      const model = generator.nameFor(request.chatbot.model);
      return iterateInSpan(`chat ${model}`, modelCall('chat', model), generator.answer(request, signal, onPrompt));
    },
    condense: (question, memory, signal, chatbotModel) => {
      const model = generator.nameFor(chatbotModel);
      const work = () => generator.condense(question, memory, signal, chatbotModel);
      return withSpan(`condense ${model}`, modelCall('chat', model), work);
    },
    warmUp: async () => generator.warmUp?.(),
  };
}

export const tracedEmbedding = <Result>(model: string, work: () => Promise<Result>): Promise<Result> =>
  withSpan(`embeddings ${model}`, modelCall('embeddings', model), work);

const USAGE = {
  prompt: 'gen_ai.usage.input_tokens',
  completion: 'gen_ai.usage.output_tokens',
  embedding: 'gen_ai.usage.input_tokens',
} as const;

/** Usage is reported within the span of the call. */
export const tracedUsage =
  (observer: UsageObserver): UsageObserver =>
  (model, kind, tokens) => {
    trace.getActiveSpan()?.setAttribute(USAGE[kind], tokens);
    observer(model, kind, tokens);
  };
