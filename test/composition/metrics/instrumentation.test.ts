import { describe, expect, it } from 'vitest';
import type { AnswerPart, AnswerRequest } from '../../../src/answering/generators/answer-generator.ts';
import { Instrumentation } from '../../../src/composition/metrics/instrumentation.ts';
import { ModelAvailability } from '../../../src/composition/models/model-availability.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import type { ConsumeOptions, EventLog, StoredEvent, WorkResult } from '../../../src/ports/event-log.ts';
import { NO_LOGGER } from '../../../src/ports/logger.ts';

const request = { chatbot: { model: 'm' }, passages: [], memory: [] } as unknown as AnswerRequest;
const never = new AbortController().signal;
/** By the clock of all nodes, which is not that of this machine. */
const RECORDED_AT = Date.UTC(2020, 0, 1);

function modelsThat(answer: () => AsyncGenerator<AnswerPart>): Models {
  return {
    loadAnswerGenerator: async () => ({
      citesAll: false,
      nameFor: () => 'one',
      answer,
      condense: async (question) => question,
    }),
    embedder: { id: 'e/2', dimensions: 2, kind: 'model', embed: () => Promise.reject(new Error('away')) },
    probeLanguageModel: null,
  };
}

/** Value by labels. Of a histogram, how many were observed. */
async function countsOf({ registry }: Instrumentation, name: string): Promise<Record<string, number>> {
  const lines = (await registry.getSingleMetricAsString(name)).split('\n');
  const counts = lines.flatMap((line) => {
    const [, labels, value] = new RegExp(`^${name}(?:_count)?\\{(.*)\\} (\\S+)$`).exec(line) ?? [];
    return labels === undefined
      ? []
      : [[labels.replaceAll(/\w+="(\w+)"/g, '$1').replace(',', ' '), Number(value)] as const];
  });
  return Object.fromEntries(counts);
}

describe('A call of a model', () => {
  async function* twoWords(): AsyncGenerator<AnswerPart> {
    yield { kind: 'text', text: 'two ' };
    yield { kind: 'text', text: 'words' };
  }

  it('is counted by how it ended: well, failed, or left by who asked', async () => {
    const measures = new Instrumentation(new ModelAvailability(NO_LOGGER));
    const { loadAnswerGenerator, embedder } = measures.models(modelsThat(twoWords));
    const answerGenerator = await loadAnswerGenerator();
    const said: AnswerPart[] = [];
    for await (const part of answerGenerator.answer(request, never)) said.push(part);
    expect(said).toHaveLength(2);
    for await (const _ of answerGenerator.answer(request, never)) break;
    await expect(embedder.embed(['text'], never)).rejects.toThrow('away');
    await expect(embedder.embed(['text'], AbortSignal.abort())).rejects.toThrow('away');
    expect(await answerGenerator.condense('and now?', [], never, 'one')).toBe('and now?');
    expect(await countsOf(measures, 'chatledger_model_call_duration_seconds')).toEqual({
      'answer ok': 1,
      'answer stopped': 1,
      'embed failed': 1,
      'embed stopped': 1,
      'condense ok': 1,
    });
  });

  it('that breaks off while it answers has failed', async () => {
    const measures = new Instrumentation(new ModelAvailability(NO_LOGGER));
    const { loadAnswerGenerator } = measures.models(
      modelsThat(async function* () {
        yield { kind: 'text', text: 'one' };
        throw new Error('broke off');
      }),
    );
    const answerGenerator = await loadAnswerGenerator();
    await expect(Array.fromAsync(answerGenerator.answer(request, never))).rejects.toThrow('broke off');
    expect(await countsOf(measures, 'chatledger_model_call_duration_seconds')).toEqual({ 'answer failed': 1 });
  });
});

describe('Work from the log', () => {
  it('is counted while it runs, and by what became of it', async () => {
    const measures = new Instrumentation(new ModelAvailability(NO_LOGGER));
    const consumed: ConsumeOptions[] = [];
    const log = measures.log(
      {
        consume: (options: ConsumeOptions) => consumed.push(options),
        countParkedWork: async () => 1,
      } as unknown as EventLog,
      'sqlite',
      { now: () => RECORDED_AT + 60_000 },
    );
    const running = Promise.withResolvers<WorkResult>();
    const verdicts = [running.promise, running.promise, Promise.reject(new Error('failed'))];
    const filter = {};
    log.consume({
      group: 'g',
      filter,
      concurrency: 1,
      maxAttempts: 1,
      handle: () => verdicts.shift() ?? running.promise,
    });
    const [options] = consumed;
    const event = { recordedAt: RECORDED_AT, metadata: {} } as StoredEvent;
    expect(await countsOf(measures, 'chatledger_work_item_oldest_age_seconds')).toEqual({ g: 0 });
    const handled = options?.handle(event, 1, never);
    expect(await countsOf(measures, 'chatledger_work_items_running')).toEqual({ g: 1 });
    const younger = { ...event, recordedAt: RECORDED_AT + 50_000 };
    const alsoHandled = options?.handle(younger, 1, never);
    expect(await countsOf(measures, 'chatledger_work_item_oldest_age_seconds')).toEqual({ g: 60 });
    running.resolve({ kind: 'ack' });
    expect(await Promise.all([handled, alsoHandled])).toEqual([{ kind: 'ack' }, { kind: 'ack' }]);
    await expect(options?.handle(event, 1, never)).rejects.toThrow('failed');
    expect(await countsOf(measures, 'chatledger_work_items_running')).toEqual({ g: 0 });
    expect(await countsOf(measures, 'chatledger_work_items_total')).toEqual({ 'g done': 2, 'g retry': 1, 'g park': 0 });
    expect(await countsOf(measures, 'chatledger_work_item_oldest_age_seconds')).toEqual({ g: 0 });
    expect(await countsOf(measures, 'chatledger_work_items_parked')).toEqual({ g: 1 });
  });
});
