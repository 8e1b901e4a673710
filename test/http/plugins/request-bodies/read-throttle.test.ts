import { describe, expect, it } from 'vitest';
import { ReadThrottle } from '../../../../src/http/plugins/request-bodies/read-throttle.ts';

const MEGABYTE = 1024 * 1024;

describe('The rate at which refused bodies of a client are read', () => {
  it('lets the first sixteen megabytes through, and pauses for the time of those beyond', () => {
    const pace = new ReadThrottle();
    for (let read = 0; read < 16; read += 1) expect(pace.pauseAfter('198.51.100.1', MEGABYTE)).toBe(0);
    const waitMs = pace.pauseAfter('198.51.100.1', 160 * MEGABYTE);
    expect(waitMs).toBeGreaterThan(9_000);
    expect(waitMs).toBeLessThanOrEqual(10_000);
  });

  it('is that of all its connections together, and of no other client', () => {
    const pace = new ReadThrottle();
    pace.pauseAfter('198.51.100.1', 320 * MEGABYTE);
    expect(pace.pauseAfter('198.51.100.1', 1)).toBeGreaterThan(15_000);
    expect(pace.pauseAfter('198.51.100.2', MEGABYTE)).toBe(0);
  });
});
