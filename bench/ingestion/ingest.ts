/**
 * Measures what it costs to make a website searchable, beside fetching and parsing the same pages and dropping them: the same
 * crawler and the same parser in the same process, by turns. The site runs in a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { SafeWeb } from '../../src/adapters/web/safe-web.ts';
import { type RunningService, startService } from '../../src/composition/service.ts';
import { readConfig } from '../../src/config.ts';
import { ThreadedReader } from '../../src/reading/threads/threaded-reader.ts';
import { crawlWebsite } from '../../src/workers/ingestion/website/crawl-website.ts';
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { type BenchResult, type Measurement, ratioTo } from '../harness/measurement.ts';
import { median, scaled, withDirectory } from '../harness/timing.ts';

const PAGES = scaled(500);
const ROUNDS = 5;
const UNLIMITED = '1000000/60';
const AIM = { ratio: 1.3, delayMs: 20 };
const MEGABYTE = 1024 * 1024;

interface Measured {
  readonly ms: number;
  /** Event-loop delay in milliseconds. */
  readonly p99: number;
  /** Resident memory at a quarter of the pages and the most from there on, in megabytes. */
  readonly early: number;
  readonly most: number;
}

interface IngestMeasurement {
  readonly bare: readonly Measured[];
  readonly ours: readonly Measured[];
  readonly passages: number;
}

export function benchIngest(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const site = fork(new URL('./site.ts', import.meta.url), [String(PAGES)]);
    const [port] = (await once(site, 'message')) as [number];
    try {
      return { measurements: measurementsOf(await measureWith(directory, `127.0.0.1:${port}`)) };
    } finally {
      await ended(site);
    }
  });
}

async function ended(child: ChildProcess): Promise<void> {
  child.disconnect();
  await once(child, 'exit');
}

async function measureWith(directory: string, host: string): Promise<IngestMeasurement> {
  const limits = ['AUTH', 'INGESTION'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
  const read = readConfig(Object.fromEntries(limits), {
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    CRAWL_DELAY_MS: '0',
    CRAWL_ALLOW_HOSTS: host,
    CRAWL_MAX_PAGES: String(PAGES),
  });
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const service = await startService(read.config, { logger: pino({ level: 'silent' }) });
  await service.ready;
  const reader = new ThreadedReader();
  const web = new SafeWeb({ userAgent: 'bench', allowHosts: [host], now: Date.now });
  try {
    const owner = await ownerOf(service);
    const bare: Measured[] = [];
    const ours: Measured[] = [];
    let passages = 0;
    // The first round of each warms up.
    for (let edition = 0; edition <= ROUNDS; edition += 1) {
      const alone = await measured((progress) =>
        crawlAlone(`http://${host}/${2 * edition}/0`, { web, reader }, progress),
      );
      const whole = await measured(async (progress) => {
        passages = await owner.read(`http://${host}/${2 * edition + 1}/0`, progress);
      });
      if (edition === 0) continue;
      bare.push(alone);
      ours.push(whole);
    }
    return { bare, ours, passages };
  } finally {
    await web.close();
    await reader.close();
    await service.stop();
  }
}

async function crawlAlone(
  url: string,
  tools: { web: SafeWeb; reader: ThreadedReader },
  progress: (pages: number) => void,
): Promise<void> {
  const signal = new AbortController().signal;
  const onProgress = ({ succeeded }: { succeeded: number }) => progress(succeeded);
  const request = { url, recursive: true, maxPages: PAGES, delayMs: 0, signal, onPage: async () => {}, onProgress };
  const { crawlSummary } = await crawlWebsite(request, tools);
  if (crawlSummary.succeeded !== PAGES) throw new Error(`${crawlSummary.succeeded} pages were read`);
}

async function ownerOf(service: RunningService) {
  const client = new ProcessClient(service.address);
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  const created = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Bench' },
    cookie,
  });
  const { id } = created.data.chatbot;
  const sources = `/api/chatbots/${id}/datasources`;
  return {
    /** Answers how many passages there are then; removes the source again. */
    async read(sourceUrl: string, progress: (pages: number) => void): Promise<number> {
      const body = { type: 'url', sourceUrl, isRecursive: true };
      const added = await client.expect<{ dataSource: { id: string } }>(201, 'POST', sources, { body, cookie });
      const sourceId = added.data.dataSource.id;
      const { dataSources } = service.application.queries;
      for (;;) {
        const source = await dataSources.find(id, sourceId);
        if (source === null || source.status === 'error') throw new Error(source?.errorMessage ?? 'It is gone');
        progress(source.pageCount);
        if (source.status === 'done') {
          if (source.pageCount !== PAGES) throw new Error(`${source.pageCount} pages were read`);
          return source.chunkCount;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function measured(work: (progress: (pages: number) => void) => Promise<void>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let early = 0;
  let most = 0;
  const progress = (pages: number) => {
    if (pages < PAGES / 4) return;
    const resident = process.memoryUsage.rss() / MEGABYTE;
    if (early === 0) early = resident;
    most = Math.max(most, resident);
  };
  delay.enable();
  const startedAt = performance.now();
  await work(progress);
  const ms = performance.now() - startedAt;
  delay.disable();
  return { ms, p99: delay.percentile(99) / 1e6, early, most };
}

function measurementsOf({ bare, ours, passages }: IngestMeasurement): readonly Measurement[] {
  console.log(`A website of ${PAGES} pages on loopback, ${passages} passages; medians of ${bare.length} rounds`);
  const of = (rounds: readonly Measured[], what: keyof Measured) => median(rounds.map((round) => round[what]));
  const baseline = 'fetched and parsed';
  // By turns: a busy moment of the machine meets both of a round, so that its ratio is what is compared.
  const ratio = median(ours.map(({ ms }, round) => ms / (bare[round]?.ms ?? Number.NaN)));
  const milliseconds = of(bare, 'ms');
  const beside = (name: string, what: keyof Measured, unit: string): Measurement => ({
    name,
    value: of(ours, what),
    unit,
    better: 'lower',
    against: [{ name: baseline, value: of(bare, what) }],
  });
  return [
    {
      name: 'website made searchable',
      value: ratio * milliseconds,
      unit: 'ms',
      better: 'lower',
      against: [{ name: baseline, value: milliseconds }],
      aim: ratioTo(baseline, AIM.ratio),
    },
    { ...beside('event-loop delay p99', 'p99', 'ms'), aim: { limit: AIM.delayMs } },
    beside('memory at a quarter of the pages', 'early', 'MB'),
    beside('memory at most', 'most', 'MB'),
  ];
}
