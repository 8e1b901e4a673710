import { describe, expect, it } from 'vitest';
import { chatbotSubject } from '../../src/domain/key-subjects.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { idOf } from '../support/fixtures.ts';
import {
  newCommand,
  nodeOn,
  PLAN_LIMIT,
  recordedIn,
  storesOfFile,
  valueOrThrow,
  withAppend,
} from '../support/inside.ts';

const stores = storesOfFile();
let people = 0;

async function newOwner(): Promise<string> {
  const person = { email: `owner-${people++}@example.com`, name: 'Owner', password: 'password' };
  return valueOrThrow(await nodeOn(stores()).accounts.register(person, newCommand())).accountId;
}

const typesIn = async (stream: string) => (await recordedIn(stores(), stream)).map(({ event }) => event.type);

/** A node whose process ends when it would write the event. */
function nodeThatDiesAt(type: string) {
  const { log } = stores();
  const append: typeof log.append = async (stream, expected, events) => {
    if (events.some((event) => event.type === type)) throw new StoreUnavailable('event log', 'the process ended');
    return log.append(stream, expected, events);
  };
  return nodeOn({ ...stores(), log: withAppend(log, append) });
}

describe('creating a chatbot', () => {
  it('takes a place in the plan and makes a live chatbot with its name', async () => {
    const ownerId = await newOwner();
    const { chatbots } = nodeOn(stores());
    const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand()));
    expect(await chatbots.isLive(chatbotId)).toBe(true);
    expect(await typesIn(`account-${ownerId}`)).toEqual(['AccountRegistered', 'ChatbotSlotTaken']);
    const [created] = await recordedIn(stores(), `chatbot-${chatbotId}`);
    expect(created?.event).toMatchObject({ type: 'ChatbotCreated', data: { ownerId }, sealed: { name: 'Helper' } });
  });

  it('is refused for an account that does not exist', async () => {
    const outcome = await nodeOn(stores()).chatbots.create(idOf('nobody'), 'Helper', newCommand());
    expect(outcome).toMatchObject({ ok: false, rejection: 'AccountNotFound' });
  });

  it.each([1, 3])('ten times at once on %i nodes gives exactly as many as the plan allows', async (count) => {
    const ownerId = await newOwner();
    const nodes = Array.from({ length: count }, () => nodeOn(stores()));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => nodes[n % count]?.chatbots.create(ownerId, `Bot ${n}`, newCommand())),
    );
    const made = outcomes.flatMap((outcome) => (outcome?.ok ? [outcome.value.chatbotId] : []));
    expect(new Set(made).size).toBe(PLAN_LIMIT);
    expect(outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.rejection] : []))).toEqual(
      Array.from({ length: 10 - PLAN_LIMIT }, () => 'ChatbotLimitReached'),
    );
    for (const chatbotId of made) expect(await nodes[0]?.chatbots.isLive(chatbotId)).toBe(true);
    expect(await typesIn(`account-${ownerId}`)).toHaveLength(1 + PLAN_LIMIT);
  });

  it('that was cut short is completed from the place that was taken, once', async () => {
    const ownerId = await newOwner();
    const cutShort = nodeThatDiesAt('ChatbotCreated').chatbots.create(ownerId, 'Helper', newCommand());
    await expect(cutShort).rejects.toThrow('ended');
    const taken = (await recordedIn(stores(), `account-${ownerId}`)).at(-1)?.event;
    if (taken?.type !== 'ChatbotSlotTaken' || taken.sealed === null) throw new Error('No place was taken');
    const { chatbotId, publicId } = taken.data;
    const planned = { chatbotId, publicId, ownerId, name: taken.sealed.name };
    await Promise.all(
      [nodeOn(stores()), nodeOn(stores())].map((node) => node.chatbots.completeCreation(planned, newCommand())),
    );
    const events = await recordedIn(stores(), `chatbot-${chatbotId}`);
    expect(events.map(({ event }) => event)).toEqual([
      { type: 'ChatbotCreated', data: { chatbotId, publicId, ownerId }, sealed: { name: 'Helper' } },
    ]);
  });

  it('again with the same command gives the same chatbot, and never a second one', async () => {
    const ownerId = await newOwner();
    const command = newCommand();
    const create = () => nodeOn(stores()).chatbots.create(ownerId, 'Helper', command);
    const { chatbotId } = valueOrThrow(await create());
    expect(valueOrThrow(await create()).chatbotId).toBe(chatbotId);
    expect(await typesIn(`account-${ownerId}`)).toEqual(['AccountRegistered', 'ChatbotSlotTaken']);
    expect(await typesIn(`chatbot-${chatbotId}`)).toEqual(['ChatbotCreated']);
    valueOrThrow(await nodeOn(stores()).chatbots.delete(ownerId, chatbotId, newCommand()));
    expect(await create()).toMatchObject({ ok: false, rejection: 'ChatbotDeleted' });
  });
});

