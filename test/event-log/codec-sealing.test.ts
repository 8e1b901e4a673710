import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineSealedEvent, type EventDefinition } from '../../src/domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../src/domain/events.ts';
import { chatbotSubject, conversationSubject, leadSubject } from '../../src/domain/key-subjects.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import type { JsonObject, StoredEvent } from '../../src/ports/event-log.ts';
import { anyEvent, eventOf } from '../support/events/arbitraries.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf } from '../support/fixtures.ts';
import {
  chatbotId,
  conversationId,
  expectUnreadable,
  lead,
  metadata,
  newCodec,
  question,
  read,
} from './codec-events.ts';

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

function pick(data: JsonObject, field: string): JsonObject {
  return { [field]: data[field] ?? null };
}
