import { isoTime } from '../../lib/iso-time.ts';
import { defineProjection, reading } from '../projection.ts';

export type AccountDocument = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: string;
};

export const accounts = defineProjection<AccountDocument, 'AccountRegistered' | 'AccountRenamed' | 'AccountDeleted'>({
  collection: { name: 'accounts', version: 2, indexes: [] },
  handles: ['AccountRegistered', 'AccountRenamed', 'AccountDeleted'],
  touches: ({ event }) => reading(event.data.accountId),
  apply(before, { event, metadata }) {
    // Erased accounts are not shown.
    if (event.type === 'AccountDeleted' || event.sealed === null) return null;
    if (event.type === 'AccountRenamed') return before && { ...before, name: event.sealed.name };
    const { email, name } = event.sealed;
    return { id: event.data.accountId, email, name, plan: event.data.plan, createdAt: isoTime(metadata.at) };
  },
});
