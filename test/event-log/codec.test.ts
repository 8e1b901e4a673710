import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineEvent, defineSealedEvent, type EventDefinition } from '../../src/domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../src/domain/events.ts';
import { chatbotSubject, conversationSubject, leadSubject } from '../../src/domain/schema.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { Decoded } from '../../src/event-log/event-decoder.ts';
import type { EventMetadata } from '../../src/event-log/recorded-event.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import { UnreadableEvent } from '../../src/event-log/unreadable-event.ts';
import type { JsonObject, NewEvent, StoredEvent } from '../../src/ports/event-log.ts';
import { anyEvent, eventOf, valueFitting } from '../support/events/arbitraries.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';

const metadata: Omit<EventMetadata, 'version'> = {
  at: NOON,
  commandId: idOf('command'),
  actor: { kind: 'account', id: idOf('ada') },
  previous: null,
};

const [chatbotId, conversationId, messageId] = [idOf('bot'), idOf('conversation'), idOf('message')];
const question: DomainEvent = {
  type: 'QuestionAsked',
  data: { conversationId, chatbotId, messageId },
  sealed: { content: 'When do you open?' },
};
const lead: DomainEvent = {
  type: 'LeadCaptured',
  data: { conversationId, chatbotId, leadId: idOf('lead') },
  sealed: { email: 'ada@example.com' },
};

const newCodec = () => {
  const keys = new MemoryKeys();
  return { keys, codec: new EventCodec(keys) };
};

async function decodeOne(codec: EventCodec, event: StoredEvent): Promise<Decoded> {
  const [decoded] = await codec.decode([event]);
  if (decoded === undefined) throw new Error('One event gives one result');
  return decoded;
}

async function read(codec: EventCodec, event: StoredEvent): Promise<DomainEvent> {
  const decoded = await decodeOne(codec, event);
  if (!decoded.ok) throw decoded.error;
  return decoded.recorded.event;
}

async function expectUnreadable(codec: EventCodec, event: StoredEvent, why: RegExp): Promise<void> {
  const decoded = await decodeOne(codec, event);
  if (decoded.ok) throw new Error(`It was read: ${JSON.stringify(decoded.recorded.event)}`);
  expect(decoded.error).toBeInstanceOf(UnreadableEvent);
  expect(decoded.error.message).toMatch(why);
  expect(decoded.error.stored).toBe(event);
}

