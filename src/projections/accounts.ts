import { defineProjection, isoTime, writing } from './projection.ts';

export type AccountDocument = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: string;
};

export const accounts = defineProjection<AccountDocument, 'AccountRegistered'>({
  collection: { name: 'accounts', version: 1, indexes: [] },
  handles: ['AccountRegistered'],
  touches: ({ event }) => writing(event.data.accountId),
  apply(_before, { event, metadata }) {
    // Erased: who it was is gone, so there is nobody to show.
    if (event.sealed === null) return null;
    const { email, name } = event.sealed;
    return { id: event.data.accountId, email, name, plan: event.data.plan, createdAt: isoTime(metadata.at) };
  },
});
