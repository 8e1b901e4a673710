import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServerClock } from '../../../src/adapters/mongodb/server-clock.ts';

const NOON = Date.UTC(2026, 1, 3, 12);
const AWAY = new Error('The server is away');

/** A server and a process whose time the test moves on. The server's clock may be set, and an answer takes a time each way. */
function worldAt(serverTime: number) {
  const world = { monotonic: 5_000, server: serverTime, wayThere: 0, wayBack: 0, isAway: false };
  const elapse = (ms: number) => {
    world.monotonic += ms;
    world.server += ms;
  };
  const source = {
    monotonic: () => world.monotonic,
    serverTime: async () => {
      if (world.isAway) throw AWAY;
      elapse(world.wayThere);
      const told = Math.floor(world.server);
      elapse(world.wayBack);
      return told;
    },
  };
  return { world, elapse, source };
}

describe("The clock of MongoDB's server", () => {
  it('tells the time of the server, whatever the machine has', async () => {
    const { world, elapse, source } = worldAt(NOON);
    const clock = await ServerClock.open(source);
    expect(clock.now()).toBe(NOON);
    elapse(1_234);
    expect(clock.now()).toBe(world.server);
  });

  it('is wrong by half of the round trip at most, and by less once an answer is faster', async () => {
    const { world, source } = worldAt(NOON);
    Object.assign(world, { wayThere: 0, wayBack: 200 });
    const clock = await ServerClock.open(source);
    expect(Math.abs(clock.now() - world.server)).toBeLessThanOrEqual(101);
    Object.assign(world, { wayBack: 4 });
    await clock.sync();
    expect(Math.abs(clock.now() - world.server)).toBeLessThanOrEqual(4);
  });

  it('is not moved by an answer that took long', async () => {
    const { world, source } = worldAt(NOON);
    const clock = await ServerClock.open(source);
    for (const slow of [
      { wayThere: 3_000, wayBack: 0 },
      { wayThere: 0, wayBack: 3_000 },
    ]) {
      Object.assign(world, slow);
      await clock.sync();
      expect(clock.now()).toBe(world.server);
    }
  });

  it.each([90_000, -90_000])('follows a server whose clock was set by %i milliseconds', async (by) => {
    const { world, source } = worldAt(NOON);
    const clock = await ServerClock.open(source);
    world.server += by;
    await clock.sync();
    expect(Math.abs(clock.now() - world.server)).toBeLessThanOrEqual(1);
  });

  it('goes on by itself while the server is away', async () => {
    const { world, elapse, source } = worldAt(NOON);
    const clock = await ServerClock.open(source);
    world.isAway = true;
    elapse(60_000);
    await expect(clock.sync()).rejects.toBe(AWAY);
    expect(clock.now()).toBe(world.server);
  });

  it('asks every ten seconds until it is closed, also after the server was away', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { world, source } = worldAt(NOON);
    const clock = await ServerClock.open(source);
    const closing = new AbortController();
    clock.follow(closing.signal);
    world.isAway = true;
    await vi.advanceTimersByTimeAsync(10_000);
    world.isAway = false;
    world.server += 90_000;
    expect(clock.now()).toBe(NOON);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(clock.now()).toBe(NOON + 90_000);
    closing.abort();
    world.server += 90_000;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toBe(NOON + 90_000);
  });

  it('is not opened while the server is away', async () => {
    const { world, source } = worldAt(NOON);
    world.isAway = true;
    await expect(ServerClock.open(source)).rejects.toBe(AWAY);
  });
});
