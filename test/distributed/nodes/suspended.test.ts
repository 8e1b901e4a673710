/** Real processes: one that reads a source is suspended, another takes over, and the first wakes up. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { chatbotOf, nodesThatRead, siteWithHeldPage } from './reading-nodes.ts';
import { sharesStores } from './support.ts';

/** The server gives a node up that answers no keep-alive for some twenty seconds. */
const WITHIN = { timeout: 60_000, interval: 50 };

test.skipIf(!sharesStores)(
  'A node that was suspended while it read a source changes nothing when it wakes after another has read it',
  async () => {
    // The first node waits for the rest until it is suspended, the second gets the page, and later the page is gone.
    const { site, url, held } = await siteWithHeldPage('/hours', 2);
    const start = await nodesThatRead(site);
    const [answering, suspended] = await Promise.all([start('http'), start('ingestion'), start('projector')]);
    const chatbot = await chatbotOf(answering, { sourceUrl: url });
    await held;

    suspended.signal('SIGSTOP');
    onTestFinished(() => suspended.signal('SIGCONT'));
    await start('ingestion');
    const isRead = async () =>
      expect(await chatbot.listed()).toMatchObject({ dataSources: [{ status: 'done', pageCount: 1 }] });
    await vi.waitFor(isRead, WITHIN);

    suspended.signal('SIGCONT');
    await suspended.says(/Gave up an attempt to read source/);
    suspended.signal('SIGTERM');
    expect(await suspended.exited).toMatchObject({ code: 0, stderr: '' });
    await isRead();
    expect(await chatbot.ask('When are you open?')).toContain('nine to five');
  },
  150_000,
);
