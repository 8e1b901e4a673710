/** Wraps ports and generators, so that the code inside knows nothing of metrics. */
import { Histogram, Registry } from 'prom-client';
import type { AnswerGenerator, AnswerPart } from '../../answering/generators/answer-generator.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Embedder } from '../../ports/models.ts';
import type { ModelAvailability } from '../models/model-availability.ts';
import type { Models } from '../models/models.ts';
import {
  type DatabaseSystem,
  tracedAppend,
  tracedConsume,
  tracedEmbedding,
  tracedGenerator,
} from '../tracing/traced-stores.ts';
import { WorkMetrics } from './work-metrics.ts';

type ModelCall = 'answer' | 'condense' | 'embed';
/** `stopped`: the client disconnected. */
type Outcome = 'ok' | 'failed' | 'stopped';

/** Seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class Instrumentation {
  readonly registry = new Registry();
  readonly #availability: ModelAvailability;
  readonly #calls: Histogram<'call' | 'outcome'>;

  constructor(availability: ModelAvailability) {
    this.#availability = availability;
    const registers = [this.registry];
    this.#calls = new Histogram({
      name: 'chatledger_model_call_duration_seconds',
      help: 'Duration of model calls, of streamed answers until the last token',
      labelNames: ['call', 'outcome'],
      buckets: BUCKETS,
      registers,
    });
  }

  models(models: Models): Models {
    const { loadAnswerGenerator, embedder } = models;
    return {
      loadAnswerGenerator: async () => tracedGenerator(this.#answerGenerator(await loadAnswerGenerator())),
      embedder: this.#embedder(embedder),
      probeLanguageModel: models.probeLanguageModel,
    };
  }

  log(log: EventLog, system: DatabaseSystem, clock: Clock): EventLog {
    const work = new WorkMetrics(this.registry, log, clock);
    return {
      append: tracedAppend((...to) => log.append(...to), system),
      readStream: (...of) => log.readStream(...of),
      readAll: (options) => log.readAll(options),
      head: () => log.head(),
      eventAt: (position) => log.eventAt(position),
      readLatest: (limit) => log.readLatest(limit),
      readEvents: (places) => log.readEvents(places),
      subscribe: (options) => log.subscribe(options),
      consume: (options) => work.consume(log, tracedConsume(options)),
      parkedWork: (group, limit) => log.parkedWork(group, limit),
      countParkedWork: (group, limit) => log.countParkedWork(group, limit),
      replayParkedWork: (group) => log.replayParkedWork(group),
      close: () => log.close(),
    };
  }

  #answerGenerator(generator: AnswerGenerator): AnswerGenerator {
    return {
      nameFor: (chatbotModel) => generator.nameFor(chatbotModel),
      citesAll: generator.citesAll,
      answer: (request, signal, onPrompt) => this.#timedParts(generator.answer(request, signal, onPrompt), signal),
      condense: (question, memory, signal, chatbotModel) =>
        this.#timed('condense', signal, generator.condense(question, memory, signal, chatbotModel)),
      warmUp: async () => generator.warmUp?.(),
    };
  }

  #embedder(embedder: Embedder): Embedder {
    const { id, dimensions, kind } = embedder;
    const embed: Embedder['embed'] = (texts, signal) =>
      tracedEmbedding(id, () => this.#timed('embed', signal, embedder.embed(texts, signal)));
    return { id, dimensions, kind, embed };
  }

  async #timed<Result>(call: ModelCall, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
    const end = this.#calls.startTimer({ call });
    try {
      const result = await work;
      end({ outcome: 'ok' });
      // Other calls fall back without an error, so their success says nothing about the model.
      if (call === 'embed') this.#availability.succeeded('embedding model');
      return result;
    } catch (error) {
      end({ outcome: outcomeOf(signal) });
      if (call === 'embed' && !signal.aborted) this.#availability.failed('embedding model', error);
      throw error;
    }
  }

  async *#timedParts(parts: AsyncIterable<AnswerPart>, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const end = this.#calls.startTimer({ call: 'answer' });
    // The outcome when the reader stops iterating.
    let outcome: Outcome = 'stopped';
    try {
      yield* parts;
      outcome = 'ok';
      this.#availability.succeeded('language model');
    } catch (error) {
      outcome = outcomeOf(signal);
      if (outcome === 'failed') this.#availability.failed('language model', error);
      throw error;
    } finally {
      end({ outcome });
    }
  }
}

const outcomeOf = (signal: AbortSignal): Outcome => (signal.aborted ? 'stopped' : 'failed');
