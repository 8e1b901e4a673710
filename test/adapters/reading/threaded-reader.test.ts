import { monitorEventLoopDelay } from 'node:perf_hooks';
import { strToU8 } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { type ReaderOptions, ThreadedReader } from '../../../src/adapters/reading/threaded-reader.ts';
import { describeDocumentReaderContract } from '../../contracts/document-reader.ts';

describeDocumentReaderContract('ThreadedReader', () => new ThreadedReader({ threads: 2 }));

describe('a reading thread', () => {
  let reader: ThreadedReader | undefined;
  afterEach(() => reader?.close());

  const { signal } = new AbortController();
  const open = (options: ReaderOptions): ThreadedReader => {
    reader = new ThreadedReader({ threads: 1, ...options });
    return reader;
  };
  const readPage = (html: string, within: AbortSignal = signal) =>
    reader?.readPage({ url: 'http://example.com/', contentType: 'text/html', bytes: strToU8(html), signal: within });

  /** Costs any parser quadratic time. */
  const slowPage = '<div class=ad>x</div>'.repeat(400_000);

  test('that takes too long is ended, and the next page is read as ever', async () => {
    open({ pageTimeoutMs: 2_000 });
    const started = performance.now();
    expect(await readPage(slowPage)).toEqual({ ok: false, reason: 'The page takes too long to read' });
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(await readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  test('that needs too much memory is ended, and the next page is read as ever', async () => {
    open({ maxHeapMegabytes: 48 });
    expect(await readPage('<p>'.repeat(2_000_000))).toEqual({
      ok: false,
      reason: 'The page needs too much memory to be read',
    });
    expect(await readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  test('is ended when nobody wants the result any more', async () => {
    open({});
    const controller = new AbortController();
    const reading = readPage(slowPage, controller.signal);
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(reading).rejects.toThrow('stopped');
    expect(await readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  test.each([
    ['nested without end', '<div>'.repeat(500_000)],
    ['nested inline without end', '<b>'.repeat(500_000)],
    ['of tables within tables', '<table><tr><td>'.repeat(100_000)],
    ['of nothing but openings', '<'.repeat(2_000_000)],
    ['of one comment', `<!--${'-'.repeat(2_000_000)}`],
    ['of one attribute', `<p a="${'x '.repeat(1_000_000)}`],
  ])('answers for a page %s', async (_what, html) => {
    open({ pageTimeoutMs: 5_000 });
    const started = performance.now();
    await readPage(html);
    expect(performance.now() - started).toBeLessThan(6_000);
  });

  test('keeps the work off the main thread', async () => {
    open({});
    await readPage('<p>Warm</p>');
    const rows = Array.from({ length: 100_000 }, (_, index) => `${index},some words about row ${index}`);
    const bytes = strToU8(`id,text\n${rows.join('\n')}`);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await reader?.read({ fileName: 'a.csv', contentType: '', bytes, signal });
    delay.disable();
    // 20 ms is the aim on a quiet machine; the tests share theirs.
    expect(delay.percentile(95) / 1e6).toBeLessThan(60);
  });

  test('starts only when there is something to read', async () => {
    const started = performance.now();
    const idle = new ThreadedReader();
    await idle.close();
    expect(performance.now() - started).toBeLessThan(50);
    await expect(idle.read({ fileName: 'a.txt', contentType: '', bytes: strToU8('x'), signal })).rejects.toThrow(
      'closed',
    );
  });
});
