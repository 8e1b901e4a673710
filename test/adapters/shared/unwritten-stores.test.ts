import { describe, expect, it } from 'vitest';
import { UnwrittenStores } from '../../../src/adapters/shared/unwritten-stores.ts';

describe('A store whose last write the disk refused', () => {
  const refuse = async () => {
    throw new Error('the disk is full');
  };

  it('is reported until its retry succeeds', async () => {
    const stores = new UnwrittenStores();
    let isFull = true;
    stores.add('keys', async () => (isFull ? refuse() : undefined));
    stores.add('documents', refuse);
    expect(await stores.remaining()).toEqual(['keys', 'documents']);
    isFull = false;
    expect(await stores.remaining()).toEqual(['documents']);
    stores.delete('documents');
    expect(await stores.remaining()).toEqual([]);
  });

  it('is still reported when another of its writes was refused during the retry', async () => {
    const stores = new UnwrittenStores();
    stores.add('keys', async () => stores.add('keys', refuse));
    expect(await stores.remaining()).toEqual(['keys']);
  });
});