describe('a stored event', () => {
  it('reads as it was recorded, whichever of all the declared ones it is', async () => {
    const { codec, keys } = newCodec();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyEvent(), async (event) => {
        const encoded = await codec.encode(idOf(`event ${count++}`), event, metadata);
        const { revision: keysAt } = keys;
        const stored = asStored(encoded);
        const { recorded } = { recorded: null, ...(await decodeOne(codec, stored)) };
        const { id, stream, revision, position, recordedAt } = stored;
        const version = EVENT_DEFINITIONS.get(event.type)?.version;
        const stamped = { ...metadata, version, keys: keysAt };
        const expected = { event, id, stream, revision, position, recordedAt, metadata: stamped };
        expect(recorded).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  it('can be made of every declared event', () => {
    for (const definition of EVENT_DEFINITIONS.values()) {
      expect(fc.sample(eventOf(definition), { numRuns: 1, seed: 1 })).toHaveLength(1);
    }
  });

  it('is stamped with the version of its schema and keeps who caused it, when and by which request', async () => {
    const { codec, keys } = newCodec();
    const encoded = await codec.encode(idOf('e'), question, { ...metadata, requestId: 'req-1', previous: 'hash' });
    expect(encoded.metadata).toEqual({
      ...metadata,
      keys: keys.revision,
      requestId: 'req-1',
      previous: 'hash',
      version: 2,
    });
  });

  it('that does not fit its declaration is never made', async () => {
    const { codec } = newCodec();
    const misfits: unknown[] = [
      { type: 'Unheard', data: {} },
      { type: 'EmailClaimed', data: {} },
      { type: 'EmailClaimed', data: { accountId: 'short' } },
      { ...question, sealed: null },
      { type: 'QuestionAsked', data: question.data },
      { ...question, sealed: { content: 7 } },
      { type: 'MessageRated', data: { conversationId, chatbotId, messageId, feedback: 'splendid' } },
      { type: 'IngestionStarted', data: { sourceId: idOf('s'), chatbotId, generation: 0 } },
    ];
    for (const event of misfits) {
      await expect(codec.encode(idOf('e'), event as DomainEvent, metadata)).rejects.toThrow(TypeError);
    }
  });
});

describe('what is sealed', () => {
  const CANARY = 'Canary-7f3a';

  it('is never stored in clear, in any of the declared events', async () => {
    const { codec } = newCodec();
    const sealedOnes = [...EVENT_DEFINITIONS.values()].filter(({ sealed }) => sealed !== null);
    expect(sealedOnes.length).toBeGreaterThan(5);
    for (const definition of sealedOnes) {
      const samples = fc.sample(eventOf(definition), { numRuns: 20, seed: 7 });
      for (const [index, sample] of samples.entries()) {
        const event = { ...sample, sealed: withCanaries('sealed' in sample ? sample.sealed : null) } as DomainEvent;
        const stored = JSON.stringify(await codec.encode(idOf(`${definition.type} ${index}`), event, metadata));
        expect(stored).not.toContain(CANARY);
        expect(stored).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 12));
      }
    }
  });

  const ONE_OF_A_FEW =
    /^(?:gpt-[\w-]+|none|daily|weekly|monthly|user|assistant|agent|prompt-leak|link|citation|suggestions-line)$/;

  /** Free text is replaced; what must be one of a few words stays. */
  function withCanaries(value: unknown): unknown {
    if (typeof value === 'string') return ONE_OF_A_FEW.test(value) ? value : CANARY;
    if (Array.isArray(value)) return value.map(withCanaries);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, withCanaries(held)]));
  }

  it('holds no undeclared field, at any depth', async () => {
    const { codec } = newCodec();
    await fc.assert(
      fc.asyncProperty(anyEvent(), fc.nat(), async (event, n) => {
        const talkative = { ...event, data: talkativeCopy(event.data) } as DomainEvent;
        const encoded = await codec.encode(idOf(`event ${n}`), talkative, metadata);
        expect(JSON.stringify(encoded)).not.toContain(CANARY);
        expect(await read(codec, asStored(encoded))).toEqual(event);
      }),
      { numRuns: 200 },
    );
  });

  function talkativeCopy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(talkativeCopy);
    if (typeof value !== 'object' || value === null) return value;
    const copied = Object.entries(value).map(([field, held]) => [field, talkativeCopy(held)]);
    return { ...Object.fromEntries(copied), text: CANARY, toString: CANARY };
  }

  it('is gone when its key has been erased; the rest of the event stays', async () => {
    const { codec, keys } = newCodec();
    const [asked, captured] = [
      asStored(await codec.encode(idOf('1'), question, metadata)),
      asStored(await codec.encode(idOf('2'), lead, metadata)),
    ];
    await keys.erase(leadSubject(chatbotId, idOf('lead')));
    expect(await read(codec, captured)).toEqual({ ...lead, sealed: null });
    expect(await read(codec, asked)).toEqual(question);
    await keys.erase(chatbotSubject(chatbotId));
    expect(await read(codec, asked)).toEqual({ ...question, sealed: null });
  });

  it('of one conversation is gone alone, also where an earlier release sealed it with the key of the chatbot', async () => {
    const { codec, keys } = newCodec();
    const QuestionAsked = EVENT_DEFINITIONS.get('QuestionAsked') as EventDefinition;
    const earlier = { ...QuestionAsked, version: 1, upcasts: {}, subject: () => chatbotSubject(chatbotId) };
    const released = new EventCodec(keys, new Map([['QuestionAsked', earlier]]));
    const inAnother = { ...question, data: { ...question.data, conversationId: idOf('another') } } as DomainEvent;
    const stored: StoredEvent[] = [];
    for (const [place, [by, event]] of (
      [
        [released, question],
        [codec, question],
        [released, inAnother],
        [codec, inAnother],
      ] as const
    ).entries()) {
      stored.push(asStored(await by.encode(idOf(`${place}`), event, metadata)));
    }
    const all = () => Promise.all(stored.map((event) => read(codec, event)));
    expect(await all()).toEqual([question, question, inAnother, inAnother]);
    await keys.erase(conversationSubject(chatbotId, conversationId));
    const erased = { ...question, sealed: null };
    expect(await all()).toEqual([erased, erased, inAnother, inAnother]);
  });

  it('of an erased subject is never recorded again', async () => {
    const { codec, keys } = newCodec();
    await keys.erase(chatbotSubject(chatbotId));
    await expect(codec.encode(idOf('1'), question, metadata)).rejects.toThrow(SubjectErased);
    await expect(codec.encode(idOf('2'), lead, metadata)).rejects.toThrow(SubjectErased);
  });

  it('belongs to its event: a box moved to another one of the same subject is not opened', async () => {
    const { codec } = newCodec();
    const first = asStored(await codec.encode(idOf('1'), question, metadata));
    const second = asStored(await codec.encode(idOf('2'), { ...question, sealed: { content: 'No' } }, metadata));
    const swapped = { ...first, data: { ...first.data, ...pick(second.data, 'sealed') } };
    await expectUnreadable(codec, swapped, /QuestionAsked at test-1@0/);
  });

  it('is not opened with another key', async () => {
    const here = newCodec();
    const elsewhere = newCodec();
    await elsewhere.keys.getOrCreate(conversationSubject(chatbotId, conversationId));
    const stored = asStored(await here.codec.encode(idOf('1'), question, metadata));
    await expectUnreadable(elsewhere.codec, stored, /QuestionAsked/);
  });

  it('shows every flipped bit', async () => {
    const { codec } = newCodec();
    const stored = asStored(await codec.encode(idOf('1'), question, metadata));
    const { subject, box } = stored.data.sealed as { subject: string; box: string };
    const bytes = Buffer.from(box, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const sealed = { subject, box: flipped.toString('base64') };
      await expectUnreadable(codec, { ...stored, data: { ...stored.data, sealed } }, /QuestionAsked/);
    }
  });

  it('that was removed, truncated or moved to another subject does not pass for erased', async () => {
    const { codec } = newCodec();
    const stored = asStored(await codec.encode(idOf('1'), question, metadata));
    const { subject, box } = stored.data.sealed as { subject: string; box: string };
    const { sealed: _, ...bare } = stored.data;
    const replaced: (JsonObject[string] | undefined)[] = [
      undefined,
      null,
      'box',
      [],
      {},
      { subject },
      { box },
      { subject: 7, box },
      { subject, box: '' },
      { subject, box: box.slice(0, 20) },
      { subject, box: 'not base64 at all!' },
      { subject: chatbotSubject(idOf('nobody')), box },
      { subject: '', box },
      { subject: '\ud800', box },
      { subject: 'master key check', box },
    ];
    for (const sealed of replaced) {
      const data = sealed === undefined ? bare : { ...bare, sealed };
      await expectUnreadable(codec, { ...stored, data }, /QuestionAsked at test-1@0/);
    }
  });

  it('must fit its declaration after opening', async () => {
    const { keys, codec } = newCodec();
    const loose = defineSealedEvent('QuestionAsked', {
      data: Type.Object({}),
      sealed: Type.Object({ content: Type.Number() }),
      subject: () => chatbotSubject(chatbotId),
    });
    const other = new EventCodec(keys, new Map([['QuestionAsked', loose as unknown as EventDefinition]]));
    const misfit = { type: 'QuestionAsked', data: {}, sealed: { content: 1 } } as unknown as DomainEvent;
    const encoded = await other.encode(idOf('1'), misfit, metadata);
    const data = { ...encoded.data, ...question.data };
    await expectUnreadable(codec, asStored({ ...encoded, data }), /sealed part does not fit/);
  });
});

