import { type Query, useQuery } from './query.ts';
import type { Usage } from './types.ts';

/** The use of the account's plan. */
export const useUsage = (): Query<{ readonly usage: Usage }> => useQuery('/auth/me/usage');
