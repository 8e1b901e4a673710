/** Keyset pagination by index ranges. */
import type { Filter, Sort } from 'mongodb';
import type { FindOptions } from '../../../ports/documents.ts';
import { type FieldValue, fieldValue } from '../../shared/collection-layout.ts';
import { filterOf, type MongoLayout, pathOf, type StoredDocument } from './stored.ts';

export interface KeysetPage {
  /** Queried in order. Each is one contiguous range of the index that serves it. */
  readonly ranges: readonly Filter<StoredDocument>[];
  readonly sort: Sort;
}

type RangeCondition = Readonly<Record<string, unknown>>;

/** Types in the order in which MongoDB sorts them. Comparisons match one type only, so each has a condition that all its values meet. */
const VALUE_TYPES: readonly { readonly name: string; readonly all: unknown }[] = [
  { name: 'object', all: null },
  { name: 'number', all: { $gte: Number.NEGATIVE_INFINITY } },
  { name: 'string', all: { $gte: '' } },
  { name: 'boolean', all: { $gte: false } },
];

/** @throws RangeError when no index names a field */
export function keysetPage(layout: MongoLayout, options: FindOptions): KeysetPage {
  const where = filterOf(layout, options.where);
  const { orderBy, after } = options;
  if (orderBy === undefined) {
    const ranges = after === undefined ? [where] : [{ $and: [where, { _id: { $gt: after.id } }] }];
    return { ranges, sort: { _id: 1 } };
  }
  const path = pathOf(layout, orderBy.field);
  const sort: Sort = [
    [path, orderBy.direction],
    ['_id', orderBy.direction],
  ];
  if (after === undefined) return { ranges: [where], sort };
  const value = fieldValue(layout, orderBy.field, after.value);
  const beyond = conditionsBeyond(path, value, after.id, orderBy.direction);
  return { ranges: beyond.map((range) => ({ $and: [where, range] }) as Filter<StoredDocument>), sort };
}

function conditionsBeyond(
  path: string,
  value: FieldValue,
  id: string,
  direction: 'asc' | 'desc',
): readonly RangeCondition[] {
  const further = direction === 'asc' ? '$gt' : '$lt';
  const typeIndex = VALUE_TYPES.findIndex(({ name }) => name === typeof value);
  const typesBeyond =
    direction === 'asc' ? VALUE_TYPES.slice(typeIndex + 1) : VALUE_TYPES.slice(0, typeIndex).reverse();
  return [
    { [path]: value, _id: { [further]: id } },
    ...(value === null ? [] : [{ [path]: { [further]: value } }]),
    ...typesBeyond.map(({ all }) => ({ [path]: all })),
  ];
}