describe('configuring a chatbot', () => {
  it('records changes, for its owner only', async () => {
    const ownerId = await newOwner();
    const { chatbots } = nodeOn(stores());
    const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand()));
    expect(await chatbots.configure(ownerId, chatbotId, { changes: { tone: 'warm' } }, newCommand())).toMatchObject({
      ok: true,
    });
    for (const [who, which] of [
      [idOf('eve'), chatbotId],
      [ownerId, idOf('no bot')],
    ] as const) {
      const outcome = await chatbots.configure(who, which, { changes: { tone: 'cold' } }, newCommand());
      expect(outcome).toMatchObject({ ok: false, rejection: 'ChatbotNotFound' });
    }
    expect((await recordedIn(stores(), `chatbot-${chatbotId}`)).at(-1)?.event).toMatchObject({
      sealed: { tone: 'warm' },
    });
  });

  it('by two callers at the same revision succeeds for one', async () => {
    const ownerId = await newOwner();
    const { chatbotId } = valueOrThrow(await nodeOn(stores()).chatbots.create(ownerId, 'Helper', newCommand()));
    const outcomes = await Promise.all(
      ['warm', 'cold'].map((tone) =>
        nodeOn(stores()).chatbots.configure(
          ownerId,
          chatbotId,
          { changes: { tone }, expectedRevision: 0 },
          newCommand(),
        ),
      ),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.rejection)).sort()).toEqual(['ChatbotChanged', 'ok']);
  });
});

describe('deleting a chatbot', () => {
  it('erases its content and frees its slot of the plan', async () => {
    const ownerId = await newOwner();
    const { chatbots } = nodeOn(stores());
    const made = [];
    for (let n = 0; n < PLAN_LIMIT; n += 1) {
      made.push(valueOrThrow(await chatbots.create(ownerId, `Bot ${n}`, newCommand())).chatbotId);
    }
    const [first = ''] = made;
    await chatbots.configure(ownerId, first, { changes: { systemPrompt: 'secret' } }, newCommand());
    expect(await chatbots.delete(ownerId, first, newCommand())).toMatchObject({ ok: true });

    expect(await chatbots.isLive(first)).toBe(false);
    expect(await stores().keys.getOrCreate(chatbotSubject(first))).toBeNull();
    const left = (await recordedIn(stores(), `chatbot-${first}`)).map(({ event }) => event);
    expect(left).toEqual([
      { type: 'ChatbotCreated', data: expect.anything(), sealed: null },
      { type: 'ChatbotConfigured', data: { chatbotId: first }, sealed: null },
      { type: 'ChatbotDeleted', data: { chatbotId: first, ownerId } },
    ]);
    valueOrThrow(await chatbots.create(ownerId, 'In its place', newCommand()));
    expect(await chatbots.create(ownerId, 'One too many', newCommand())).toMatchObject({ ok: false });
  });

  it('leaves nothing of it in the memory of the node', async () => {
    const ownerId = await newOwner();
    const { chatbots, executor } = nodeOn(stores());
    const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand()));
    await chatbots.configure(ownerId, chatbotId, { changes: { systemPrompt: 'secret' } }, newCommand());
    const forgotten: string[] = [];
    const forget = executor.evict.bind(executor);
    executor.evict = (aggregate, id) => {
      forgotten.push(`${aggregate.category}-${id}`);
      forget(aggregate, id);
    };
    await chatbots.delete(ownerId, chatbotId, newCommand());
    expect(forgotten).toEqual([`chatbot-${chatbotId}`]);
  });

  it('is done once, by its owner', async () => {
    const ownerId = await newOwner();
    const { chatbots } = nodeOn(stores());
    const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand()));
    expect(await chatbots.delete(idOf('eve'), chatbotId, newCommand())).toMatchObject({ ok: false });
    const command = newCommand();
    expect(await chatbots.delete(ownerId, chatbotId, command)).toMatchObject({ ok: true });
    expect(await chatbots.delete(ownerId, chatbotId, command)).toMatchObject({ ok: true });
    expect(await chatbots.delete(ownerId, chatbotId, newCommand())).toMatchObject({
      ok: false,
      rejection: 'ChatbotNotFound',
    });
    expect(await typesIn(`chatbot-${chatbotId}`)).toEqual(['ChatbotCreated', 'ChatbotDeleted']);
    expect(await typesIn(`account-${ownerId}`)).toEqual([
      'AccountRegistered',
      'ChatbotSlotTaken',
      'ChatbotSlotReleased',
    ]);
  });

  it('that was cut short is finished later, and finishing twice changes nothing', async () => {
    const ownerId = await newOwner();
    const { chatbots } = nodeOn(stores());
    const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand()));
    const cutShort = nodeThatDiesAt('ChatbotSlotReleased').chatbots.delete(ownerId, chatbotId, newCommand());
    await expect(cutShort).rejects.toThrow('ended');
    for (let times = 0; times < 2; times += 1) await chatbots.finishDeletion(ownerId, chatbotId, newCommand());
    expect(await typesIn(`account-${ownerId}`)).toEqual([
      'AccountRegistered',
      'ChatbotSlotTaken',
      'ChatbotSlotReleased',
    ]);
  });
});
