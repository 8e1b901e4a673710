/** Every group of competing consumers, as operators name them: `npm run parked` and a migration know those that are listed here. `lifecycle` is the clean-up. */
export const WORK_GROUPS = ['ingestion', 'lifecycle', 'scheduled-refresh', 'handoff-mail', 'erasure'] as const;

export type WorkGroup = (typeof WORK_GROUPS)[number];