describe('an event that this version cannot read', () => {
  const good: NewEvent = {
    id: idOf('e'),
    type: 'EmailClaimed',
    data: { accountId: idOf('ada') },
    metadata: { ...metadata, version: 1 } as unknown as JsonObject,
  };
  const withMetadata = (changes: Record<string, unknown>) =>
    ({ ...good, metadata: { ...good.metadata, ...changes } }) as NewEvent;

  it.each<[string, NewEvent, RegExp]>([
    ['of an unknown type', { ...good, type: 'Unheard' }, /does not know the type/],
    ['of a type that every object has', { ...good, type: 'constructor' }, /does not know the type/],
    ['of a newer version', withMetadata({ version: 2 }), /version 2 is not known/],
    ['of no version', withMetadata({ version: undefined }), /version undefined is not known/],
    ['of version 0', withMetadata({ version: 0 }), /version 0 is not known/],
    ['of half a version', withMetadata({ version: 0.5 }), /version 0.5 is not known/],
    ['of a version in words', withMetadata({ version: '1' }), /version 1 is not known/],
    ['with data that does not fit', { ...good, data: { accountId: 1 } }, /data does not fit/],
    ['without its data', { ...good, data: {} }, /data does not fit/],
    ['with null for data', { ...good, data: null as unknown as JsonObject }, /./],
    ['with null for metadata', { ...good, metadata: null as unknown as JsonObject }, /./],
    ['with a time that is none', withMetadata({ at: 'noon' }), /metadata is malformed/],
    ['with a time past all calendars', withMetadata({ at: 9e15 }), /metadata is malformed/],
    ['without a command', withMetadata({ commandId: undefined }), /metadata is malformed/],
    ['without a link to the one before', withMetadata({ previous: undefined }), /metadata is malformed/],
    ['with a link that is none', withMetadata({ previous: 3 }), /metadata is malformed/],
    ['without an actor', withMetadata({ actor: null }), /metadata is malformed/],
    ['with an actor in words', withMetadata({ actor: 'ada' }), /metadata is malformed/],
  ])('%s is a value, not an exception', async (_what, event, why) => {
    await expectUnreadable(newCodec().codec, asStored(event), why);
  });

  it('is told apart from the readable ones around it, in order', async () => {
    const { codec } = newCodec();
    const decoded = await codec.decode([
      asStored(good, { revision: 0 }),
      asStored({ ...good, type: 'Unheard' }, { revision: 1 }),
      asStored(good, { revision: 2 }),
    ]);
    expect(decoded.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(await codec.decode([])).toEqual([]);
  });

  it('never throws, whatever is stored', async () => {
    const { codec } = newCodec();
    const json = fc.jsonValue({ maxDepth: 3 });
    const sealed = fc.record({ subject: fc.oneof(fc.string(), json), box: fc.oneof(fc.base64String(), json) });
    const data = fc.oneof(json, fc.record({ accountId: fc.constant(idOf('ada')), sealed: fc.oneof(sealed, json) }));
    const type = fc.oneof(fc.constantFrom(...EVENT_DEFINITIONS.keys()), fc.string());
    await fc.assert(
      fc.asyncProperty(type, data, fc.oneof(json, fc.constant(good.metadata)), async (name, held, beside) => {
        const event = { ...good, type: name, data: held as JsonObject, metadata: beside as JsonObject };
        expect(await codec.decode([asStored(event)])).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an event of an older version', () => {
  /** An event with three versions: a name, a name in a list, and a sealed name. */
  const Greeted = defineSealedEvent('Greeted', {
    version: 3,
    data: Type.Object({ chatbotId: Type.String(), times: Type.Integer() }),
    sealed: Type.Object({ names: Type.Array(Type.String()) }),
    subject: (data) => chatbotSubject(data.chatbotId),
    upcasts: {
      1: ({ data: { name, ...data }, sealed }) => ({ data: { ...data, names: [name] }, sealed }),
      2: ({ data: { names, ...data } }) => ({ data: { ...data, times: 1 }, sealed: { names } }),
    },
  });
  const Broken = defineEvent('Broken', {
    version: 3,
    data: Type.Object({}),
    upcasts: {
      2: () => {
        throw new RangeError('the old form makes no sense');
      },
    },
  });
  const definitions = new Map([Greeted, Broken].map((each) => [each.type, each as unknown as EventDefinition]));
  const old = (type: string, version: number, data: JsonObject): StoredEvent =>
    asStored({ id: idOf('e'), type, data, metadata: { ...metadata, version } as unknown as JsonObject });

  it('is lifted through every version to the newest', async () => {
    const codec = new EventCodec(new MemoryKeys(), definitions);
    const newest = { type: 'Greeted', data: { chatbotId, times: 1 }, sealed: { names: ['Ada'] } };
    expect(await read(codec, old('Greeted', 1, { chatbotId, name: 'Ada' }))).toEqual(newest);
    expect(await read(codec, old('Greeted', 2, { chatbotId, names: ['Ada'] }))).toEqual(newest);
  });

  it('is upcast also when its sealed part is erased', async () => {
    const sealedFromTheStart = defineSealedEvent('Told', {
      version: 2,
      data: Type.Object({ chatbotId: Type.String(), length: Type.Integer() }),
      sealed: Type.Object({ text: Type.String() }),
      subject: (data) => chatbotSubject(data.chatbotId),
      upcasts: { 1: ({ data, sealed }) => ({ data: { ...data, length: 0 }, sealed }) },
    });
    const before = defineSealedEvent('Told', {
      data: Type.Object({ chatbotId: Type.String() }),
      sealed: Type.Object({ text: Type.String() }),
      subject: (data) => chatbotSubject(data.chatbotId),
    });
    const keys = new MemoryKeys();
    const mapOf = (definition: unknown) => new Map([['Told', definition as EventDefinition]]);
    const told = { type: 'Told', data: { chatbotId }, sealed: { text: 'secret' } } as unknown as DomainEvent;
    const stored = asStored(await new EventCodec(keys, mapOf(before)).encode(idOf('e'), told, metadata));
    const codec = new EventCodec(keys, mapOf(sealedFromTheStart));
    expect(await read(codec, stored)).toEqual({ ...told, data: { chatbotId, length: 0 } });
    await keys.erase(chatbotSubject(chatbotId));
    expect(await read(codec, stored)).toEqual({ ...told, data: { chatbotId, length: 0 }, sealed: null });
  });

  it('is recorded at the newest version from now on', async () => {
    const codec = new EventCodec(new MemoryKeys(), definitions);
    const event = { type: 'Greeted', data: { chatbotId, times: 2 }, sealed: { names: ['Bo'] } } as unknown;
    const encoded = await codec.encode(idOf('e'), event as DomainEvent, metadata);
    expect(encoded.metadata.version).toBe(3);
    expect(await read(codec, asStored(encoded))).toEqual(event);
  });

  it('without an upcaster, or whose upcast fails or does not fit the schema, is unreadable', async () => {
    const codec = new EventCodec(new MemoryKeys(), definitions);
    await expectUnreadable(codec, old('Broken', 1, {}), /nothing lifts version 1/);
    await expectUnreadable(codec, old('Broken', 2, {}), /the old form makes no sense/);
    await expectUnreadable(codec, old('Greeted', 2, { names: ['Ada'] }), /data does not fit/);
    await expectUnreadable(codec, old('Greeted', 1, { chatbotId, name: 7 }), /sealed part does not fit/);
  });
});

describe('the schemas of events', () => {
  it('give values that they accept themselves', () => {
    const nested = Type.Object({ list: Type.Array(Type.Object({ n: Type.Optional(Type.Integer({ minimum: 1 })) })) });
    for (const value of fc.sample(valueFitting(nested), 20)) expect(value).toHaveProperty('list');
    expect(() => valueFitting(Type.Unknown())).toThrow('No values are made for');
  });
});

function pick(data: JsonObject, field: string): JsonObject {
  return { [field]: data[field] ?? null };
}
