import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../src/domain/events.ts';
import { anyEvent, eventOf, valueFitting } from '../support/events/arbitraries.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf } from '../support/fixtures.ts';
import { chatbotId, conversationId, decodeOne, messageId, metadata, newCodec, question } from './codec-events.ts';

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

describe('the schemas of events', () => {
  it('give values that they accept themselves', () => {
    const nested = Type.Object({ list: Type.Array(Type.Object({ n: Type.Optional(Type.Integer({ minimum: 1 })) })) });
    for (const value of fc.sample(valueFitting(nested), 20)) expect(value).toHaveProperty('list');
    expect(() => valueFitting(Type.Unknown())).toThrow('No values are made for');
  });
});
