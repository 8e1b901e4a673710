/** A rolling upgrade to another embedding model or analysis of words: nodes of both kinds run at once. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import { TestService } from '../../support/http/service.ts';
import { ownInstallation, sharesStores } from './support.ts';

function modelsNamed(name: string): Models {
  const embedder = { ...createOfflineEmbedder(), id: name };
  return { loadAnswerGenerator: async () => extractiveAnswers(), embedder, probeLanguageModel: null };
}

it.runIf(sharesStores)('Nodes of two embedding models leave each other their indexes', async () => {
  const installation = await ownInstallation();
  const start = async (name: string) => {
    const node = await TestService.start({}, { installation, models: modelsNamed(name) });
    onTestFinished(() => node.stop());
    return node;
  };
  const indexBuilding = async (node: TestService) =>
    JSON.parse((await node.call('GET', '/readyz')).text).checks.indexBuilding;
  const old = await start('one');
  const owner = await old.owner();
  const { id } = await owner.chatbot();
  await owner.text(id, 'Bakery', 'The bakery opens at eight on Sundays.');
  const next = await start('two');
  await vi.waitFor(
    async () => expect(await indexBuilding(next)).toMatchObject({ state: 'whole', otherIndexes: [expect.any(String)] }),
    { timeout: 30_000, interval: 100 },
  );
  for (const node of [old, next]) {
    const body = { message: 'When does the bakery open on Sundays?' };
    const { data } = await owner.at(node).call<{ response: string }>('POST', `/chatbots/${id}/chat`, { body });
    expect(data.response).toContain('eight');
    expect(await node.running.stores.searchIndex.previousIndexes()).toHaveLength(1);
  }
});
