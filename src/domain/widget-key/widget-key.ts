import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { WidgetKeyEvent } from './events.ts';

export type WidgetKeyState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'active'; readonly keyId: string; readonly chatbotId: string }
  | { readonly kind: 'revoked' };

export type WidgetKeyCommand =
  | {
      readonly type: 'GenerateWidgetKey';
      readonly keyId: string;
      readonly chatbotId: string;
      readonly ownerId: string;
      readonly secretHash: string;
      readonly keyPrefix: string;
      readonly label: string;
      readonly allowedDomains: readonly string[];
    }
  | { readonly type: 'RevokeWidgetKey'; readonly chatbotId: string };

export type WidgetKeyRejection = 'WidgetKeyExists' | 'WidgetKeyNotFound';

function evolve(state: WidgetKeyState, event: WidgetKeyEvent): WidgetKeyState {
  switch (event.type) {
    case 'WidgetKeyGenerated':
      return { kind: 'active', keyId: event.data.keyId, chatbotId: event.data.chatbotId };
    case 'WidgetKeyRevoked':
      return { kind: 'revoked' };
    default:
      event satisfies never;
      return state;
  }
}

function decide(command: WidgetKeyCommand, state: WidgetKeyState): Decision<WidgetKeyEvent, WidgetKeyRejection> {
  return match([command, state] as const)
    .with([{ type: 'GenerateWidgetKey' }, { kind: 'absent' }], ([generate]) => {
      const { keyId, chatbotId, ownerId, secretHash, keyPrefix, label, allowedDomains } = generate;
      return accept<WidgetKeyEvent>({
        type: 'WidgetKeyGenerated',
        data: { keyId, chatbotId, ownerId, secretHash, keyPrefix },
        sealed: { label, allowedDomains: [...allowedDomains] },
      });
    })
    .with([{ type: 'GenerateWidgetKey' }, { kind: P.union('active', 'revoked') }], () => reject('WidgetKeyExists'))
    .with([{ type: 'RevokeWidgetKey' }, { kind: 'active' }], ([{ chatbotId }, { keyId, chatbotId: holder }]) =>
      chatbotId === holder
        ? accept<WidgetKeyEvent>({ type: 'WidgetKeyRevoked', data: { keyId, chatbotId } })
        : reject('WidgetKeyNotFound'),
    )
    .with([{ type: 'RevokeWidgetKey' }, { kind: P.union('absent', 'revoked') }], () => reject('WidgetKeyNotFound'))
    .exhaustive();
}

export const widgetKey: Aggregate<WidgetKeyState, WidgetKeyCommand, WidgetKeyEvent, WidgetKeyRejection> = {
  category: 'widgetkey',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
