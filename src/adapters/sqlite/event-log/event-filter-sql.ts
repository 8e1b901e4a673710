import type { EventFilter } from '../../../ports/event-log.ts';

export interface EventKind {
  readonly category: string;
  readonly type: string;
}

export const matchesFilter = ({ categories, types }: EventFilter, { category, type }: EventKind): boolean =>
  (categories?.includes(category) ?? true) && (types?.includes(type) ?? true);

/** An empty list matches nothing. */
export function filterCondition(filter: EventFilter | undefined): { readonly sql: string; readonly values: string[] } {
  const conditions: string[] = [];
  const values: string[] = [];
  for (const [column, allowed] of [
    ['category', filter?.categories],
    ['type', filter?.types],
  ] as const) {
    if (allowed === undefined) continue;
    conditions.push(`${column} IN (${allowed.map(() => '?').join(', ')})`);
    for (const value of allowed) values.push(value);
  }
  return { sql: conditions.length === 0 ? 'TRUE' : conditions.join(' AND '), values };
}
