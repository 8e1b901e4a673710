import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { AccountEvent } from './events.ts';

export type AccountState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'registered';
      readonly accountId: string;
      readonly plan: string;
      /** `null` once the account is crypto-shredded. */
      readonly credentials: { readonly email: string; readonly name: string; readonly passwordHash: string } | null;
      /** Counts password changes. */
      readonly passwordVersion: number;
      readonly chatbotIds: readonly string[];
    }
  | {
      readonly kind: 'deleted';
      readonly accountId: string;
      readonly emailClaimId: string;
      /** Chatbots that are not erased yet. */
      readonly chatbotIds: readonly string[];
    };

export type AccountCommand =
  | {
      readonly type: 'RegisterAccount';
      readonly accountId: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string;
      readonly plan: string;
    }
  | {
      readonly type: 'ChangeAccount';
      /** `null`: unchanged. */
      readonly name: string | null;
      readonly password: NewPassword | null;
    }
  | {
      readonly type: 'TakeChatbotSlot';
      readonly chatbotId: string;
      readonly publicId: string;
      readonly name: string;
      readonly limit: number;
    }
  | { readonly type: 'ReleaseChatbotSlot'; readonly chatbotId: string }
  | {
      readonly type: 'DeleteAccount';
      readonly emailClaimId: string;
      /** Version of the password that the caller proved. */
      readonly knownVersion: number;
    };

export interface NewPassword {
  readonly hash: string;
  /** Version of the password that it replaces. */
  readonly knownVersion: number;
  /** Session of the change. `null` for a password reset. */
  readonly sessionId: string | null;
}

export type AccountRejection =
  | 'EmailAlreadyRegistered'
  | 'AccountNotFound'
  | 'ChatbotLimitReached'
  | 'CurrentPasswordWrong';

function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered':
      return {
        kind: 'registered',
        accountId: event.data.accountId,
        plan: event.data.plan,
        credentials: event.sealed,
        passwordVersion: 0,
        chatbotIds: [],
      };
    case 'AccountRenamed':
      if (state.kind !== 'registered') return state;
      return { ...state, credentials: state.credentials && event.sealed && { ...state.credentials, ...event.sealed } };
    case 'PasswordChanged':
      if (state.kind !== 'registered') return state;
      return {
        ...state,
        credentials: state.credentials && event.sealed && { ...state.credentials, ...event.sealed },
        passwordVersion: state.passwordVersion + 1,
      };
    case 'ChatbotSlotTaken':
      if (state.kind === 'absent') return state;
      return { ...state, chatbotIds: [...state.chatbotIds, event.data.chatbotId] };
    case 'ChatbotSlotReleased':
      if (state.kind === 'absent') return state;
      return { ...state, chatbotIds: state.chatbotIds.filter((id) => id !== event.data.chatbotId) };
    case 'AccountDeleted':
      return { kind: 'deleted', ...event.data };
    default:
      event satisfies never;
      return state;
  }
}

function change(
  { name, password }: Extract<AccountCommand, { type: 'ChangeAccount' }>,
  { accountId, credentials, passwordVersion }: Extract<AccountState, { kind: 'registered' }>,
): Decision<AccountEvent, AccountRejection> {
  if (credentials === null) return reject('AccountNotFound');
  // The password has changed since the caller read or proved it.
  if (password !== null && password.knownVersion !== passwordVersion) return reject('CurrentPasswordWrong');
  const events: AccountEvent[] = [];
  if (name !== null && name !== credentials.name) {
    events.push({ type: 'AccountRenamed', data: { accountId }, sealed: { name } });
  }
  if (password !== null) {
    const data = { accountId, keptSessionId: password.sessionId };
    events.push({ type: 'PasswordChanged', data, sealed: { passwordHash: password.hash } });
  }
  return accept<AccountEvent>(...events);
}

function decide(command: AccountCommand, state: AccountState): Decision<AccountEvent, AccountRejection> {
  return match([command, state] as const)
    .with([{ type: 'RegisterAccount' }, { kind: P.union('registered', 'deleted') }], () =>
      reject('EmailAlreadyRegistered'),
    )
    .with([{ type: 'RegisterAccount' }, { kind: 'absent' }], ([{ accountId, plan, email, name, passwordHash }]) =>
      accept<AccountEvent>({
        type: 'AccountRegistered',
        data: { accountId, plan },
        sealed: { email, name, passwordHash },
      }),
    )
    .with([{ type: 'ChangeAccount' }, { kind: 'registered' }], ([wanted, account]) => change(wanted, account))
    .with([{ type: 'TakeChatbotSlot' }, { kind: 'registered' }], ([{ chatbotId, publicId, name, limit }, account]) => {
      if (account.chatbotIds.includes(chatbotId)) return accept<AccountEvent>();
      if (account.chatbotIds.length >= limit) return reject('ChatbotLimitReached');
      const { accountId } = account;
      return accept<AccountEvent>({
        type: 'ChatbotSlotTaken',
        data: { accountId, chatbotId, publicId },
        sealed: { name },
      });
    })
    .with(
      [{ type: 'DeleteAccount' }, { kind: 'registered' }],
      ([{ emailClaimId, knownVersion }, { accountId, chatbotIds, passwordVersion }]) =>
        knownVersion === passwordVersion
          ? accept<AccountEvent>({
              type: 'AccountDeleted',
              data: { accountId, chatbotIds: [...chatbotIds], emailClaimId },
            })
          : reject('CurrentPasswordWrong'),
    )
    .with([{ type: 'ReleaseChatbotSlot' }, { kind: P.union('registered', 'deleted') }], ([{ chatbotId }, account]) =>
      account.chatbotIds.includes(chatbotId)
        ? accept<AccountEvent>({ type: 'ChatbotSlotReleased', data: { accountId: account.accountId, chatbotId } })
        : accept<AccountEvent>(),
    )
    .with([{ type: P.union('TakeChatbotSlot', 'ChangeAccount', 'DeleteAccount') }, P._], () =>
      reject('AccountNotFound'),
    )
    .with([{ type: 'ReleaseChatbotSlot' }, { kind: 'absent' }], () => reject('AccountNotFound'))
    .exhaustive();
}

export const account: Aggregate<AccountState, AccountCommand, AccountEvent, AccountRejection> = {
  category: 'account',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
