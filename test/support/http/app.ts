import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import type { HttpDeps } from '../../../src/http/deps.ts';
import { LiveFeed } from '../../../src/projections/live-feed.ts';

const unlimited = { count: 1_000_000, seconds: 60 };

/** Stands in for every part behind HTTP, and has none. */
const nothing = <Part extends object>(): Part =>
  new Proxy({} as Part, {
    get: (_, name) => {
      throw new Error(`A test did not expect ${String(name)} to be asked for`);
    },
  });

/** The real app over the parts that a test gives. Any use of another part fails the test. */
export async function appOver({
  settings,
  ...parts
}: Partial<Omit<HttpDeps, 'settings'>> & {
  readonly settings?: Partial<HttpDeps['settings']>;
} = {}): Promise<FastifyInstance> {
  const app = await buildApp({
    commands: nothing(),
    queries: nothing(),
    chat: nothing(),
    progress: { waitFor: async () => undefined },
    feed: new LiveFeed(),
    log: nothing(),
    codec: nothing(),
    explainAnswer: nothing(),
    exportLead: nothing(),
    rateLimits: { consume: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) },
    counters: nothing(),
    idempotency: nothing(),
    keys: nothing(),
    blobs: nothing(),
    images: nothing(),
    passwordResetMails: null,
    widgetFiles: nothing(),
    consoleFiles: nothing(),
    clock: { now: () => Date.now() },
    ids: { next: () => crypto.randomUUID() },
    secrets: {
      accessTokens: new Uint8Array(32).fill(1),
      refreshTokens: new Uint8Array(32).fill(2),
      passwordResets: new Uint8Array(32).fill(4),
      idempotency: new Uint8Array(32).fill(3),
    },
    health: { caughtUp: () => true, isShuttingDown: () => false, ready: async () => ({ ready: true, checks: {} }) },
    settings: {
      publicUrl: 'http://localhost:3000',
      webOrigins: [],
      trustProxy: false,
      registration: 'open',
      mail: null,
      openai: null,
      rates: { auth: unlimited, ingestion: unlimited, message: unlimited, key: unlimited, chat: unlimited },
      ...settings,
    },
    logger: pino({ level: 'silent' }),
    ...parts,
  });
  onTestFinished(() => app.close());
  return app;
}
