/** Writes on their way to the thread, in columns: cloning many small objects between threads is what costs. */
import type { CollectionDefinition, CollectionWrites, DocumentWrite } from '../../../ports/documents.ts';
import { Turns } from '../../../runtime/turns.ts';
import { type CollectionLayout, columnOf, type FieldValue, fieldValue, layoutOf } from './layout.ts';

export interface PackedPuts {
  readonly kind: 'puts';
  readonly ids: string[];
  /** JSON text. */
  readonly documents: string[];
  readonly positions: bigint[];
  /** Of one document after the other, in the order of the layout's fields. */
  readonly values: FieldValue[];
}

export type PackedStep =
  | PackedPuts
  | { readonly kind: 'delete'; readonly id: string; readonly position: bigint }
  | {
      readonly kind: 'deleteWhere';
      readonly fields: readonly string[];
      readonly values: readonly FieldValue[];
      readonly position: bigint;
    };

export interface PackedCollection {
  readonly collection: CollectionDefinition;
  readonly steps: PackedStep[];
}

/** Documents made into JSON between two looks at the clock. */
const lookEvery = 64;

/** @throws RangeError for an id that is not well-formed text, or an indexed field that holds a list or an object. */
export async function packWrites(changes: readonly CollectionWrites[]): Promise<PackedCollection[]> {
  const turns = new Turns();
  const packed: PackedCollection[] = [];
  for (const { collection, writes } of changes) {
    const layout = layoutOf(collection);
    const steps: PackedStep[] = [];
    for (const [index, write] of writes.entries()) {
      if (index % lookEvery === lookEvery - 1) await turns.yieldWhenLong();
      packOne(layout, steps, write);
    }
    packed.push({ collection, steps });
  }
  return packed;
}

function packOne(layout: CollectionLayout, steps: PackedStep[], write: DocumentWrite): void {
  switch (write.kind) {
    case 'put':
      packPut(layout, putsAtEnd(steps), write);
      return;
    case 'delete':
      steps.push({ kind: 'delete', id: checkedId(write.id), position: write.position });
      return;
    case 'deleteWhere': {
      const fields = Object.keys(write.where);
      for (const field of fields) columnOf(layout, field);
      const values = fields.map((field) => fieldValue(layout, field, write.where[field]));
      steps.push({ kind: 'deleteWhere', fields, values, position: write.position });
      return;
    }
    default:
      write satisfies never;
  }
}

function putsAtEnd(steps: PackedStep[]): PackedPuts {
  const last = steps.at(-1);
  if (last?.kind === 'puts') return last;
  const puts: PackedPuts = { kind: 'puts', ids: [], documents: [], positions: [], values: [] };
  steps.push(puts);
  return puts;
}

function packPut(layout: CollectionLayout, puts: PackedPuts, put: DocumentWrite & { readonly kind: 'put' }): void {
  const values = layout.fields.map((field) => fieldValue(layout, field, put.document[field]));
  puts.ids.push(checkedId(put.id));
  puts.documents.push(JSON.stringify(put.document));
  puts.positions.push(put.position);
  puts.values.push(...values);
}

/** Half a surrogate pair becomes the same replacement character as any other: two ids would be one. */
function checkedId(id: string): string {
  if (!id.isWellFormed()) throw new RangeError('A document id must be well-formed Unicode');
  return id;
}
