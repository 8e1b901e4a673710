import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineEvent, defineSealedEvent, type EventDefinition } from '../../src/domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../src/domain/events.ts';
import { chatbotSubject } from '../../src/domain/key-subjects.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { JsonObject, NewEvent, StoredEvent } from '../../src/ports/event-log.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf } from '../support/fixtures.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';
import { chatbotId, expectUnreadable, metadata, newCodec, read } from './codec-events.ts';

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
