/** The process may be killed anywhere between the decision that an account is deleted and the end of its erasure. */
import { expect, it } from 'vitest';
import { AccountCommands } from '../../../src/commands/accounts.ts';
import { accountSubject, chatbotSubject } from '../../../src/domain/key-subjects.ts';
import { KeyedHash } from '../../../src/event-log/keyed-hash.ts';
import type { ConsumeOptions } from '../../../src/ports/event-log.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { startErasureWorker } from '../../../src/workers/cleanup/erasure-worker.ts';
import { masterKey, type Node, newCommand, nodeOn, noonClock, valueOrThrow } from '../../support/inside.ts';
import { modelsOf, openReadSide, type ReadSide, startEngine } from '../../support/projections/read-models.ts';

const ADA = { email: 'ada@example.com', name: 'Ada', password: 'password' };
const passwords = { hash: async (text: string) => text, verify: async () => true };

/** The account commands of a process that ends after so many steps of an erasure. */
function endingAfter(steps: number, { keys }: ReadSide, node: Node): AccountCommands {
  let left = steps;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Error('The process ended');
  };
  const endingKeys = {
    erase: async (subject: string) => {
      step();
      await keys.erase(subject);
    },
  };
  const chatbots: Pick<Node['chatbots'], 'erase'> = {
    erase: async (...given) => {
      step();
      return node.chatbots.erase(...given);
    },
  };
  const { executor } = node;
  const ids = { next: () => crypto.randomUUID() };
  return new AccountCommands({
    executor,
    passwords,
    keyedHash: new KeyedHash(masterKey),
    ids,
    keys: endingKeys,
    chatbots,
  });
}

it.each([
  ['before its key was destroyed', 0],
  ['before its chatbots were', 1],
  ['between two chatbots', 2],
])('An account whose deletion was interrupted %s is erased from the log all the same', async (_when, steps) => {
  const side = await openReadSide();
  const node = nodeOn(side);
  const { engine } = await startEngine(side, allProjections);
  let work: ConsumeOptions | undefined;
  const consume = (options: ConsumeOptions) => {
    work = options;
    return { stop: async () => undefined };
  };
  const log = { ...side.log, consume };
  const { codec, keys } = side;
  const report = () => undefined;
  startErasureWorker({ log, codec, keys, accounts: node.accounts, clock: noonClock, report });

  const { accountId } = valueOrThrow(await node.accounts.register(ADA, newCommand()));
  const bots: string[] = [];
  for (const name of ['a', 'b'])
    bots.push(valueOrThrow(await node.chatbots.create(accountId, name, newCommand())).chatbotId);
  const other = { ...ADA, email: 'bob@example.com' };
  const { accountId: otherId } = valueOrThrow(await node.accounts.register(other, newCommand()));
  const { chatbotId: spared } = valueOrThrow(await node.chatbots.create(otherId, 'spared', newCommand()));

  await expect(endingAfter(steps, side, node).delete(accountId, 'password', newCommand())).rejects.toThrow('ended');
  const deleted = (await side.log.readStream(`account-${accountId}`)).find(({ type }) => type === 'AccountDeleted');
  if (deleted === undefined) throw new Error('Nothing was decided');
  expect(work?.filter.types).toContain('AccountDeleted');
  // The next process: nobody signs in any more, and delivered twice it erases nothing twice.
  const next = nodeOn(side);
  const credentials = { email: ADA.email, password: ADA.password };
  expect(await next.accounts.authenticate(credentials)).toMatchObject({ rejection: 'InvalidCredentials' });
  for (let delivery = 1; delivery <= 2; delivery += 1) {
    expect(await work?.handle(deleted, delivery, new AbortController().signal)).toEqual({ kind: 'ack' });
  }
  await engine.waitFor(await side.log.head());
  const subjects = [accountSubject(accountId), ...bots.map(chatbotSubject)];
  const found = await keys.find([...subjects, accountSubject(otherId), chatbotSubject(spared)]);
  expect([...found.values()].map((key) => key === null)).toEqual([true, true, true, false, false]);
  // The log keeps the chatbot's history, which holds only ids.
  const { chatbot_events: _, ...models } = await modelsOf(side.documents, allProjections);
  expect(JSON.stringify(models)).not.toContain(accountId);
  expect(models.chatbots?.map(({ id }) => id)).toEqual([spared]);
  const { accountId: again } = valueOrThrow(await next.accounts.register(ADA, newCommand()));
  expect(again).not.toBe(accountId);
});

it('An address can be registered again also while the erasure that was interrupted waits to go on', async () => {
  const side = await openReadSide();
  const node = nodeOn(side);
  const { accountId } = valueOrThrow(await node.accounts.register(ADA, newCommand()));
  await expect(endingAfter(0, side, node).delete(accountId, 'password', newCommand())).rejects.toThrow('ended');
  const { accountId: again } = valueOrThrow(await nodeOn(side).accounts.register(ADA, newCommand()));
  expect(again).not.toBe(accountId);
  valueOrThrow(await node.accounts.finishDeletion(accountId, newCommand()));
  const credentials = { email: ADA.email, password: ADA.password };
  expect(valueOrThrow(await node.accounts.authenticate(credentials)).accountId).toBe(again);
});
