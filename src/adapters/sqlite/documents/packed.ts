/** A few long strings for the thread, because cloning many small values is expensive. */
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { CollectionDefinition, CollectionWrites, DocumentWrite } from '../../../ports/documents.ts';
import {
  type CollectionLayout,
  checkField,
  checkId,
  type FieldValue,
  fieldValue,
} from '../../shared/collection-layout.ts';
import { layoutOf } from './layout.ts';

/** Consecutive puts; `putsOf` unpacks them. */
export interface PackedPuts {
  readonly kind: 'puts';
  /** JSON array. */
  readonly ids: string;
  /** One per line; JSON contains no line break. */
  readonly documents: string;
  readonly positions: BigInt64Array;
  /** JSON array: the values of each document, in the order of the layout's fields. */
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

/** Documents between two checks of the event-loop budget. At 64 KB a document, they take a millisecond. */
const YIELD_CHECK_INTERVAL = 8;

/** @throws RangeError for an id that is not well-formed Unicode, or an indexed field that holds an array or object */
export async function packWrites(changes: readonly CollectionWrites[]): Promise<PackedCollection[]> {
  const budget = new EventLoopBudget();
  const packed: PackedCollection[] = [];
  for (const { collection, writes } of changes) {
    const layout = layoutOf(collection);
    const steps: OpenStep[] = [];
    for (const [index, write] of writes.entries()) {
      if (index % YIELD_CHECK_INTERVAL === YIELD_CHECK_INTERVAL - 1) await budget.yieldIfUsedUp();
      packOne(layout, steps, write);
    }
    await budget.yieldIfUsedUp();
    packed.push({ collection, steps: steps.map(closed) });
  }
  await budget.yieldIfUsedUp();
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
  puts.ids.push(put.id);
  puts.documents.push(JSON.stringify(put.document));
  puts.positions.push(put.position);
  for (const field of layout.fields) puts.values.push(fieldValue(layout, field, put.document[field]));
}
