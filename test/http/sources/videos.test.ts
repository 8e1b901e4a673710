import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { answers, TestYouTube } from '../../support/servers/youtube.ts';

const ID = 'dQw4w9WgXcQ';
const minutes = (count: number) =>
  Array.from({ length: count }, (_, minute) => {
    const text = `In minute ${minute} the baker talks of flour, water and salt, at length and without any haste.`;
    return [minute * 60 + 0.5, `${text} ${text}`] as const;
  });
const lines = [...minutes(20), [1_234, 'The secret ingredient is cardamom from Guatemala.'] as const];

let youTube: TestYouTube;
let service: TestService;
let owner: Owner;
let embedded = 0;

beforeAll(async () => {
  youTube = await TestYouTube.start();
  const embedder = createOfflineEmbedder();
  const counting = {
    ...embedder,
    kind: 'model' as const,
    embed: (texts: readonly string[], signal: AbortSignal) => {
      embedded += texts.length;
      return embedder.embed(texts, signal);
    },
  };
  const environment = { YOUTUBE_BASE_URL: youTube.url, CRAWL_DELAY_MS: '0' };
  service = await TestService.start(environment, { models: { ...new ScriptedModel().models, embedder: counting } });
  owner = await service.owner();
});
afterAll(async () => {
  await service.stop();
  await youTube.close();
});

type One = { dataSource: DataSource };

async function added(sourceUrl: string) {
  const { id } = await owner.chatbot();
  const path = `/chatbots/${id}/datasources`;
  const answer = await owner.call<One>('POST', path, { body: { type: 'youtube', sourceUrl } });
  await owner.trained(id);
  const now = async () => (await owner.call<{ dataSources: DataSource[] }>('GET', path)).data.dataSources[0];
  return { id, path: `${path}/${answer.data.dataSource.id}`, now };
}

describe('A YouTube video', () => {
  it('is read from its captions, and an answer leads to the moment it rests on', async () => {
    youTube.set(ID, { title: 'Baking bread', tracks: [{ language: 'en', lines }] });
    const video = await added(`https://youtu.be/${ID}?si=abc`);
    expect(await video.now()).toMatchObject({
      type: 'youtube',
      status: 'done',
      pageCount: 1,
      sourceUrl: `https://youtu.be/${ID}?si=abc`,
      siteType: null,
      sparseContent: false,
      isRecursive: false,
    });
    const body = { message: 'What is the secret ingredient, cardamom from Guatemala?' };
    const { data } = await owner.call<{ sources: { title: string; url: string }[] }>(
      'POST',
      `/chatbots/${video.id}/chat`,
      { body },
    );
    const [source] = data.sources;
    expect(source?.title).toBe('Baking bread');
    const [, second] =
      new RegExp(`^https://www\\.youtube\\.com/watch\\?v=${ID}&t=(\\d+)s$`).exec(source?.url ?? '') ?? [];
    expect(Number(second)).toBeGreaterThan(600);
    expect(Number(second)).toBeLessThanOrEqual(1_234);
  });

  it('costs nothing to read again while it stays as it is, and is new when it is not', async () => {
    youTube.set(ID, { tracks: [{ language: 'en', lines }] });
    const video = await added(`https://www.youtube.com/watch?v=${ID}`);
    const before = await video.now();
    const paid = embedded;
    expect((await owner.call('POST', `${video.path}/refresh`)).status).toBe(202);
    await owner.trained(video.id);
    expect(await video.now()).toMatchObject({ status: 'done', chunkCount: before?.chunkCount });
    expect(embedded).toBe(paid);
    youTube.set(ID, { tracks: [{ language: 'en', lines: [...lines, [1_300, 'Bake it for an hour.']] }] });
    await owner.call('POST', `${video.path}/refresh`);
    await owner.trained(video.id);
    expect(embedded - paid).toBe(1);
  });

  it.each([
    ['without captions', { tracks: [] }, 'The video has no captions'],
    [
      'that is private',
      { playability: { status: 'LOGIN_REQUIRED', reason: 'This is a private video' } },
      'The video is private',
    ],
  ])('%s ends in an error that says so', async (_what, of, errorMessage) => {
    youTube.set('aaaaaaaaaaa', of);
    const video = await added('https://www.youtube.com/shorts/aaaaaaaaaaa');
    expect(await video.now()).toMatchObject({ status: 'error', errorMessage, chunkCount: 0 });
  });

  it('keeps what was read of it when reading it again is refused', async () => {
    youTube.set(ID, { tracks: [{ language: 'en', lines }] });
    const video = await added(`https://www.youtube.com/live/${ID}`);
    const before = await video.now();
    youTube.breaks('player', answers(429));
    youTube.breaks('watch', answers(429));
    await owner.call('POST', `${video.path}/refresh`);
    await owner.trained(video.id);
    youTube.breaks('player');
    youTube.breaks('watch');
    const errorMessage = 'YouTube refuses this server for now: too many requests';
    expect(await video.now()).toMatchObject({ status: 'error', errorMessage, chunkCount: before?.chunkCount });
  });
});
