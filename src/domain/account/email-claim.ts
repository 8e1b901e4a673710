/**
 * Uniqueness of e-mail addresses: one stream per address, named by its keyed hash. Only one writer can append the first event
 * of a stream.
 */
import { Type } from 'typebox';
import { type Aggregate, accept, reject } from '../aggregate.ts';
import { defineEvent, type EventsOf } from '../event.ts';
import { Id } from '../schema.ts';

const EmailClaimed = defineEvent('EmailClaimed', { data: Type.Object({ accountId: Id }) });

export const EMAIL_CLAIM_EVENTS = [EmailClaimed] as const;
export type EmailClaimEvent = EventsOf<typeof EMAIL_CLAIM_EVENTS>;

export interface EmailClaimState {
  readonly accountId: string | null;
}

export interface ClaimEmail {
  readonly type: 'ClaimEmail';
  readonly accountId: string;
}

export const emailClaim: Aggregate<EmailClaimState, ClaimEmail, EmailClaimEvent, 'EmailAlreadyClaimed'> = {
  category: 'email',
  initial: { accountId: null },
  evolve: (_state, event) => ({ accountId: event.data.accountId }),
  decide(command, state) {
    if (state.accountId === command.accountId) return accept<EmailClaimEvent>();
    if (state.accountId !== null) return reject('EmailAlreadyClaimed');
    return accept<EmailClaimEvent>({ type: 'EmailClaimed', data: { accountId: command.accountId } });
  },
};
