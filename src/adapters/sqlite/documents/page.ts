/** The SQL of one page of a search. */
import type { FindOptions, Where } from '../../../ports/documents.ts';
import { fieldValue } from '../../collection-layout.ts';
import { columnOf, columnValue, type TableLayout } from './layout.ts';

export type SqlValue = string | number | Uint8Array | null;

/** A row to go on after: its id, and its value in the column the page is ordered by (null when ordered by id). */
export interface RowMark {
  readonly id: string;
  readonly value: SqlValue;
}

export interface Query {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

interface Condition {
  readonly sql: readonly string[];
  readonly parameters: readonly SqlValue[];
}

/** @throws RangeError when no index names a field. */
function whereCondition(layout: TableLayout, where: Where): Condition {
  const fields = Object.keys(where);
  return {
    // IS, so that null finds null; an index serves it as it serves =.
    sql: fields.map((field) => `${columnOf(layout, field)} IS ?`),
    parameters: fields.map((field) => columnValue(fieldValue(layout, field, where[field]))),
  };
}

export function firstMark(layout: TableLayout, options: FindOptions): RowMark | null {
  if (options.after === undefined) return null;
  const { id, value } = options.after;
  const field = options.orderBy?.field;
  return { id, value: field === undefined ? null : columnValue(fieldValue(layout, field, value)) };
}

/**
 * Queries whose results, one after the other, are the rows that come after the mark. Each is one unbroken range of the index
 * that serves it, wherever in the collection the page begins: SQLite finds no such range for a condition with OR in it. The
 * limit is the last parameter, to be added.
 */
export function queriesAfter(layout: TableLayout, options: FindOptions, mark: RowMark | null): readonly Query[] {
  const where = whereCondition(layout, options.where);
  const column = options.orderBy === undefined ? null : columnOf(layout, options.orderBy.field);
  const direction = options.orderBy?.direction === 'desc' ? 'DESC' : 'ASC';
  const order = column === null ? 'id ASC' : `${column} ${direction}, id ${direction}`;
  return rangesAfter(column, direction, mark).map((range) => {
    const conditions = [...where.sql, ...range.sql];
    return {
      sql: `SELECT id, document, ${column ?? 'NULL'} AS value FROM ${layout.table}
            ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} ORDER BY ${order} LIMIT ?`,
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

/** The rows of a query as one value: their `documents`, one a line, in the query's own order, and their `count`. */
export function linesOf({ sql, parameters }: Query): Query {
  return {
    sql: `SELECT CAST(group_concat(document, char(10)) AS BLOB) AS documents, count(*) AS count FROM (${sql})`,
    parameters,
  };
}

/** Of a query's rows the id and the value it is ordered by, which its index alone answers. */
export function marksOf({ sql, parameters }: Query): Query {
  return { sql: `SELECT id, value FROM (${sql} OFFSET ?)`, parameters };
}

export function countQuery(layout: TableLayout, where: Where, limit: number | null): Query {
  const condition = whereCondition(layout, where);
  const filter = condition.sql.length === 0 ? '' : `WHERE ${condition.sql.join(' AND ')}`;
  const rows = `SELECT 1 FROM ${layout.table} ${filter}`;
  return {
    sql: `SELECT count(*) AS count FROM (${limit === null ? rows : `${rows} LIMIT ${limit}`})`,
    parameters: condition.parameters,
  };
}
