import { Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Count, Digest } from '../schema.ts';

/** A signed head of the Merkle tree over the log (RFC 9162). */
const TreeHeadSigned = defineEvent('TreeHeadSigned', {
  data: Type.Object({
    /** Events that the head covers: the first `size` of the log. */
    size: Count,
    /** Signed head as a compact JWS. */
    head: Type.String(),
    /** Short hashes of the leaves since the previous head, which tell an auditor which leaf differs. */
    leaves: Type.String(),
    /** Roots of the complete subtrees, from which the next head continues. */
    frontier: Type.Array(Digest),
    /** Proves that this tree begins with the tree of the previous head. */
    consistency: Type.Array(Digest),
  }),
});

export const TREE_HEAD_EVENTS = [TreeHeadSigned] as const;
export type TreeHeadEvent = EventsOf<typeof TREE_HEAD_EVENTS>;
