/**
 * Uniqueness of email addresses: one stream per address, named by its keyed hash. Only one writer can append at a revision of a
 * stream.
 */
import { Type } from 'typebox';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import { defineEvent, type EventsOf } from '../event.ts';
import { Id } from '../schema.ts';

const EmailClaimed = defineEvent('EmailClaimed', { data: Type.Object({ accountId: Id }) });

/** The account was deleted: the address may be registered again. */
const EmailReleased = defineEvent('EmailReleased', { data: Type.Object({ accountId: Id }) });

export const EMAIL_CLAIM_EVENTS = [EmailClaimed, EmailReleased] as const;
export type EmailClaimEvent = EventsOf<typeof EMAIL_CLAIM_EVENTS>;

export interface EmailClaimState {
  readonly accountId: string | null;
}

export interface EmailClaimCommand {
  readonly type: 'ClaimEmail' | 'ReleaseEmail';
  readonly accountId: string;
}

function decide(
  { type, accountId }: EmailClaimCommand,
  { accountId: holder }: EmailClaimState,
): Decision<EmailClaimEvent, 'EmailAlreadyClaimed'> {
  if (type === 'ReleaseEmail') {
    // Another account may have claimed the address since.
    return holder === accountId
      ? accept<EmailClaimEvent>({ type: 'EmailReleased', data: { accountId } })
      : accept<EmailClaimEvent>();
  }
  if (holder === accountId) return accept<EmailClaimEvent>();
  if (holder !== null) return reject('EmailAlreadyClaimed');
  return accept<EmailClaimEvent>({ type: 'EmailClaimed', data: { accountId } });
}

export const emailClaim: Aggregate<EmailClaimState, EmailClaimCommand, EmailClaimEvent, 'EmailAlreadyClaimed'> = {
  category: 'email',
  initial: { accountId: null },
  evolve: (_state, event) => ({ accountId: event.type === 'EmailClaimed' ? event.data.accountId : null }),
  decide,
};
