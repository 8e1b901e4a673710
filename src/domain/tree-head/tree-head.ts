/** The signed heads of the Merkle tree over the log, in one stream. */
import { type Aggregate, accept, reject } from '../aggregate.ts';
import type { TreeHeadEvent } from './events.ts';

/** Depends on the last event alone. */
export interface TreeHeadState {
  /** Events that the newest head covers. */
  readonly size: number;
}

export interface RecordTreeHead {
  readonly type: 'RecordTreeHead';
  readonly signed: TreeHeadEvent['data'];
}

export const TREE_HEAD_STREAM_ID = 'log';

export const treeHead: Aggregate<TreeHeadState, RecordTreeHead, TreeHeadEvent, 'superseded'> = {
  category: 'treehead',
  initial: { size: 0 },
  evolve: (_, event) => ({ size: event.data.size }),
  decide({ signed }, state) {
    return signed.size > state.size ? accept({ type: 'TreeHeadSigned', data: signed }) : reject('superseded');
  },
};
