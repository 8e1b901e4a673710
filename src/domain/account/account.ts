import { match } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { AccountEvent } from './events.ts';

export type AccountState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'registered';
      readonly accountId: string;
      readonly plan: string;
      /** Null when the account has been erased. */
      readonly credentials: { readonly email: string; readonly name: string; readonly passwordHash: string } | null;
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
      readonly type: 'TakeChatbotSlot';
      readonly chatbotId: string;
      readonly publicId: string;
      readonly name: string;
      /** How many chatbots the plan allows. */
      readonly limit: number;
    }
  | { readonly type: 'ReleaseChatbotSlot'; readonly chatbotId: string };

export type AccountRejection = 'EmailAlreadyRegistered' | 'AccountNotFound' | 'ChatbotLimitReached';

function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountRegistered':
      return {
        kind: 'registered',
        accountId: event.data.accountId,
        plan: event.data.plan,
        credentials: event.sealed,
        chatbotIds: [],
      };
    case 'ChatbotSlotTaken':
      if (state.kind === 'absent') return state;
      return { ...state, chatbotIds: [...state.chatbotIds, event.data.chatbotId] };
    case 'ChatbotSlotReleased':
      if (state.kind === 'absent') return state;
      return { ...state, chatbotIds: state.chatbotIds.filter((id) => id !== event.data.chatbotId) };
    default:
      event satisfies never;
      return state;
  }
}

function decide(command: AccountCommand, state: AccountState): Decision<AccountEvent, AccountRejection> {
  return match([command, state] as const)
    .with([{ type: 'RegisterAccount' }, { kind: 'registered' }], () => reject('EmailAlreadyRegistered'))
    .with([{ type: 'RegisterAccount' }, { kind: 'absent' }], ([{ accountId, plan, email, name, passwordHash }]) =>
      accept<AccountEvent>({
        type: 'AccountRegistered',
        data: { accountId, plan },
        sealed: { email, name, passwordHash },
      }),
    )
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
    .with([{ type: 'ReleaseChatbotSlot' }, { kind: 'registered' }], ([{ chatbotId }, account]) =>
      account.chatbotIds.includes(chatbotId)
        ? accept<AccountEvent>({ type: 'ChatbotSlotReleased', data: { accountId: account.accountId, chatbotId } })
        : accept<AccountEvent>(),
    )
    .with([{ type: 'TakeChatbotSlot' }, { kind: 'absent' }], () => reject('AccountNotFound'))
    .with([{ type: 'ReleaseChatbotSlot' }, { kind: 'absent' }], () => reject('AccountNotFound'))
    .exhaustive();
}

export const account: Aggregate<AccountState, AccountCommand, AccountEvent, AccountRejection> = {
  category: 'account',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
