import { setImmediate } from 'node:timers/promises';
import { strToU8 } from 'fflate';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type ReaderOptions, ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';
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
  const readPageBy = (by: ThreadedReader, html: string, within: AbortSignal = signal) =>
    by.readPage({ url: 'http://example.com/', contentType: 'text/html', bytes: strToU8(html), signal: within });
  const readPage = async (html: string, within?: AbortSignal) =>
    reader === undefined ? undefined : await readPageBy(reader, html, within);

  /** Nearly as many elements as a page may hold. */
  const slowPage = '<div class=ad>x</div>'.repeat(290_000);

  test('that takes too long is ended, and the next page is read as ever', async () => {
    open({ pageTimeoutMs: 800 });
    expect(await readPage(slowPage)).toEqual({ ok: false, reason: 'The page takes too long to read' });
    // A busy machine may take longer than the limit to start another thread.
    await expect.poll(() => readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  test('that is ended leaves the pages that wait for it to the next one', async () => {
    open({ pageTimeoutMs: 60_000 });
    const controller = new AbortController();
    const slow = readPage('<div class=ad>x</div>'.repeat(150_000), controller.signal);
    const others = Promise.all([readPage('<p>Fine</p>'), readPage('<p>Fine</p>')]);
    setTimeout(() => controller.abort(new Error('stopped')), 500);
    await expect(slow).rejects.toThrow('stopped');
    expect(await others).toMatchObject([{ ok: true }, { ok: true }]);
  });

  test('reads the first page of an account before the seventh of another', async () => {
    const threads = open({});
    const ended: string[] = [];
    const readBy = async (accountId: string, html: string) => {
      const page = { url: 'http://example.com/', contentType: 'text/html', bytes: strToU8(html), signal, accountId };
      await threads.readPage(page);
      ended.push(accountId);
    };
    const links = `<main>${'<a href="/p">Page</a>'.repeat(5_000)}</main>`;
    await Promise.all([...Array.from({ length: 6 }, () => readBy('first', links)), readBy('second', links)]);
    expect(ended.indexOf('second')).toBe(1);
  });

  test('that needs too much memory is ended, and the next page is read as ever', async () => {
    // Time enough, also on a busy machine, for memory to be what ends it.
    open({ maxHeapMegabytes: 28, pageTimeoutMs: 30_000 });
    expect(await readPage('<p>'.repeat(290_000))).toEqual({
      ok: false,
      reason: 'The page needs too much memory to be read',
    });
    expect(await readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  test('reads a long page of links within a few times its size', async () => {
    open({ maxHeapMegabytes: 96, pageTimeoutMs: 30_000 });
    const links = Array.from({ length: 50_000 }, (_, n) => `<a href="/p/${n}">Page ${n}</a>\n`);
    expect(await readPage(`<main>${links.join('')}</main>`)).toMatchObject({ ok: true });
  });

  test.each([
    ['a text of short lines', 'a.txt', 'ab\n'.repeat(2_500_000)],
    ['a text of short lines in a fence', 'a.txt', `\`\`\`\n${'ab\n'.repeat(1_000_000)}`],
    ['a table of short rows', 'a.csv', `id,text\n${'17,abc\n'.repeat(400_000)}`],
  ])('reads %s within a few times its size', async (_what, fileName, text) => {
    open({ maxHeapMegabytes: 96 });
    const bytes = strToU8(text);
    expect(await reader?.readFile({ fileName, contentType: '', bytes, signal })).toMatchObject({ ok: true });
  });

  test('refuses a page of very many elements before it takes them in', async () => {
    open({ maxHeapMegabytes: 96 });
    expect(await readPage('<br>'.repeat(2_500_000))).toEqual({
      ok: false,
      reason: 'The page holds too many elements to be read',
    });
  });

  const long = { contentType: '', fileName: 'a.txt', bytes: strToU8('Words of a long text. '.repeat(200_000)), signal };
  const short = { ...long, bytes: strToU8('Words') };

  test('that is for heavy files reads no other until the first is released, whatever light ones come', async () => {
    open({});
    const first = await reader?.readFile({ ...long, holdUntilReleased: true });
    const second = reader?.readFile({ ...long, holdUntilReleased: true });
    let isRead = false;
    void second?.then(() => {
      isRead = true;
    });
    expect(await reader?.readFile(short)).toMatchObject({ ok: true });
    // A slow document does not hold back the crawl that found it.
    expect(await reader?.readFile(long)).toMatchObject({ ok: true });
    expect(isRead).toBe(false);
    if (first?.ok) first.release?.();
    const read = await second;
    expect(read).toMatchObject({ ok: true });
    if (read?.ok) read.release?.();
  });

  test('is free for the next heavy file after one that cannot be read, or that nobody waits for', async () => {
    open({ maxHeapMegabytes: 48, lightHeapMegabytes: 24 });
    const tooMany = { ...long, bytes: strToU8('a\n\n'.repeat(1_500_000)), untilReleased: true };
    expect(await reader?.readFile(tooMany)).toMatchObject({ ok: false });
    const leaving = new AbortController();
    const left = reader?.readFile({ ...long, holdUntilReleased: true, signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(await reader?.readFile({ ...long, holdUntilReleased: true })).toMatchObject({ ok: true });
  });

  test('is ended when nobody wants the result any more', async () => {
    open({});
    const controller = new AbortController();
    const reading = readPage(slowPage, controller.signal);
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(reading).rejects.toThrow('stopped');
    expect(await readPage('<p>Fine</p>')).toMatchObject({ ok: true });
  });

  // All pages share a reader, so that traces of one in the thread would show in the next.
  describe('that reads one hostile page after another', () => {
    const shared = new ThreadedReader({ threads: 1, pageTimeoutMs: 1_000 });
    afterAll(() => shared.close());

    test.each([
      ['nested without end', '<div>'.repeat(500_000)],
      ['nested inline without end', '<b>'.repeat(500_000)],
      ['of tables within tables', '<table><tr><td>'.repeat(100_000)],
      ['of nothing but openings', '<'.repeat(2_000_000)],
      ['of one comment', `<!--${'-'.repeat(2_000_000)}`],
      ['of one attribute', `<p a="${'x '.repeat(1_000_000)}`],
    ])('answers for a page %s', async (_what, html) => {
      expect(await readPageBy(shared, html)).toHaveProperty('ok');
    });
  });

  test('keeps the work off the main thread', async () => {
    open({});
    await readPage('<p>Warm</p>');
    const rows = Array.from({ length: 100_000 }, (_, index) => `${index},some words about row ${index}`);
    const bytes = strToU8(`id,text\n${rows.join('\n')}`);
    const before = performance.eventLoopUtilization();
    await reader?.readFile({ fileName: 'a.csv', contentType: '', bytes, signal });
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('starts only when there is something to read', async () => {
    const idle = new ThreadedReader();
    // A thread would need a turn of the event loop to end.
    await expect(Promise.race([idle.close().then(() => 'closed'), setImmediate('later')])).resolves.toBe('closed');
    await expect(idle.readFile({ fileName: 'a.txt', contentType: '', bytes: strToU8('x'), signal })).rejects.toThrow(
      'closed',
    );
  });
});
