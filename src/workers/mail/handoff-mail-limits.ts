/** Mails about requests for a human are limited by the hour, for a receiver, a chatbot and an account. */
import { hash } from 'node:crypto';
import { canonicalEmail } from '../../domain/account/email-address.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import { RATES } from '../../ports/shared-settings/rates.ts';
import type { Queries } from '../../projections/queries.ts';

export interface HandoffMailLimitsDeps {
  readonly queries: {
    readonly accounts: Pick<Queries['accounts'], 'find'>;
    readonly chatbots: Pick<Queries['chatbots'], 'ownerOf'>;
  };
  readonly rateLimits: RateLimits;
}

/** Charges a mail to its rate limits. Owners choose the receiver and visitors the words, so without limits anybody could send spam. */
export async function mayMail(
  to: string,
  chatbotId: string,
  { queries, rateLimits }: HandoffMailLimitsDeps,
): Promise<boolean> {
  const ownerId = (await queries.chatbots.ownerOf(chatbotId)) ?? '';
  const account = await queries.accounts.find(ownerId);
  const address = canonicalEmail(to);
  // Other accounts that name the address must not use up what its own account may be mailed.
  const isOwn = account !== null && canonicalEmail(account.email) === address;
  const counted = await Promise.all([
    count('handoff-mail', `receiver ${address}${isOwn ? ` of account ${ownerId}` : ''}`, rateLimits),
    count('handoff-mail', `chatbot ${chatbotId}`, rateLimits),
    count('handoff-mail-account', ownerId, rateLimits),
  ]);
  return counted.every(({ allowed }) => allowed);
}

/** Stores receive a hash, since an address is personal data. */
function count(name: 'handoff-mail' | 'handoff-mail-account', key: string, rateLimits: RateLimits) {
  return rateLimits.consume({ name, ...RATES[name].setting }, hash('sha256', key, 'base64url'));
}
