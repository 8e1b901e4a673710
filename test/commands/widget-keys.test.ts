import { beforeAll, describe, expect, it } from 'vitest';
import { secretHashOf } from '../../src/commands/widget-keys.ts';
import { idOf } from '../support/fixtures.ts';
import { newCommand, nodeOn, recordedIn, storesOfFile, valueOrThrow } from '../support/inside.ts';

const stores = storesOfFile();
const label = { label: 'Shop', allowedDomains: ['example.com'] };
let [ownerId, chatbotId] = ['', ''];

beforeAll(async () => {
  const { accounts, chatbots } = nodeOn(stores());
  const person = { email: 'ada@example.com', name: 'Ada', password: 'password' };
  ownerId = valueOrThrow(await accounts.register(person, newCommand())).accountId;
  chatbotId = valueOrThrow(await chatbots.create(ownerId, 'Helper', newCommand())).chatbotId;
});

describe('a widget key', () => {
  it('is shown once; only its hash and a short prefix are stored', async () => {
    const { widgetKeys } = nodeOn(stores());
    const { keyId, secret } = valueOrThrow(await widgetKeys.generate(ownerId, chatbotId, label, newCommand()));
    expect(secret).toMatch(/^cwk_[\w-]{43}$/);
    const stream = `widgetkeys-${chatbotId}`;
    const generated = (await recordedIn(stores(), stream)).find(
      ({ event }) => 'keyId' in event.data && event.data.keyId === keyId,
    );
    expect(generated?.event).toEqual({
      type: 'WidgetKeyGenerated',
      data: { keyId, chatbotId, ownerId, secretHash: secretHashOf(secret), keyPrefix: secret.slice(0, 12) },
      sealed: label,
    });
    const stored = await stores().log.readStream(stream);
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain(secret.slice(12));
  });

  it('that is generated again by the same command is the same key, of the same secret', async () => {
    const command = newCommand();
    const random = Buffer.alloc(32, 5);
    const generate = () => nodeOn(stores()).widgetKeys.generate(ownerId, chatbotId, { ...label, random }, command);
    const [first, second] = [valueOrThrow(await generate()), valueOrThrow(await generate())];
    expect(second).toEqual(first);
    const events = (await recordedIn(stores(), `widgetkeys-${chatbotId}`)).map(({ event }) => event);
    expect(events.filter((event) => 'keyId' in event.data && event.data.keyId === first.keyId)).toMatchObject([
      { data: { secretHash: secretHashOf(second.secret) } },
    ]);
  });

  it('is the same also when many were generated in between', async () => {
    const command = newCommand();
    const random = Buffer.alloc(32, 6);
    const generate = () => nodeOn(stores()).widgetKeys.generate(ownerId, chatbotId, { ...label, random }, command);
    const first = valueOrThrow(await generate());
    const { widgetKeys } = nodeOn(stores());
    for (let more = 0; more < 20; more += 1) {
      const other = valueOrThrow(await widgetKeys.generate(ownerId, chatbotId, label, newCommand()));
      await widgetKeys.revoke(chatbotId, other.keyId, newCommand());
    }
    expect(valueOrThrow(await generate())).toEqual(first);
    await widgetKeys.revoke(chatbotId, first.keyId, newCommand());
  });

  it('is one of exactly a hundred active ones, however many are generated and revoked at once, on any node', async () => {
    const { chatbots } = nodeOn(stores());
    const full = valueOrThrow(await chatbots.create(ownerId, 'Full', newCommand())).chatbotId;
    const nodes = [nodeOn(stores()), nodeOn(stores())];
    const generate = (place: number) =>
      (nodes[place % 2] ?? nodeOn(stores())).widgetKeys.generate(ownerId, full, label, newCommand());
    const many = await Promise.all(Array.from({ length: 130 }, (_, place) => generate(place)));
    const kept = many.flatMap((outcome) => (outcome.ok ? [outcome.value.keyId] : []));
    expect(kept).toHaveLength(100);
    expect(many.filter((outcome) => !outcome.ok && outcome.rejection === 'WidgetKeyLimitReached')).toHaveLength(30);
    const revocations = kept
      .slice(0, 5)
      .map((keyId, place) => nodes[place % 2]?.widgetKeys.revoke(full, keyId, newCommand()));
    await Promise.all(revocations);
    const again = await Promise.all(Array.from({ length: 12 }, (_, place) => generate(place)));
    expect(again.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it('needs 32 random bytes', async () => {
    const short = nodeOn(stores()).widgetKeys.generate(
      ownerId,
      chatbotId,
      { ...label, random: Buffer.alloc(31) },
      newCommand(),
    );
    await expect(short).rejects.toBeInstanceOf(RangeError);
  });

  it('is never the same as another', async () => {
    const { widgetKeys } = nodeOn(stores());
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => widgetKeys.generate(ownerId, chatbotId, label, newCommand())),
    );
    expect(new Set(keys.map((key) => valueOrThrow(key).secret)).size).toBe(20);
  });

  it('is only for a live chatbot of the account', async () => {
    const { widgetKeys, chatbots } = nodeOn(stores());
    const gone = valueOrThrow(await chatbots.create(ownerId, 'Gone', newCommand())).chatbotId;
    await chatbots.delete(ownerId, gone, newCommand());
    for (const [who, which] of [
      [idOf('eve'), chatbotId],
      [ownerId, idOf('no bot')],
      [ownerId, gone],
    ] as const) {
      expect(await widgetKeys.generate(who, which, label, newCommand())).toMatchObject({
        ok: false,
        rejection: 'ChatbotNotFound',
      });
    }
  });

  it('is revoked once, through its own chatbot', async () => {
    const { widgetKeys } = nodeOn(stores());
    const { keyId } = valueOrThrow(await widgetKeys.generate(ownerId, chatbotId, label, newCommand()));
    const notFound = { ok: false, rejection: 'WidgetKeyNotFound' };
    expect(await widgetKeys.revoke(idOf('other bot'), keyId, newCommand())).toMatchObject(notFound);
    expect(await widgetKeys.revoke(chatbotId, keyId, newCommand())).toMatchObject({ ok: true });
    expect(await widgetKeys.revoke(chatbotId, keyId, newCommand())).toMatchObject(notFound);
    expect(await widgetKeys.revoke(chatbotId, idOf('no key'), newCommand())).toMatchObject(notFound);
  });
});
