/** All widget keys of a chatbot share one stream, so that their limit is exact. */
import { match } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import { findNewest, type PersistentList } from '../persistent-list.ts';
import type { WidgetKeyEvent } from './events.ts';

export const MAX_ACTIVE_KEYS = 100;

export interface WidgetKeysState {
  readonly isNew: boolean;
  /** Not revoked. */
  readonly active: readonly string[];
  /** Revoked ones included. */
  readonly generated: PersistentList<string>;
}

/** `legacyKeyIds`: active keys with a stream each. The first event of the shared stream adopts them. */
export type WidgetKeysCommand = {
  readonly chatbotId: string;
  readonly keyId: string;
  readonly legacyKeyIds: readonly string[];
} & (
  | {
      readonly type: 'GenerateWidgetKey';
      readonly ownerId: string;
      readonly secretHash: string;
      readonly keyPrefix: string;
      readonly label: string;
      readonly allowedDomains: readonly string[];
    }
  | { readonly type: 'RevokeWidgetKey' }
);

export type WidgetKeysRejection = 'WidgetKeyExists' | 'WidgetKeyNotFound' | 'WidgetKeyLimitReached';

function evolve(state: WidgetKeysState, event: WidgetKeyEvent): WidgetKeysState {
  switch (event.type) {
    case 'WidgetKeyGenerated':
      return withKeys(state, [event.data.keyId]);
    case 'WidgetKeysAdopted':
      return withKeys(state, event.data.keyIds);
    case 'WidgetKeyRevoked':
      return { ...state, isNew: false, active: state.active.filter((id) => id !== event.data.keyId) };
    default:
      event satisfies never;
      return state;
  }
}

function withKeys({ active, generated }: WidgetKeysState, keyIds: readonly string[]): WidgetKeysState {
  return {
    isNew: false,
    active: [...active, ...keyIds],
    generated: keyIds.reduce<PersistentList<string>>((earlier, entry) => ({ entry, earlier }), generated),
  };
}

function decide(command: WidgetKeysCommand, before: WidgetKeysState): Decision<WidgetKeyEvent, WidgetKeysRejection> {
  const { chatbotId, keyId, legacyKeyIds } = command;
  const adopted: WidgetKeyEvent[] =
    before.isNew && legacyKeyIds.length > 0
      ? [{ type: 'WidgetKeysAdopted', data: { chatbotId, keyIds: [...legacyKeyIds] } }]
      : [];
  const { active, generated } = adopted.reduce(evolve, before);
  return match(command)
    .with({ type: 'GenerateWidgetKey' }, ({ ownerId, secretHash, keyPrefix, label, allowedDomains }) => {
      if (findNewest(generated, (id) => id === keyId) !== undefined) return reject('WidgetKeyExists');
      if (active.length >= MAX_ACTIVE_KEYS) return reject('WidgetKeyLimitReached');
      return accept<WidgetKeyEvent>(...adopted, {
        type: 'WidgetKeyGenerated',
        data: { keyId, chatbotId, ownerId, secretHash, keyPrefix },
        sealed: { label, allowedDomains: [...allowedDomains] },
      });
    })
    .with({ type: 'RevokeWidgetKey' }, () =>
      active.includes(keyId)
        ? accept<WidgetKeyEvent>(...adopted, { type: 'WidgetKeyRevoked', data: { keyId, chatbotId } })
        : reject('WidgetKeyNotFound'),
    )
    .exhaustive();
}

export const widgetKeys: Aggregate<WidgetKeysState, WidgetKeysCommand, WidgetKeyEvent, WidgetKeysRejection> = {
  category: 'widgetkeys',
  initial: { isNew: true, active: [], generated: null },
  evolve,
  decide,
};
