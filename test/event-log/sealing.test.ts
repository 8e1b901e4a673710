import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, seal } from '../../src/event-log/sealing.ts';

const key = createSecretKey(randomBytes(32));

describe('a sealed text', () => {
  it('opens unchanged, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, boundTo) => {
        expect(open(seal(text, key, boundTo), key, boundTo)).toBe(text);
      }),
    );
  });

  it('never looks the same twice', () => {
    const boxes = Array.from({ length: 1000 }, () => seal('same', key, 'event'));
    expect(new Set(boxes.map((box) => box.slice(0, 16))).size).toBe(1000);
  });

  it('opens only for the event it is bound to, with its key, unchanged', () => {
    const box = seal('secret', key, 'event 1');
    expect(() => open(box, key, 'event 2')).toThrow();
    expect(() => open(box, createSecretKey(randomBytes(32)), 'event 1')).toThrow();
    expect(() => open(box.slice(0, -4), key, 'event 1')).toThrow();
    expect(() => open('', key, 'event 1')).toThrow('too short');
  });
});
