/** SQL of the reads of documents: pages by keyset pagination, and counts. */
import type { FindOptions, ValueList, ValueRange, Where } from '../../../ports/documents.ts';
import { fieldValue } from '../../shared/collection-layout.ts';
import { LIMIT } from '../thread/limit.ts';
import { columnOf, columnValue, type TableLayout } from './layout.ts';

export type SqlValue = string | number | Uint8Array | null;

/** A row's id, and its value in the ordering column (null when ordered by id). */
export interface RowMark {
  readonly id: string;
  readonly value: SqlValue;
}

export interface Query {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Append the limit as last parameter. */
export interface Rows {
  /** SQL expression that the page is ordered by. */
  readonly value: string;
  /** SQL after the selected columns. */
  readonly from: string;
  readonly parameters: readonly SqlValue[];
}

interface Condition {
  readonly sql: readonly string[];
  readonly parameters: readonly SqlValue[];
}

/** @throws RangeError when no index names a field */
function whereCondition(layout: TableLayout, where: Where): Condition {
  const fields = Object.keys(where);
  return {
    // IS lets null match null and uses an index as = does.
    sql: fields.map((field) => `${columnOf(layout, field)} IS ?`),
    parameters: fields.map((field) => columnValue(fieldValue(layout, field, where[field]))),
  };
}

export function markAt(
  layout: TableLayout,
  { orderBy }: FindOptions,
  { value, id }: NonNullable<FindOptions['after']>,
): RowMark {
  return { id, value: orderBy === undefined ? null : columnValue(fieldValue(layout, orderBy.field, value)) };
}

/** Each range is one contiguous index range; SQLite uses none for a condition with OR. */
export function rowsAfter(layout: TableLayout, options: FindOptions, mark: RowMark | null): readonly Rows[] {
  const where = whereCondition(layout, options.where);
  const column = options.orderBy === undefined ? null : columnOf(layout, options.orderBy.field);
  const direction = options.orderBy?.direction === 'desc' ? 'DESC' : 'ASC';
  const order = column === null ? 'id ASC' : `${column} ${direction}, id ${direction}`;
  return rangesAfter(column, direction, mark).map((range) => {
    const conditions = [...where.sql, ...range.sql];
    return {
      value: column ?? 'NULL',
      from: `FROM ${layout.table} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
             ORDER BY ${order} ${LIMIT}`,
      parameters: [...where.parameters, ...range.parameters],
    };
  });
}

function rangesAfter(column: string | null, direction: 'ASC' | 'DESC', mark: RowMark | null): readonly Condition[] {
  if (mark === null) return [{ sql: [], parameters: [] }];
  const { id, value } = mark;
  if (column === null) return [{ sql: ['id > ?'], parameters: [id] }];
  const comparison = direction === 'ASC' ? '>' : '<';
  const sameValue = { sql: [`${column} IS ?`, `id ${comparison} ?`], parameters: [value, id] };
  const allButNull = { sql: [`${column} >= -9e999`], parameters: [] };
  const allNull = { sql: [`${column} IS NULL`], parameters: [] };
  const beyond = { sql: [`${column} ${comparison} ?`], parameters: [value] };
  if (direction === 'ASC') return value === null ? [sameValue, allButNull] : [sameValue, beyond];
  return value === null ? [sameValue] : [sameValue, beyond, allNull];
}

/**
 * `ids` and `documents` are JSON arrays in row order, because fetching each row costs more than its bytes. `documents` is null
 * without rows.
 */
export const documentsOf = ({ from, parameters }: Rows): Query => ({
  sql: `SELECT json_group_array(id) AS ids, '[' || group_concat(document, ',') || ']' AS documents
        FROM (SELECT id, document ${from})`,
  parameters,
});

/** Concatenates all rows: `documents`, one a line in row order, their `count`, and `sound`, 1 when all are valid JSON. */
export const linesOf = ({ from, parameters }: Rows): Query => ({
  sql: `SELECT CAST(group_concat(document, char(10)) AS BLOB) AS documents, count(*) AS count,
        min(json_valid(document)) AS sound
        FROM (SELECT document ${from})`,
  parameters,
});

/** Read from the index alone. The offset is the parameter after the limit. */
export const marksOf = ({ value, from, parameters }: Rows): Query => ({
  sql: `SELECT id, ${value} AS value ${from} OFFSET ?`,
  parameters,
});

/** SQLite takes a negative `LIMIT` for none. */
export const NO_LIMIT = -1;

/** Append the most rows to count as last parameter. */
export function countByValueQuery(layout: TableLayout, where: Where, values: ValueRange | ValueList): Query {
  const condition = whereCondition(layout, where);
  const column = columnOf(layout, values.field);
  const wanted =
    'among' in values
      ? { sql: [`${column} IN (SELECT value FROM json_each(?))`], parameters: [JSON.stringify(values.among)] }
      : // Texts sort before blobs.
        { sql: [`${column} >= ?`, `${column} < x''`], parameters: [values.from] };
  const conditions = [...condition.sql, ...wanted.sql];
  return {
    sql: `SELECT value, count(*) AS count
          FROM (SELECT ${column} AS value FROM ${layout.table} WHERE ${conditions.join(' AND ')} ORDER BY ${column} ${LIMIT})
          GROUP BY value`,
    parameters: [...condition.parameters, ...wanted.parameters],
  };
}

export const countsOf = (rows: readonly Record<string, unknown>[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ value, count }) => [String(value), Number(count)]));

export function countQuery(layout: TableLayout, where: Where, limit: number | null): Query {
  const condition = whereCondition(layout, where);
  const filter = condition.sql.length === 0 ? '' : `WHERE ${condition.sql.join(' AND ')}`;
  const rows = `SELECT 1 FROM ${layout.table} ${filter}`;
  return {
    sql: `SELECT count(*) AS count FROM (${limit === null ? rows : `${rows} LIMIT ${limit}`})`,
    parameters: condition.parameters,
  };
}
