import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey, KeyedHash } from '../../src/event-log/keyed-hash.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

describe('a keyed hash', () => {
  const hash = new KeyedHash(keyOf(1));

  it('is the same for the same name, also on another node with the same master key', () => {
    expect(hash.hash('email', 'ada@example.com')).toMatch(/^[0-9a-f]{64}$/);
    expect(new KeyedHash(keyOf(1)).hash('email', 'ada@example.com')).toBe(hash.hash('email', 'ada@example.com'));
  });

  it('tells names, purposes, parts and keys apart', () => {
    const all = [
      hash.hash('conversation', 'ab', 'c'),
      hash.hash('conversation', 'a', 'bc'),
      hash.hash('conversation', 'abc'),
      hash.hash('conversation', 'ab","c'),
      hash.hash('conversation', 'ab', 'c', ''),
      hash.hash('conversation', 'AB', 'c'),
      hash.hash('conversation', '\ud800'),
      hash.hash('conversation', '\ud801'),
      hash.hash('email', 'ab', 'c'),
      new KeyedHash(keyOf(2)).hash('conversation', 'ab', 'c'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('tells nothing of the key of another purpose', () => {
    expect(deriveKey(keyOf(1), 'stream-names')).toHaveLength(32);
    expect(deriveKey(keyOf(1), 'stream-names').equals(deriveKey(keyOf(1), 'access-tokens'))).toBe(false);
  });
});
