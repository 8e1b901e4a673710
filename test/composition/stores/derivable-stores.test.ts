import { expect, it } from 'vitest';
import { openDerivableDocuments } from '../../../src/composition/stores/derivable-stores.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('Documents that can be rebuilt answer for the checkpoints of many read models at once', async () => {
  const context = { directory: temporaryDirectory(), dataFolder: null, report: () => undefined };
  const { store } = await openDerivableDocuments(context);
  expect(await store.checkpoints(['messages@4', 'leads@1'])).toEqual([null, null]);
  await store.close();
});
