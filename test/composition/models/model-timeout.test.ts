import { expect, it } from 'vitest';
import { openModels } from '../../../src/composition/models/models.ts';
import { readConfig } from '../../../src/config.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { openModelEndpoint } from '../../support/servers/model-endpoint.ts';

it('A model has MODEL_TIMEOUT seconds until the first token of an answer, and twice as many for embeddings', async () => {
  const endpoint = await openModelEndpoint();
  const signal = new AbortController().signal;
  const environment = { EMBEDDING_MODEL: 'small', EMBEDDING_DIMENSIONS: '8', MODEL_TIMEOUT: '1' };
  const read = readConfig({}, { OPENAI_BASE_URL: endpoint.url, ...environment });
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const { loadAnswerGenerator, embedder } = await openModels(read.config, () => undefined);
  const answerGenerator = await loadAnswerGenerator();
  const after = (milliseconds: number) =>
    ({ kind: 'wait', until: new Promise<void>((resolve) => setTimeout(resolve, milliseconds)) }) as const;
  endpoint.faults.push(after(1_500), after(1_500));
  const [answer, vectors] = await Promise.allSettled([
    collect(answerGenerator.answer(beeRequest, signal)),
    embedder.embed(['bees'], signal),
  ]);
  expect([answer.status, vectors.status]).toEqual(['rejected', 'fulfilled']);
  await endpoint.close();
});
