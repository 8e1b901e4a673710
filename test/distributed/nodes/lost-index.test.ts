/** Divided roles: the node that meets a lost index is another than the one that can refill it. */
import { expect, test } from 'vitest';
import { removeIndices } from '../../support/engines/elasticsearch.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

test.skipIf(!sharesStores)(
  'An index that is lost and created anew by a node that answers is refilled by the node that schedules, without a restart',
  async () => {
    const installation = await ownInstallation();
    const [answering] = await Promise.all([
      nodeOf(installation, { ROLES: 'http' }),
      nodeOf(installation, { ROLES: 'projector,ingestion,scheduler' }),
    ]);
    const owner = await answering.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    const answers = async () => (await widget.ask(crypto.randomUUID(), 'When are you open?')).text;
    expect(await answers()).toContain('nine to five');

    const url = engineUrl('ELASTICSEARCH_URL') ?? '';
    const prefix = new URL(installation.environment.ELASTICSEARCH_URL ?? '').searchParams.get('prefix') ?? '';
    await removeIndices(url, prefix);
    // This one creates it, empty.
    await answers();
    await expect.poll(answers, { timeout: 60_000, interval: 1_000 }).toContain('nine to five');
  },
  180_000,
);
