import { describe, it } from 'vitest';
import { type EmailClaimEvent, emailClaim } from '../../../src/domain/account/email-claim.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf } from '../../support/fixtures.ts';

const claimedBy = (who: string): EmailClaimEvent => ({ type: 'EmailClaimed', data: { accountId: idOf(who) } });
const claim = (who: string) => ({ type: 'ClaimEmail', accountId: idOf(who) }) as const;

describe('an email address', () => {
  it('belongs to the account that claims it first', () => {
    given(emailClaim).when(claim('ada')).thenEvents(claimedBy('ada'));
    given(emailClaim, claimedBy('ada')).when(claim('bob')).thenRejected('EmailAlreadyClaimed');
  });

  it('may be claimed again by the account that has it', () => {
    given(emailClaim, claimedBy('ada')).when(claim('ada')).thenNothing();
  });

  it('is released by the account that has it, and then anyone may claim it', () => {
    const releasedBy = (who: string): EmailClaimEvent => ({ type: 'EmailReleased', data: { accountId: idOf(who) } });
    const release = (who: string) => ({ type: 'ReleaseEmail', accountId: idOf(who) }) as const;
    given(emailClaim, claimedBy('ada')).when(release('ada')).thenEvents(releasedBy('ada'));
    given(emailClaim, claimedBy('ada')).when(release('bob')).thenNothing();
    given(emailClaim, claimedBy('ada'), releasedBy('ada')).when(release('ada')).thenNothing();
    given(emailClaim, claimedBy('ada'), releasedBy('ada')).when(claim('bob')).thenEvents(claimedBy('bob'));
  });
});
