import { ApiError } from '../../api/api-error.ts';

/** Says what is wrong with the domains and names the entry; undefined when nothing is. */
export function domainFault(error: unknown, domains: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  for (const { path, message } of error.details) {
    const [, , place] = /^\/(allowedDomains)(?:\/(\d+))?$/.exec(path) ?? [];
    if (path.startsWith('/allowedDomains')) {
      const entry = place === undefined ? undefined : domains[Number(place)];
      return entry === undefined ? `The list ${message}.` : `“${entry}” ${message}.`;
    }
  }
  return undefined;
}
