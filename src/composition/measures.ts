/** What Prometheus is told of the work behind HTTP. Wraps what does it, so that nothing inside knows of being measured. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLog } from '../ports/event-log.ts';
import type { AnswerModel, AnswerPart, Embedder } from '../ports/models.ts';
import type { Models } from './models.ts';

type ModelCall = 'answer' | 'suggest' | 'condense' | 'embed';
/** `stopped`: nobody waited for it any more. */
type Outcome = 'ok' | 'failed' | 'stopped';

/** Seconds. A model answers in tenths of a second, or in half a minute. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class Measures {
  readonly registry = new Registry();
  readonly #calls: Histogram<'call' | 'outcome'>;
  readonly #done: Counter<'group' | 'verdict'>;
  readonly #underWay: Gauge<'group'>;

  constructor() {
    const registers = [this.registry];
    this.#calls = new Histogram({
      name: 'chatledger_model_call_duration_seconds',
      help: 'Time from a call of a model to its end; of a streamed answer, to its last word',
      labelNames: ['call', 'outcome'],
      buckets: BUCKETS,
      registers,
    });
    this.#done = new Counter({
      name: 'chatledger_work_items_total',
      help: 'Work this process has taken from the log, by group and by what became of it',
      labelNames: ['group', 'verdict'],
      registers,
    });
    this.#underWay = new Gauge({
      name: 'chatledger_work_items_running',
      help: 'Work this process is doing now, by group',
      labelNames: ['group'],
      registers,
    });
  }

  /** The same models, each call timed. */
  models(models: Models): Models {
    const { answerModel, embedder } = models;
    return {
      answerModel: this.#answerModel(answerModel),
      embedder: this.#embedder(embedder),
      warmUp: () => models.warmUp(),
    };
  }

  /** The same log, all work taken from it counted. */
  log(log: EventLog): EventLog {
    const consume: EventLog['consume'] = (options) => {
      const { group, handle } = options;
      this.#underWay.set({ group }, 0);
      return log.consume({
        ...options,
        handle: async (event, attempt, signal) => {
          this.#underWay.inc({ group });
          try {
            const verdict = await handle(event, attempt, signal);
            this.#done.inc({ group, verdict: verdict.verdict });
            return verdict;
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
      subscribe: (options) => log.subscribe(options),
      consume,
      parkedWork: (group, limit) => log.parkedWork(group, limit),
      replayParkedWork: (group) => log.replayParkedWork(group),
      close: () => log.close(),
    };
  }

  #answerModel(model: AnswerModel): AnswerModel {
    return {
      nameFor: (chatbotModel) => model.nameFor(chatbotModel),
      answer: (request, signal) => this.#timedParts(model.answer(request, signal), signal),
      suggest: (request, answer, signal) => this.#timed('suggest', signal, model.suggest(request, answer, signal)),
      condense: (question, memory, signal, chatbotModel) =>
        this.#timed('condense', signal, model.condense(question, memory, signal, chatbotModel)),
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
      return result;
    } catch (error) {
      end({ outcome: outcomeOf(signal) });
      throw error;
    }
  }

  async *#timedParts(parts: AsyncIterable<AnswerPart>, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const end = this.#calls.startTimer({ call: 'answer' });
    // Left by who reads them, unless something else happens.
    let outcome: Outcome = 'stopped';
    try {
      yield* parts;
      outcome = 'ok';
    } catch (error) {
      outcome = outcomeOf(signal);
      throw error;
    } finally {
      end({ outcome });
    }
  }
}

const outcomeOf = (signal: AbortSignal): Outcome => (signal.aborted ? 'stopped' : 'failed');
