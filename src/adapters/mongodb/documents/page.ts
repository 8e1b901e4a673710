/** The ranges of one page of a search. */
import type { Filter, Sort } from 'mongodb';
import type { FindOptions } from '../../../ports/documents.ts';
import { type FieldValue, fieldValue } from '../../collection-layout.ts';
import { filterOf, type MongoLayout, pathOf, type StoredDocument } from './stored.ts';

export interface Page {
  /** Their results, one after the other, are the documents asked for. Each is one unbroken range of the index that serves it. */
  readonly ranges: readonly Filter<StoredDocument>[];
  readonly sort: Sort;
}

type Comparison = Readonly<Record<string, unknown>>;

/** MongoDB compares values of one kind with each other only; each kind in its order, with what holds for all values of it. */
const KINDS: readonly { readonly name: string; readonly all: unknown }[] = [
  { name: 'object', all: null },
  { name: 'number', all: { $gte: Number.NEGATIVE_INFINITY } },
  { name: 'string', all: { $gte: '' } },
  { name: 'boolean', all: { $gte: false } },
];

/** @throws RangeError when no index names a field. */
export function pageOf(layout: MongoLayout, options: FindOptions): Page {
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
  const beyond = comparisonsBeyond(path, value, after.id, orderBy.direction);
  return { ranges: beyond.map((range) => ({ $and: [where, range] }) as Filter<StoredDocument>), sort };
}

function comparisonsBeyond(
  path: string,
  value: FieldValue,
  id: string,
  direction: 'asc' | 'desc',
): readonly Comparison[] {
  const further = direction === 'asc' ? '$gt' : '$lt';
  const kind = KINDS.findIndex(({ name }) => name === typeof value);
  const kindsBeyond = direction === 'asc' ? KINDS.slice(kind + 1) : KINDS.slice(0, kind).reverse();
  return [
    { [path]: value, _id: { [further]: id } },
    ...(value === null ? [] : [{ [path]: { [further]: value } }]),
    ...kindsBeyond.map(({ all }) => ({ [path]: all })),
  ];
}
