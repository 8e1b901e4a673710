import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutageLog } from '../../../src/composition/logging/outage-log.ts';
import { StoreDamaged, StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

interface Line {
  readonly msg: string;
  readonly store?: string;
  readonly repeats?: number;
  readonly seconds?: number;
}

const away = (store = 'search index') => ({ err: new StoreUnavailable(store, 'connect ECONNREFUSED') });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openOutageLog(level = 'info') {
  const outages = new OutageLog();
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const logger = pino({ level, hooks: outages.hooks, base: null }, { write });
  const readiness = { ready: false, checks: { eventLog: 'ok', searchIndex: 'away' } };
  outages.watch({ logger, health: { ready: async () => readiness } });
  const told = () => lines.map(({ msg, store, repeats, seconds }) => ({ msg, store, repeats, seconds }));
  return { outages, logger, readiness, told };
}

describe('The log of an outage', () => {
  it('has its first line, a reminder with the repeats each minute, and its end', async () => {
    const { logger, readiness, told } = openOutageLog();
    const request = logger.child({ requestId: 'r1' });
    request.warn(away(), 'Request could not be served');
    for (let second = 0; second < 60; second += 1) {
      request.warn(away(), 'Request could not be served');
      logger.error(away(), 'Failed to answer');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    readiness.checks.searchIndex = 'ok';
    await vi.advanceTimersByTimeAsync(5_000);
    const store = 'search index';
    expect(told()).toEqual([
      { msg: 'Request could not be served', store: undefined, repeats: undefined, seconds: undefined },
      { msg: 'Store is still unavailable', store, repeats: 120, seconds: 60 },
      { msg: 'Store is available again', store, repeats: 0, seconds: 65 },
    ]);
    logger.warn(away(), 'Request could not be served');
    expect(told()).toHaveLength(4);
  });

  it('is one for each store, and ends with readiness for a store that has no check', async () => {
    const { logger, readiness, told } = openOutageLog();
    logger.warn(away('event log'), 'first');
    logger.warn(away('rate limits'), 'second');
    await vi.advanceTimersByTimeAsync(5_000);
    readiness.ready = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told().map(({ msg, store }) => [msg, store])).toEqual([
      ['first', undefined],
      ['second', undefined],
      ['Store is available again', 'event log'],
      ['Store is available again', 'rate limits'],
    ]);
  });

  it('leaves out no other problem, and nothing at debug level', () => {
    const { logger, told } = openOutageLog('debug');
    for (const err of [new StoreDamaged('documents', 'malformed'), new Error('broken')]) {
      logger.warn({ err }, 'one');
      logger.warn({ err }, 'two');
    }
    logger.warn(away(), 'three');
    logger.warn(away(), 'four');
    expect(told().map(({ msg }) => msg)).toEqual(['one', 'two', 'one', 'two', 'three', 'four']);
  });

  it('is not kept before the service can tell whether a store is back, nor after it has stopped', () => {
    const { outages, logger, told } = openOutageLog();
    outages.stop();
    logger.warn(away(), 'one');
    logger.warn(away(), 'two');
    expect(told()).toHaveLength(2);
  });
});
