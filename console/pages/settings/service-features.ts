import { useQuery } from '../../api/query.ts';
import type { ServiceFeatures } from '../../api/types.ts';

/** @returns undefined until it is known */
export function useServiceFeatures(): ServiceFeatures | undefined {
  return useQuery<{ readonly service: ServiceFeatures }>('/auth/me').data?.service;
}
