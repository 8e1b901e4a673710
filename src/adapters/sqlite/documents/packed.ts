/** Writes on their way to the thread, a few long texts instead of many small values: cloning each between threads is what costs. */
import type { CollectionDefinition, CollectionWrites, DocumentWrite } from '../../../ports/documents.ts';
import { Turns } from '../../../runtime/turns.ts';
import { type CollectionLayout, checkField, checkId, type FieldValue, fieldValue } from '../../collection-layout.ts';
import { layoutOf } from './layout.ts';

/** Documents one after the other; `putsOf` takes them apart again. */
export interface PackedPuts {
  readonly kind: 'puts';
  /** JSON of a list. */
  readonly ids: string;
  /** JSON of one document a line: JSON itself holds no line break. */
  readonly documents: string;
  readonly positions: BigInt64Array;
  /** JSON of a list: of each document its values in the order of the layout's fields. */
  readonly values: string;
}

interface Puts {
  readonly ids: string[];
  readonly documents: string[];
  readonly positions: bigint[];
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
    const steps: OpenStep[] = [];
    for (const [index, write] of writes.entries()) {
      if (index % lookEvery === lookEvery - 1) await turns.yieldWhenLong();
      packOne(layout, steps, write);
    }
    packed.push({ collection, steps: steps.map(closed) });
  }
  return packed;
}

type OpenStep = Exclude<PackedStep, PackedPuts> | ({ readonly kind: 'puts' } & Puts);

function closed(step: OpenStep): PackedStep {
  if (step.kind !== 'puts') return step;
  const { kind, ids, documents, positions, values } = step;
  return {
    kind,
    ids: JSON.stringify(ids),
    documents: documents.join('\n'),
    positions: BigInt64Array.from(positions),
    values: JSON.stringify(values),
  };
}

/** In the thread that writes them. */
export function putsOf(packed: PackedPuts): Puts {
  return {
    ids: JSON.parse(packed.ids),
    documents: packed.documents.split('\n'),
    positions: Array.from(packed.positions),
    values: JSON.parse(packed.values),
  };
}

function packOne(layout: CollectionLayout, steps: OpenStep[], write: DocumentWrite): void {
  if (write.kind !== 'deleteWhere') checkId(write.id);
  switch (write.kind) {
    case 'put':
      packPut(layout, putsAtEnd(steps), write);
      return;
    case 'delete':
      steps.push({ kind: 'delete', id: write.id, position: write.position });
      return;
    case 'deleteWhere': {
      const fields = Object.keys(write.where);
      for (const field of fields) checkField(layout, field);
      const values = fields.map((field) => fieldValue(layout, field, write.where[field]));
      steps.push({ kind: 'deleteWhere', fields, values, position: write.position });
      return;
    }
    default:
      write satisfies never;
  }
}

function putsAtEnd(steps: OpenStep[]): Puts {
  const last = steps.at(-1);
  if (last?.kind === 'puts') return last;
  const puts: OpenStep & Puts = { kind: 'puts', ids: [], documents: [], positions: [], values: [] };
  steps.push(puts);
  return puts;
}

function packPut(layout: CollectionLayout, puts: Puts, put: DocumentWrite & { readonly kind: 'put' }): void {
  const values = layout.fields.map((field) => fieldValue(layout, field, put.document[field]));
  puts.ids.push(put.id);
  puts.documents.push(JSON.stringify(put.document));
  puts.positions.push(put.position);
  puts.values.push(...values);
}
