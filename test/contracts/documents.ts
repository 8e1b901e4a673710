/** Contract of every store of documents. An adapter's test calls this in two lines. */
import { describe } from 'vitest';
import type { Documents } from '../../src/ports/documents.ts';
import type { EmptyPlace } from '../support/stores/store-place.ts';
import { describeCollections } from './documents/collections.ts';
import { describeCounting } from './documents/counting.ts';
import { describeFinding } from './documents/finding.ts';
import { describeDocumentsProperties } from './documents/properties.ts';
import { describeRawFields } from './documents/raw-fields.ts';
import { describeWriting } from './documents/writing.ts';

/**
 * @param emptyPlace see EmptyPlace.
 * @param engine.ordersBeyondFfff false for a stand-in of an engine that orders texts beyond U+FFFF unlike the engine
 */
export function describeDocumentsContract(
  name: string,
  emptyPlace: EmptyPlace<Documents>,
  engine: { readonly ordersBeyondFfff: boolean } = { ordersBeyondFfff: true },
): void {
  describe(`Documents in ${name}`, () => {
    describeWriting(emptyPlace);
    describeFinding(emptyPlace);
    describeCounting(emptyPlace);
    describeRawFields(emptyPlace);
    describeCollections(emptyPlace);
    describeDocumentsProperties(emptyPlace, engine);
  });
}
