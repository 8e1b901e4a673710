import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestService } from '../../support/http/service.ts';
import { type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';

let endpoint: ModelEndpoint;
beforeAll(async () => {
  endpoint = await openModelEndpoint();
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.probes.length = 0;
});

/** The embedder retries for some seconds before it gives up. */
const PATIENT = { timeout: 50_000, interval: 100 };

type Line = {
  readonly level: number;
  readonly msg: string;
  readonly model?: string;
  readonly err?: { readonly message: string };
};

async function modelChecks(service: TestService): Promise<unknown> {
  const { text } = await service.call('GET', '/readyz');
  return (JSON.parse(text) as { readonly checks: unknown }).checks;
}

async function startWith(environment: Readonly<Record<string, string>>) {
  const lines: Line[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const models = {
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: endpoint.url,
    EMBEDDING_MODEL: 'small',
    EMBEDDING_DIMENSIONS: '8',
  };
  const service = await TestService.start({ ...models, ...environment }, { logger });
  return { service, lines };
}

describe('A start with a model endpoint', () => {
  it('calls each model once, and tells on readyz that both answer', async () => {
    const { service } = await startWith({});
    await vi.waitFor(async () => {
      expect(await modelChecks(service)).toMatchObject({ languageModel: 'ok', embeddingModel: 'ok' });
    }, PATIENT);
    expect(endpoint.probes.map(({ path }) => path).sort()).toEqual(['/v1/chat/completions', '/v1/embeddings']);
    await service.stop();
  });

  it('embeds without the endpoint where that has no embedding model', async () => {
    const { service } = await startWith({ EMBEDDING_MODEL: 'none', CHAT_MODEL: 'llama3.2:3b' });
    await vi.waitFor(async () => {
      expect(await modelChecks(service)).toMatchObject({ languageModel: 'ok', embeddingModel: 'ok' });
    }, PATIENT);
    expect(endpoint.probes.map(({ path, body }) => [path, body.model])).toEqual([
      ['/v1/chat/completions', 'llama3.2:3b'],
    ]);
    await service.stop();
  });

  it('warns of an address where nobody answers, and serves all the same', async () => {
    const { service, lines } = await startWith({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    await vi.waitFor(async () => {
      const failing = { failing: expect.stringContaining('ECONNREFUSED') };
      expect(await modelChecks(service)).toMatchObject({
        service: 'running',
        languageModel: failing,
        embeddingModel: failing,
      });
    }, PATIENT);
    const warned = lines.filter(({ msg }) => msg === 'Model is failing').map(({ model }) => model);
    expect(warned.sort()).toEqual(['embedding model', 'language model']);
    await service.stop();
  });

  it('names the dimensions that the embedding model really has', async () => {
    const { service } = await startWith({ EMBEDDING_DIMENSIONS: '16' });
    await vi.waitFor(async () => {
      const failing = 'An embedding has 8 dimensions, EMBEDDING_DIMENSIONS says 16';
      expect(await modelChecks(service)).toMatchObject({ languageModel: 'ok', embeddingModel: { failing } });
    }, PATIENT);
    await service.stop();
  });
});
