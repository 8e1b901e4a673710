import { beforeAll, describe, expect, it } from 'vitest';
import type { SourceDescription } from '../../src/domain/data-source/data-source.ts';
import type { IngestionReport, SourceType } from '../../src/domain/data-source/events.ts';
import { idOf, sha256Of } from '../support/fixtures.ts';
import { newCommand, nodeOn, recordedIn, storesOfFile, valueOrThrow } from '../support/inside.ts';

const stores = storesOfFile();
let [ownerId, chatbotId] = ['', ''];
let sources = 0;

beforeAll(async () => {
  const { accounts, chatbots } = nodeOn(stores());
  const person = { email: 'ada@example.com', name: 'Ada', password: 'password' };
  ownerId = valueOrThrow(await accounts.register(person, newCommand())).accountId;
  chatbotId = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand())).chatbotId;
});

const newSource = (sourceType: SourceType = 'url'): SourceDescription => ({
  sourceId: idOf(`source ${sources++}`),
  sourceType,
  isRecursive: false,
  sourceUrl: 'https://example.com/',
  title: null,
  fileName: null,
  contentHash: null,
  contentType: null,
});
const report: IngestionReport = {
  pageCount: 1,
  chunkCount: 2,
  siteType: 'static',
  sparseContent: false,
  crawl: null,
  manifestHash: sha256Of('manifest'),
  sitemapUrl: null,
  skippedUrls: [],
};
const failure = { reason: 'URL is not allowed', crawl: null, siteType: null, sitemapUrl: null, skippedUrls: [] };

async function added(sourceType: SourceType = 'url') {
  const { dataSources } = nodeOn(stores());
  const source = newSource(sourceType);
  valueOrThrow(await dataSources.add(ownerId, chatbotId, source, newCommand()));
  return { dataSources, sourceId: source.sourceId };
}

async function readOnce(sourceType: SourceType = 'url') {
  const source = await added(sourceType);
  await source.dataSources.startRun(
    { sourceId: source.sourceId, generation: 1 },
    { name: '1', stepsKept: 0 },
    newCommand(),
  );
  expect(
    await source.dataSources.completeRun(
      { sourceId: source.sourceId, generation: 1, attempt: 1 },
      report,
      newCommand(),
    ),
  ).toBe(true);
  return source;
}

const typesOf = async (sourceId: string) =>
  (await recordedIn(stores(), `source-${sourceId}`)).map(({ event }) => event.type);

