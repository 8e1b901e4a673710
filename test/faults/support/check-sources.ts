/** Sources of a chatbot: each once, read to the end by itself, its content found; nothing of those that were deleted. */
import { eventually, requireUnique } from './asking.ts';
import { type Bot, idOf, type Owner, questionAbout, type Source, type World } from './world.ts';

interface SourceRow {
  readonly id: string;
  readonly title: string | null;
  readonly fileName: string | null;
  readonly sourceUrl: string | null;
  readonly status: 'pending' | 'processing' | 'done' | 'error';
  readonly errorMessage?: string;
  readonly pageCount: number;
  readonly chunkCount: number;
}

/** Deleted sources of which some are asked for again each time. */
const LONG_GONE = 2;

export async function checkSources(world: World, owner: Owner, bot: Bot, thorough: boolean): Promise<void> {
  const rows = await eventually(`all sources of ${bot.name} are read`, async () => {
    const listed = await list(world, owner, bot);
    return listed.some(({ status }) => status === 'pending' || status === 'processing') ? null : listed;
  });
  requireUnique(
    rows.flatMap((row) => [row.id, labelOf(world, row)]),
    `The sources of ${bot.name}`,
  );
  const goneBefore = bot.sources.filter(({ exists }) => exists.isCertain && !exists.value);
  for (const row of rows) {
    const source = bot.sources.find(({ label }) => label === labelOf(world, row));
    if (source === undefined) throw new Error(`${bot.name} has a source that was never added: ${JSON.stringify(row)}`);
    source.id ??= row.id;
  }
  for (const source of bot.sources) {
    const row = rows.find(({ id }) => id === source.id);
    source.exists.see(row !== undefined, source.label);
    if (row !== undefined) await checkRead(world, owner, bot, source, row);
  }
  const gone = bot.sources.filter(({ exists }) => !exists.value);
  const asked = thorough
    ? gone
    : gone.filter((source) => !goneBefore.includes(source)).concat(goneBefore.slice(-LONG_GONE));
  for (const source of asked) await checkNotFound(world, owner, bot, source);
  await checkCounts(world, owner, bot, rows);
}

async function list({ client }: World, { cookie }: Owner, bot: Bot): Promise<readonly SourceRow[]> {
  const path = `/api/chatbots/${idOf(bot)}/datasources`;
  return (await client.expect<{ dataSources: SourceRow[] }>(200, 'GET', path, { cookie })).data.dataSources;
}

const labelOf = ({ site }: World, { title, fileName, sourceUrl }: SourceRow): string =>
  sourceUrl?.replace(site.url, '') ?? fileName ?? title ?? '';

async function checkRead(world: World, owner: Owner, bot: Bot, source: Source, row: SourceRow): Promise<void> {
  const expected = source.kind === 'broken url' ? 'error' : 'done';
  const explained = (row.errorMessage ?? '') !== '';
  if (row.status !== expected || explained !== (expected === 'error')) {
    throw new Error(`${source.label} ended in ${JSON.stringify(row)}, not in ${expected}`);
  }
  if (expected === 'error') return;
  const said = await answerAbout(world, owner, bot, source);
  const found = new RegExp(`${source.word}\\d{4}`).exec(said.response)?.[0] ?? said.response;
  source.passphrase.see(found, `What ${source.label} says (${JSON.stringify(said)})`);
}

async function checkNotFound(world: World, owner: Owner, bot: Bot, source: Source): Promise<void> {
  const said = await answerAbout(world, owner, bot, source);
  if (new RegExp(`${source.word}\\d{4}`).test(JSON.stringify(said))) {
    throw new Error(`${source.label} was deleted, and still it is said: ${JSON.stringify(said)}`);
  }
}

interface Trial {
  readonly response: string;
  readonly sources: readonly { readonly title: string; readonly snippet: string }[];
}

async function answerAbout({ client }: World, { cookie }: Owner, bot: Bot, { word }: Source): Promise<Trial> {
  const ask = { body: { message: questionAbout(word) }, cookie };
  return (await client.expect<Trial>(200, 'POST', `/api/chatbots/${idOf(bot)}/chat`, ask)).data;
}

async function checkCounts(world: World, { cookie }: Owner, bot: Bot, rows: readonly SourceRow[]): Promise<void> {
  type Counts = { pageCount: number; chunkCount: number; sources: { done: number; error: number } };
  const path = `/api/chatbots/${idOf(bot)}/status`;
  const { data } = await world.client.expect<Counts>(200, 'GET', path, { cookie });
  const done = rows.filter(({ status }) => status === 'done');
  const counted = [data.pageCount, data.chunkCount, data.sources.done, data.sources.error];
  const expected = [
    rows.reduce((sum, { pageCount }) => sum + pageCount, 0),
    rows.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    done.length,
    rows.length - done.length,
  ];
  if (String(counted) !== String(expected)) throw new Error(`${bot.name} counts ${counted}, its sources ${expected}`);
}
