/** Search indexes and a migration: the target's is built by the embedding model of the migration, from the stored texts. */
import { describe, expect, test } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import type { Profile } from '../../../src/composition/migration/sides.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import type { Installation } from '../../support/engines/engines.ts';
import { emptyEnd, migrateEnds, withService } from '../../support/http/migrated-installation.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { sharesStores } from '../nodes/support.ts';

const SOURCES = [
  ['Bakery', 'The bakery opens at eight on Sundays and at six on all other days.'],
  ['Parking', 'Guests may park their cars behind the old mill at any time.'],
] as const;
const QUESTIONS = [
  ['When does the bakery open on Sundays?', 'eight'],
  ['Where may guests park their cars?', 'mill'],
] as const;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** @param held called with each text before it is embedded */
function modelOf(id: string, held: (text: string) => Promise<void> = async () => undefined): Models {
  const offline = createOfflineEmbedder();
  const embed: typeof offline.embed = async (texts, signal) => {
    for (const text of texts) await Promise.race([held(text), aborted(signal)]);
    return offline.embed(texts, signal);
  };
  const { dimensions } = offline;
  return {
    loadAnswerGenerator: async () => extractiveAnswers(),
    embedder: { id, dimensions, kind: 'model', embed },
    probeLanguageModel: null,
  };
}

async function newSources(source: Installation): Promise<{ readonly owner: Owner; readonly chatbotId: string }> {
  const service = await TestService.start({}, { installation: source, models: modelOf('older') });
  const owner = await service.owner();
  const { id: chatbotId } = await owner.chatbot();
  for (const [title, content] of SOURCES) await owner.text(chatbotId, title, content);
  await service.stop();
  return { owner, chatbotId };
}

/** Starts with the model of the migration, which never embeds the second source. */
async function leaveMigrationPending(source: Installation): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const models = modelOf(createOfflineEmbedder().id, (text) => {
    if (!text.includes('mill')) return Promise.resolve();
    reached.resolve();
    return new Promise(() => undefined);
  });
  const service = await TestService.start({}, { installation: source, models });
  await reached.promise;
  expect(await service.running.stores.searchIndex.previousIndexes()).toHaveLength(1);
  await service.stop();
}

describe.runIf(sharesStores)('An installation whose index is being migrated', { timeout: 120_000 }, () => {
  test.each<Profile>(['distributed', 'embedded'])('migrates, and has a whole index there (%s)', async (to) => {
    const source = await emptyEnd(to === 'embedded' ? 'distributed' : 'embedded');
    const { owner, chatbotId } = await newSources(source);
    await leaveMigrationPending(source);
    const target = await emptyEnd(to);
    expect((await migrateEnds({ ...source.environment, ...target.environment }, to)).notes).toEqual([]);
    await withService(target, async (service) => {
      expect(await service.running.stores.searchIndex.previousIndexes()).toEqual([]);
      for (const [message, answer] of QUESTIONS) {
        const path = `/chatbots/${chatbotId}/chat`;
        const asked = await owner.at(service).call<{ response: string }>('POST', path, { body: { message } });
        expect(asked.data.response).toContain(answer);
      }
    });
  });

  test('does not migrate to an Elasticsearch that holds passages of an earlier migration', async () => {
    const source = await emptyEnd('embedded');
    await newSources(source);
    const first = await emptyEnd('distributed');
    await migrateEnds({ ...source.environment, ...first.environment }, 'distributed');
    const second = await emptyEnd('distributed');
    const ELASTICSEARCH_URL = first.environment.ELASTICSEARCH_URL ?? '';
    const ends = { ...source.environment, ...second.environment, ELASTICSEARCH_URL };
    await expect(migrateEnds(ends, 'distributed')).rejects.toThrow(
      /^The target is not empty: the engines of .+ ELASTICSEARCH_URL holds? the index \S+-passages-\S+\. Name an empty one\.$/,
    );
  });
});
