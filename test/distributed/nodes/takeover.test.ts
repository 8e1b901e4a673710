/** Real processes: one that reads a website is killed in the middle, and another finishes what it had begun. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, startTestSite } from '../../support/servers/test-site.ts';
import { chatbotOf, nodesThatRead, siteWithHeldPage } from './reading-nodes.ts';
import { sharesStores } from './support.ts';

const WITHIN = { timeout: 40_000, interval: 50 };

test.skipIf(!sharesStores)(
  'A node killed while it reads is taken over from: what it was asked for is done, and done once',
  async () => {
    const { site, url, held } = await siteWithHeldPage('/slow');
    const start = await nodesThatRead(site);
    // The node that answers waits for the node that projects.
    const [answering, , first] = await Promise.all([start('http'), start('projector'), start('ingestion,scheduler')]);
    const { listed, ask } = await chatbotOf(answering, { sourceUrl: url });
    await held;

    const second = await start('ingestion,scheduler');
    // No other node works on the source meanwhile.
    expect(site.count('/slow')).toBe(1);
    first.signal('SIGKILL');
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ dataSources: [{ status: 'done' }] }), WITHIN);
    expect((await listed()).dataSources).toMatchObject([{ pageCount: 1 }]);
    expect(site.count('/slow')).toBe(2);

    expect(await ask('When are you open?')).toContain('nine to five');
    for (const node of [second, answering]) {
      node.signal('SIGTERM');
      expect(await node.exited).toMatchObject({ code: 0, stderr: '' });
    }
  },
  120_000,
);

test.skipIf(!sharesStores)(
  'A node killed in the middle of a website is taken over from where it stood: no page is asked for again but those under way',
  async () => {
    const PAGES = 120;
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const links = Array.from({ length: PAGES - 1 }, (_, n) => `/p${n + 1}`);
    const firstIsGone = Promise.withResolvers<void>();
    const served = (path: string) => page(`Page ${path}`, `Everything about ${path} is written on this page of ours.`);
    for (const path of ['/', ...links]) {
      const body = path === '/' ? page('Home', 'All pages of this site.', links) : served(path);
      site.set(path, async (_request, response) => {
        // The later pages wait, so that the node is killed in between.
        if (site.requests.length > PAGES / 2) await firstIsGone.promise;
        response.writeHead(200, { 'content-type': 'text/html' }).end(body);
      });
    }

    const start = await nodesThatRead(site);
    const [answering, , first] = await Promise.all([start('http'), start('projector'), start('ingestion')]);
    const { listed } = await chatbotOf(answering, { sourceUrl: `${site.url}/`, isRecursive: true });
    // Another node shows the progress of this one.
    await vi.waitFor(async () => expect((await listed()).dataSources[0]?.pageCount).toBeGreaterThan(30), WITHIN);
    first.signal('SIGKILL');
    await first.exited;
    firstIsGone.resolve();

    await start('ingestion');
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ dataSources: [{ status: 'done' }] }), WITHIN);
    expect((await listed()).dataSources).toMatchObject([{ pageCount: PAGES }]);
    // Four are under way at a time, sixteen are being written down together, and as many gather meanwhile.
    const again = links.filter((path) => site.count(path) > 1);
    expect(again.length).toBeLessThanOrEqual(36);
    expect(site.count('/')).toBe(1);
  },
  120_000,
);
