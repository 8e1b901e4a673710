/** Wraps ports and generators, so that the code inside knows nothing of metrics. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerGenerator, AnswerPart } from '../answering/answer-generator.ts';
import type { EventLog, WorkResult } from '../ports/event-log.ts';
import type { Embedder } from '../ports/models.ts';
import type { ModelAvailability } from './model-availability.ts';
import type { Models } from './models.ts';

type ModelCall = 'answer' | 'condense' | 'embed';
/** `stopped`: the client disconnected. */
type Outcome = 'ok' | 'failed' | 'stopped';

/** Seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Label values as documented; they are older than the names in the code. */
const RESULT_LABELS = { ack: 'done', retry: 'retry', park: 'park' } as const satisfies Record<
  WorkResult['kind'],
  string
>;

export class Instrumentation {
  readonly registry = new Registry();
  readonly #availability: ModelAvailability;
  readonly #calls: Histogram<'call' | 'outcome'>;
  readonly #done: Counter<'group' | 'verdict'>;
  readonly #underWay: Gauge<'group'>;

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
    this.#done = new Counter({
      name: 'chatledger_work_items_total',
      help: 'Work items taken from the log, by group and result',
      labelNames: ['group', 'verdict'],
      registers,
    });
    this.#underWay = new Gauge({
      name: 'chatledger_work_items_running',
      help: 'Work items in progress, by group',
      labelNames: ['group'],
      registers,
    });
  }

  models(models: Models): Models {
    const { answerGenerator, embedder } = models;
    return {
      answerGenerator: this.#answerGenerator(answerGenerator),
      embedder: this.#embedder(embedder),
      probeLanguageModel: models.probeLanguageModel,
    };
  }

  log(log: EventLog): EventLog {
    const consume: EventLog['consume'] = (options) => {
      const { group, handle } = options;
      this.#underWay.set({ group }, 0);
      return log.consume({
        ...options,
        handle: async (event, attempt, signal) => {
          this.#underWay.inc({ group });
          try {
            const result = await handle(event, attempt, signal);
            this.#done.inc({ group, verdict: RESULT_LABELS[result.kind] });
            return result;
          } catch (error) {
            this.#done.inc({ group, verdict: 'retry' });
            throw error;
          } finally {
            this.#underWay.dec({ group });
          }
        },
      });
    };
    return {
      append: (...to) => log.append(...to),
      readStream: (...of) => log.readStream(...of),
      readAll: (options) => log.readAll(options),
      head: () => log.head(),
      eventAt: (position) => log.eventAt(position),
      readLatest: (limit) => log.readLatest(limit),
      readEvents: (places) => log.readEvents(places),
      subscribe: (options) => log.subscribe(options),
      consume,
      parkedWork: (group, limit) => log.parkedWork(group, limit),
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
    };
  }

  #embedder(embedder: Embedder): Embedder {
    const { id, dimensions, kind } = embedder;
    const embed: Embedder['embed'] = (texts, signal) => this.#timed('embed', signal, embedder.embed(texts, signal));
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
