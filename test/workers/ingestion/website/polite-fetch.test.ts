/** Requests of a crawl to the hosts that it meets, some of which others crawl too. */
import { expect, test } from 'vitest';
import type { FetchFailure, Web } from '../../../../src/ports/content/web.ts';
import { HostPacer } from '../../../../src/workers/ingestion/website/host-pacer.ts';
import { PoliteFetch } from '../../../../src/workers/ingestion/website/polite-fetch.ts';

const options = { signal: new AbortController().signal, maxBytes: 1_000, timeoutMs: 1_000 };
const missing: FetchFailure = { ok: false, kind: 'http', reason: 'None', status: 404, retryAfterMs: null };

/** Time in which nothing but the waits passes, and the moment of each request. */
function politely(delayMs: number, redirects: readonly string[] = []) {
  let now = 0;
  const asked: (readonly [url: string, at: number])[] = [];
  const pacer = new HostPacer({
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });
  const web: Web = {
    fetchPage: async (url, { refuseRedirect }) => {
      asked.push([url, now]);
      for (const target of redirects) refuseRedirect?.(new URL(target));
      return missing;
    },
    close: async () => {},
  };
  return { asked, fetch: new PoliteFetch(web, pacer, delayMs) };
}

test('A redirect is a request, after which its host is left alone as after any other', async () => {
  const { asked, fetch } = politely(100, ['http://a.example/2', 'http://a.example/3', 'http://b.example/']);
  await fetch.get('http://a.example/1', options);
  await fetch.get('http://b.example/1', options);
  await fetch.get('http://a.example/4', options);
  expect(asked.map(([, at]) => at)).toEqual([0, 100, 300]);
  expect(fetch.requestCount).toBe(12);
});

test('A delay that one host asks for is kept to this host alone', async () => {
  const { asked, fetch } = politely(100);
  fetch.raiseDelay('a.example', 10_000);
  for (const url of ['http://a.example/1', 'http://b.example/1', 'http://b.example/2', 'http://a.example/2']) {
    await fetch.get(url, options);
  }
  expect(asked.map(([, at]) => at)).toEqual([0, 0, 100, 10_000]);
});
