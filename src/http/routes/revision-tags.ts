/** ETags of things that carry a revision, and the If-Match that names them. RFC 9110, section 13.1.1. */

export const revisionTag = (revision: number): string => `"${revision}"`;

/**
 * What a change may insist on: the revision, when the header names the one that stands now; undefined when anything will do; `stale`
 * when it names others only. Weak tags never match.
 */
export function expectedRevision(ifMatch: string | undefined, current: number): number | undefined | 'stale' {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const named = ifMatch.split(',').map((tag) => tag.trim());
  return named.includes(revisionTag(current)) ? current : 'stale';
}
