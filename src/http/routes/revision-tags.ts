/** ETags of things that carry a revision, and the If-Match that names them. RFC 9110, section 13.1.1. */
import { Type } from 'typebox';

/** What a change may insist on, as the document tells it. */
export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of the answer that the change was made from: refused with 412 when it has changed since',
      examples: ['"7"'],
    }),
  ),
});

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
