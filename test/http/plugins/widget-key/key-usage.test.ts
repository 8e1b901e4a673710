import { describe, expect, it } from 'vitest';
import { KeyUsage } from '../../../../src/http/plugins/widget-key/key-usage.ts';
import type { Counters, UsageCount } from '../../../../src/ports/counters.ts';

class FailingCounters implements Counters {
  away = false;
  readonly written = new Map<string, UsageCount>();
  calls = 0;

  async increment(increments: ReadonlyMap<string, UsageCount>): Promise<void> {
    this.calls += 1;
    if (this.away) throw new Error('away');
    for (const [name, { count, lastAt }] of increments) {
      this.written.set(name, { count: (this.written.get(name)?.count ?? 0) + count, lastAt });
    }
  }
  async read(): Promise<ReadonlyMap<string, UsageCount>> {
    return this.written;
  }
  async close(): Promise<void> {}
}

describe('The uses of widget keys', () => {
  it('are written together', async () => {
    const counters = new FailingCounters();
    const usage = new KeyUsage(counters, () => undefined);
    for (let at = 1; at <= 100; at++) usage.record(at % 2 === 0 ? 'even' : 'odd', at);
    await usage.close();
    expect(counters.calls).toBe(1);
    expect(Object.fromEntries(counters.written)).toEqual({
      'widget-key:even': { count: 50, lastAt: 100 },
      'widget-key:odd': { count: 50, lastAt: 99 },
    });
  });

  it('are not lost while the store is away', async () => {
    const counters = new FailingCounters();
    const failures: unknown[] = [];
    const usage = new KeyUsage(counters, (error) => failures.push(error));
    counters.away = true;
    usage.record('key', 1);
    await usage.flush();
    usage.record('key', 2);
    counters.away = false;
    await usage.close();
    expect(counters.written.get('widget-key:key')).toEqual({ count: 2, lastAt: 2 });
    expect(failures).toEqual([new Error('away')]);
  });

  it('are not written when there are none', async () => {
    const counters = new FailingCounters();
    const usage = new KeyUsage(counters, () => undefined);
    await usage.close();
    expect(counters.calls).toBe(0);
  });
});
