/** Another embedding model: its index is built beside the old one, out of stored text, while questions are answered. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import { type Embedder, ModelUnavailable } from '../../../src/ports/models.ts';
import type { IndexMigrationStatus } from '../../../src/workers/ingestion/index-migration.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { TestService } from '../../support/http/service.ts';
import { page, startTestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const QUESTIONS = [
  ['When does the bakery open on Sundays?', 'eight'],
  ['Where may guests park their cars?', 'mill'],
  ['How long is the warranty of a kettle?', 'seven years'],
] as const;
const LAST_READ = 'warranty of every kettle';

interface TestModel {
  readonly models: Models;
  /** Texts that were sent to the model. */
  readonly embedded: string[];
}

/** @param held what the model does with a text that is not to be embedded yet */
function modelOf(name: string, held: (text: string) => Promise<void> = async () => undefined): TestModel {
  const embedded: string[] = [];
  const offline = createOfflineEmbedder();
  const embedder: Embedder = {
    id: `${name}/${offline.dimensions}`,
    dimensions: offline.dimensions,
    kind: 'model',
    async embed(texts, signal) {
      for (const text of texts) {
        if (text.includes(LAST_READ)) await Promise.race([held(text), aborted(signal)]);
      }
      embedded.push(...texts);
      return offline.embed(texts, signal);
    },
  };
  return {
    models: { loadAnswerGenerator: async () => extractiveAnswers(), embedder, probeLanguageModel: null },
    embedded,
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

async function ask(service: TestService, chatbotId: string, question: string): Promise<string> {
  const { chat } = service.running.application;
  const asked = { chatbotId, message: question, history: [] };
  const answer = await chat.askAsOwner(asked, new AbortController().signal);
  if (!answer.ok) return 'rejected';
  const last = (await Array.fromAsync(answer.value)).at(-1);
  return last?.kind === 'complete' ? last.answer.response : 'failed';
}

async function expectAllAnswered(service: TestService, chatbotId: string): Promise<void> {
  for (const [question, expected] of QUESTIONS) expect(await ask(service, chatbotId, question)).toContain(expected);
}

async function building(service: TestService): Promise<IndexMigrationStatus> {
  const { data, text } = await service.call<unknown>('GET', '/readyz');
  return (data ?? JSON.parse(text)).checks.indexBuilding;
}

describe('A change of the embedding model', () => {
  it('reads no source again, finds at every moment what was found before, and goes on where it was stopped', async () => {
    const site = await startTestSite({
      '/': page('Kettles', 'The warranty of every kettle that we sell lasts for seven years from its purchase.'),
    });
    onTestFinished(() => site.close());
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const environment = { DATA_DIR: temporaryDirectory(), CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' };
    const start = (models: Models) => TestService.start(environment, { installation, models });

    const before = await start(modelOf('one').models);
    const owner = await before.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Bakery', 'The bakery opens at eight on Sundays and at six on all other days.');
    await owner.text(id, 'Parking', 'Guests may park their cars behind the old mill at any time.');
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'url', sourceUrl: `${site.url}/` } });
    await owner.trained(id);
    await expectAllAnswered(before, id);
    await before.stop();
    const fetched = site.requests.length;

    // The model hangs at the last source: the new index has a part of the chatbot, the old one has all of it.
    const reached = Promise.withResolvers<void>();
    const hanging = modelOf('two', () => {
      reached.resolve();
      return new Promise(() => undefined);
    });
    const during = await start(hanging.models);
    await reached.promise;
    await expectAllAnswered(during, id);
    expect(await building(during)).toMatchObject({ state: 'building', otherIndexes: [expect.any(String)] });
    // A source that is added meanwhile is in the new index, and found.
    const another = await during.owner();
    const added = await another.chatbot();
    await another.text(added.id, 'Delivery', 'We deliver flowers to your door on the day of your order.');
    expect(await ask(during, added.id, 'When do you deliver flowers?')).toContain('on the day');
    await during.stop();

    const going = modelOf('two');
    const after = await start(going.models);
    onTestFinished(() => after.stop());
    let asked = 0;
    const missed: unknown[] = [];
    await vi.waitFor(
      async () => {
        const { state } = await building(after);
        await expectAllAnswered(after, id).catch((error: unknown) => missed.push(error));
        asked += 1;
        expect(state).toBe('whole');
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(missed).toEqual([]);
    expect(asked).toBeGreaterThan(5);
    // Where nodes share the index, those of the release before may still use the other one.
    const retained = installation.environment.ELASTICSEARCH_URL === undefined ? 0 : 1;
    expect((await building(after)).otherIndexes).toHaveLength(retained);
    expect(await after.running.stores.searchIndex.previousIndexes()).toHaveLength(retained);
    await expectAllAnswered(after, id);
    expect(await ask(after, added.id, 'When do you deliver flowers?')).toContain('on the day');
    expect(site.requests.length).toBe(fetched);
    const paidAgain = going.embedded.filter((text) => !QUESTIONS.some(([question]) => question === text));
    expect(paidAgain.filter((text) => text.includes('bakery opens') || text.includes('old mill'))).toEqual([]);
    expect(paidAgain.filter((text) => text.includes(LAST_READ))).toHaveLength(1);
  });

  it('waits for a model that is away, and answers meanwhile', async () => {
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const environment = { DATA_DIR: temporaryDirectory() };
    const before = await TestService.start(environment, { installation, models: modelOf('one').models });
    const owner = await before.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Kettles', `The ${LAST_READ} lasts for seven years.`);
    await before.stop();
    const away = modelOf('two', () => Promise.reject(new ModelUnavailable('Too many requests')));
    const during = await TestService.start(environment, { installation, models: away.models });
    onTestFinished(() => during.stop());
    await vi.waitFor(async () => expect((await building(during)).state).toBe('waiting for the model'), {
      timeout: 10_000,
    });
    expect(await ask(during, id, 'How long is the warranty of a kettle?')).toContain('seven years');
    expect((await building(during)).otherIndexes).toHaveLength(1);
  });
});
