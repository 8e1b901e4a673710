/** A MongoDB whose read models are put back to an older state while the nodes run, as by a snapshot of its disk. */
import type { Db, Document } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '../../support/engines/mongodb.ts';
import { TcpProxy } from '../../support/engines/tcp-proxy.ts';
import { TestService } from '../../support/http/service.ts';
import { becomesReady } from '../away/support.ts';
import { ownInstallation, sharesStores } from '../nodes/support.ts';

const isOfReadModels = (name: string) => /\.v\d+$/.test(name) || ['checkpoints', 'active_versions'].includes(name);

type Snapshot = ReadonlyMap<string, readonly Document[]>;

async function snapshotOf(db: Db): Promise<Snapshot> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).filter(isOfReadModels);
  const contents = names.map(async (name) => [name, await db.collection(name).find().toArray()] as const);
  return new Map(await Promise.all(contents));
}

async function putBack(db: Db, snapshot: Snapshot): Promise<void> {
  for (const [name, documents] of snapshot) {
    await db.collection(name).deleteMany({});
    if (documents.length > 0) await db.collection(name).insertMany([...documents]);
  }
}

test.skipIf(!sharesStores)(
  'Read models that are put back to an older state catch up before anybody reads them, on each node',
  async () => {
    const installation = await ownInstallation();
    const database = installation.environment.MONGODB_URL ?? '';
    const way = await TcpProxy.before(database);
    onTestFinished(() => way.close());
    const behindProxy = { MONGODB_URL: way.addressOf(database) };
    const roles = [{}, { ROLES: 'http' }];
    const [node, following] = await Promise.all(
      roles.map((environment) => TestService.start({ ...behindProxy, ...environment }, { installation })),
    );
    if (node === undefined || following === undefined) throw new Error('Two nodes were started');
    for (const each of [node, following]) onTestFinished(() => each.stop());
    const owner = await node.owner();
    const { id } = await owner.chatbot({ name: 'Before' });
    const widget = await owner.widget(id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    await widget.ask('visitor', 'When are you open?');
    const older = await withDatabase(database, snapshotOf);
    await widget.ask('visitor', 'When do you open?');
    await owner.call('PATCH', `/chatbots/${id}`, { body: { name: 'After' } });

    await way.cut('refused');
    await withDatabase(database, (db) => putBack(db, older));
    await way.restore();
    for (const each of [node, following]) {
      await becomesReady(each);
      await expect
        .poll(() => widget.at(each).call('GET', '/history?sessionId=visitor'))
        .toMatchObject({
          status: 200,
          data: { messages: { length: 4 } },
        });
    }
    await widget.at(following).ask('visitor', 'Until when are you open?');
    for (const each of [node, following]) {
      const { data } = await widget.at(each).call<{ messages: unknown[] }>('GET', '/history?sessionId=visitor');
      expect(data.messages).toHaveLength(6);
      const read = await owner.at(each).call<{ chatbot: { name: string } }>('GET', `/chatbots/${id}`);
      expect(read.data.chatbot.name).toBe('After');
    }
  },
  180_000,
);
