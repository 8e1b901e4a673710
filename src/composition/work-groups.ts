/** Groups of competing consumers, as operators name them. */
export const WORK_GROUPS = ['ingestion', 'lifecycle', 'scheduled-refresh', 'handoff-mail', 'erasure'] as const;
