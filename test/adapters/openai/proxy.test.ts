import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import { answerPrompt } from '../../../src/answering/prompt/prompt.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { hasOpenssl, makeCertificates } from '../../support/servers/certificates.ts';
import { type ForwardProxy, startForwardProxy } from '../../support/servers/forward-proxy.ts';
import { openModelEndpoint } from '../../support/servers/model-endpoint.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const signal = new AbortController().signal;

describe('A model endpoint behind a proxy', () => {
  let proxy: ForwardProxy;
  beforeEach(async () => {
    proxy = await startForwardProxy();
  });
  afterEach(() => proxy.close());

  it('is asked for answers and embeddings through it, with the credentials of its URL', async () => {
    const endpoint = await openModelEndpoint();
    onTestFinished(() => endpoint.close());
    const proxyUrl = proxy.url.replace('//', '//user:p%40ss@');
    const options = { baseUrl: endpoint.url, proxyUrl, embeddingModel: 'local', embeddingDimensions: 8 };
    const { languageModel, embedder } = openOpenAiModels(options);
    const stream = languageModel.stream(answerPrompt(beeRequest), { model: 'gpt-4o-mini', signal });
    expect(await collect(stream)).toBe('Bees pollinate flowers [1].');
    expect(await embedder.embed(['Bees'], signal)).toHaveLength(1);
    expect(proxy.passed).toEqual([`POST ${endpoint.url}/chat/completions`, `POST ${endpoint.url}/embeddings`]);
    const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(proxy.authorizations).toEqual([credentials, credentials]);
  });

  it.skipIf(!hasOpenssl())('is asked through a tunnel when it has TLS, so that the proxy reads nothing', async () => {
    const { authority, certificate, key } = makeCertificates(temporaryDirectory());
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, readFileSync(authority, 'utf8')]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content: 'What do bees eat?' } }] }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { languageModel } = openOpenAiModels({ baseUrl: `https://localhost:${port}/v1`, proxyUrl: proxy.url });
    const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 5_000, signal };
    expect(await languageModel.complete([{ role: 'user', content: 'Bees?' }], whole)).toBe('What do bees eat?');
    expect(proxy.passed).toEqual([`CONNECT localhost:${port}`]);
  });

  it('is away when the proxy is', async () => {
    await proxy.close();
    const { languageModel } = openOpenAiModels({ baseUrl: 'https://models.example/v1', proxyUrl: proxy.url });
    const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 5_000, signal };
    await expect(languageModel.complete([{ role: 'user', content: 'Bees?' }], whole)).rejects.toThrow('(ECONNREFUSED)');
    proxy = await startForwardProxy();
  });
});