describe('a data source', () => {
  it('is added to a live chatbot of the account, and to no other', async () => {
    const { dataSources, sourceId } = await added();
    expect(await dataSources.isLive(sourceId)).toBe(true);
    for (const [who, which] of [
      [idOf('eve'), chatbotId],
      [ownerId, idOf('no bot')],
    ] as const) {
      const outcome = await dataSources.add(who, which, newSource(), newCommand());
      expect(outcome).toMatchObject({ ok: false, rejection: 'ChatbotNotFound' });
    }
    expect(await dataSources.isLive(idOf('never'))).toBe(false);
  });

  it('added again by the same command is the same source', async () => {
    const { dataSources } = nodeOn(stores());
    const [source, command] = [newSource(), newCommand()];
    const first = await dataSources.add(ownerId, chatbotId, source, command);
    expect(await nodeOn(stores()).dataSources.add(ownerId, chatbotId, source, command)).toEqual(first);
    expect(await typesOf(source.sourceId)).toEqual(['DataSourceAdded']);
  });

  it('is read by one run: delivered twice it continues as the same run, and reports once', async () => {
    const { dataSources, sourceId } = await added();
    const delivery = newCommand();
    for (const [number, starts] of [
      [1, 1],
      [1, 1],
      [2, 2],
    ] as const) {
      expect(
        await dataSources.startRun({ sourceId, generation: 1 }, { name: `${number}`, stepsKept: 0 }, delivery),
      ).toEqual({ kind: 'running', starts, attempt: starts });
    }
    expect(await dataSources.completeRun({ sourceId, generation: 1, attempt: 2 }, report, delivery)).toBe(true);
    expect(await dataSources.completeRun({ sourceId, generation: 1, attempt: 2 }, report, delivery)).toBe(true);
    expect(await dataSources.completeRun({ sourceId, generation: 1, attempt: 2 }, report, newCommand())).toBe(false);
    expect(await dataSources.failRun({ sourceId, generation: 1, attempt: 2 }, failure, newCommand())).toBe(false);
    expect(await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand())).toEqual({
      kind: 'reported',
      hasFailed: false,
    });
    const started = ['IngestionStarted', 'IngestionStarted'];
    expect(await typesOf(sourceId)).toEqual(['DataSourceAdded', ...started, 'IngestionCompleted']);
  });

  it('takes a result from the last attempt that started alone', async () => {
    const { dataSources, sourceId } = await added();
    const run = { sourceId, generation: 1 };
    const command = newCommand();
    for (const name of ['suspended', 'taking over']) await dataSources.startRun(run, { name, stepsKept: 0 }, command);
    const [suspended, takingOver] = [
      { ...run, attempt: 1 },
      { ...run, attempt: 2 },
    ];
    expect(await dataSources.standingOf(suspended)).toBe('taken over');
    expect(await dataSources.standingOf(takingOver)).toBe('current');
    expect(await dataSources.completeRun(suspended, report, command)).toBe(false);
    expect(await dataSources.failRun(suspended, failure, command)).toBe(false);
    expect(await dataSources.isActiveRun(run)).toBe(false);
    expect(await dataSources.completeRun(takingOver, report, command)).toBe(true);
    expect(await dataSources.completeRun(suspended, report, command)).toBe(false);
    for (const attempt of [suspended, takingOver]) expect(await dataSources.standingOf(attempt)).toBe('reported');
    expect(await dataSources.isActiveRun(run)).toBe(true);
    valueOrThrow(await dataSources.refresh(chatbotId, sourceId, newCommand()));
    expect(await dataSources.standingOf(takingOver)).toBe('superseded');
    expect(await dataSources.isActiveRun(run)).toBe(true);
  });

  it('whose two workers finish at once takes one result', async () => {
    const { dataSources, sourceId } = await added();
    await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand());
    const results = await Promise.all([
      nodeOn(stores()).dataSources.completeRun({ sourceId, generation: 1, attempt: 1 }, report, newCommand()),
      nodeOn(stores()).dataSources.failRun({ sourceId, generation: 1, attempt: 1 }, failure, newCommand()),
    ]);
    expect(results.toSorted()).toEqual([false, true]);
    expect(await typesOf(sourceId)).toHaveLength(3);
  });

  it('is refreshed through its own chatbot, and a pending run serves all requests', async () => {
    const { dataSources, sourceId } = await readOnce();
    const notFound = { ok: false, rejection: 'DataSourceNotFound' };
    expect(await dataSources.refresh(idOf('other bot'), sourceId, newCommand())).toMatchObject(notFound);
    expect(await dataSources.refresh(chatbotId, idOf('no source'), newCommand())).toMatchObject(notFound);
    for (let times = 0; times < 3; times += 1) {
      expect(await dataSources.refresh(chatbotId, sourceId, newCommand())).toMatchObject({ ok: true });
    }
    expect((await typesOf(sourceId)).filter((type) => type === 'IngestionRequested')).toHaveLength(1);
    expect(await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand())).toEqual({
      kind: 'superseded',
    });
    expect(
      await dataSources.startRun({ sourceId, generation: 2 }, { name: '1', stepsKept: 0 }, newCommand()),
    ).toMatchObject({ kind: 'running' });
    expect(await dataSources.failRun({ sourceId, generation: 1, attempt: 1 }, failure, newCommand())).toBe(false);
    expect(await dataSources.failRun({ sourceId, generation: 2, attempt: 1 }, failure, newCommand())).toBe(true);
  });

  it('of text cannot be refreshed', async () => {
    const { dataSources, sourceId } = await readOnce('text');
    expect(await dataSources.refresh(chatbotId, sourceId, newCommand())).toMatchObject({
      ok: false,
      rejection: 'SourceCannotBeRefreshed',
    });
  });

  it('is deleted once, and a run under way counts for nothing any more', async () => {
    const { dataSources, sourceId } = await added();
    await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand());
    expect(await dataSources.delete(idOf('other bot'), sourceId, newCommand())).toMatchObject({ ok: false });
    expect(await dataSources.delete(chatbotId, sourceId, newCommand())).toMatchObject({ ok: true });
    expect(await dataSources.delete(chatbotId, sourceId, newCommand())).toMatchObject({
      ok: false,
      rejection: 'DataSourceNotFound',
    });
    expect(await dataSources.isLive(sourceId)).toBe(false);
    expect(await dataSources.completeRun({ sourceId, generation: 1, attempt: 1 }, report, newCommand())).toBe(false);
    expect(await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand())).toEqual({
      kind: 'superseded',
    });
  });
});

describe('a recrawl', () => {
  it('requests all sources by one command, whatever their type, and returns how many are pending or running', async () => {
    const [site, text, fresh] = [await readOnce(), await readOnce('text'), await added()];
    const ids = [site.sourceId, text.sourceId, fresh.sourceId, idOf('no source')];
    const command = newCommand();
    const outcome = await site.dataSources.recrawl(chatbotId, ids, command);
    expect(outcome).toMatchObject({ ok: true, value: { sources: 3 } });
    expect((await recordedIn(stores(), `source-${text.sourceId}`)).at(-1)?.event).toMatchObject({
      type: 'IngestionRequested',
      data: { cause: 'recrawl', generation: 2 },
    });
    const again = await nodeOn(stores()).dataSources.recrawl(chatbotId, ids, command);
    expect(again).toEqual(outcome);
    expect((await typesOf(site.sourceId)).filter((type) => type === 'IngestionRequested')).toHaveLength(1);
  });

  it('of nothing is done at once', async () => {
    const outcome = await nodeOn(stores()).dataSources.recrawl(chatbotId, [], newCommand());
    expect(outcome).toEqual({ ok: true, value: { sources: 0 }, position: null });
  });
});
