import { describe, expect, it } from 'vitest';
import { eventBodies } from '../../../src/adapters/shared/append-input.ts';
import { newEvent } from '../../contracts/event-log/support.ts';

describe('The events of an append', () => {
  const MAX_EVENT_BYTES = 64 * 1024;

  /** An event whose body has so many bytes, mostly of this character. */
  function eventOf(bytes: number, character = 'x') {
    const event = (text: string) => ({ ...newEvent(), data: { text } });
    const [empty = ''] = eventBodies([event('')]);
    const left = bytes - Buffer.byteLength(empty);
    const width = Buffer.byteLength(character);
    return event(character.repeat(Math.floor(left / width)) + 'x'.repeat(left % width));
  }

  it.each(['x', 'é', '中'])('have up to the limit of bytes each, and no byte more: %s', (character) => {
    const [body = ''] = eventBodies([eventOf(MAX_EVENT_BYTES, character)]);
    expect(Buffer.byteLength(body)).toBe(MAX_EVENT_BYTES);
    expect(() => eventBodies([eventOf(MAX_EVENT_BYTES + 1, character)])).toThrow(RangeError);
  });
});
