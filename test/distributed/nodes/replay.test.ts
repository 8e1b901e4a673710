/** `npm run audit -- replay` over the engines that nodes share. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../support/processes/service-process.ts';
import { openModelEndpoint } from '../../support/servers/model-endpoint.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

describe.skipIf(!sharesStores)('A replay over the engines', () => {
  it('compares the vectors of a model with those cached in MongoDB', { timeout: 60_000 }, async () => {
    const model = await openModelEndpoint();
    onTestFinished(() => model.close());
    const installation = await ownInstallation();
    const embeddings = { EMBEDDING_MODEL: 'tiny', EMBEDDING_DIMENSIONS: String(model.dimensions) };
    const settings = { OPENAI_BASE_URL: model.url, ...embeddings };
    const owner = await (await nodeOf(installation, settings)).owner();
    const { id } = await owner.chatbot();
    const body = { type: 'text', title: 'Hours', content: 'We are open from nine to five.' };
    expect((await owner.call('POST', `/chatbots/${id}/datasources`, { body })).status).toBe(201);
    await owner.trained(id);

    const environment = { ...installation.environment, ...settings };
    const { code, stdout, stderr } = await runProgram('src/cli/audit.ts', environment, undefined, ['replay']).exited;

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('1 passage of the search index compared, 0 differences');
  });
});
