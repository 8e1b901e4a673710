import { describe, expect, it } from 'vitest';
import { UnwritableStores } from '../../../src/adapters/shared/unwritable-stores.ts';

describe('A store whose last write the disk refused', () => {
  const refuse = async () => {
    throw new Error('the disk is full');
  };

  it('is reported with the reason until its retry succeeds', async () => {
    const stores = new UnwritableStores();
    let isFull = true;
    stores.add('keys', 'full', async () => (isFull ? refuse() : undefined));
    stores.add('documents', 'failing', refuse);
    expect([...(await stores.remaining())]).toEqual([
      ['keys', 'full'],
      ['documents', 'failing'],
    ]);
    isFull = false;
    expect([...(await stores.remaining())]).toEqual([['documents', 'failing']]);
    stores.delete('documents');
    expect([...(await stores.remaining())]).toEqual([]);
  });

  it('is still reported when another of its writes was refused during the retry', async () => {
    const stores = new UnwritableStores();
    stores.add('keys', 'full', async () => stores.add('keys', 'failing', refuse));
    expect([...(await stores.remaining())]).toEqual([['keys', 'failing']]);
  });
});
