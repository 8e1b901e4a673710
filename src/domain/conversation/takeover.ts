/** The chatbot answers a conversation, or a human who took it over. */
import { match } from 'ts-pattern';
import { accept, type Decision, reject } from '../aggregate.ts';
import type { ConversationEvent } from './events.ts';

export interface TakeoverState {
  /** Epoch milliseconds; null while the chatbot answers. */
  readonly since: number | null;
  readonly isHandoffRequested: boolean;
  /** Takeovers and releases so far: an answer that began before one of them is not recorded after it. */
  readonly handovers: number;
}

export const HANDLED_BY_CHATBOT: TakeoverState = { since: null, isHandoffRequested: false, handovers: 0 };

interface BySession {
  /** Session id that the visitor chose, for the event. */
  readonly sessionId: string;
}

export type TakeoverCommand =
  | (BySession & { readonly type: 'TakeOver'; readonly accountId: string; readonly at: number })
  | (BySession & { readonly type: 'Release'; readonly accountId: string })
  | (BySession & {
      readonly type: 'SendAgentMessage';
      readonly accountId: string;
      readonly messageId: string;
      readonly content: string;
    })
  | (BySession & { readonly type: 'RequestHandoff'; readonly handoffId: string; readonly keyId: string });

export type TakeoverRejection = 'SessionNotTakenOver';

export type TakeoverEventType = 'SessionTakenOver' | 'SessionReleased' | 'HandoffRequested';

export function evolveTakeover(
  state: TakeoverState,
  event: Extract<ConversationEvent, { type: TakeoverEventType }>,
): TakeoverState {
  switch (event.type) {
    case 'SessionTakenOver':
      return { since: event.data.since, isHandoffRequested: false, handovers: state.handovers + 1 };
    case 'SessionReleased':
      return { ...state, since: null, handovers: state.handovers + 1 };
    case 'HandoffRequested':
      return { ...state, isHandoffRequested: true };
    default:
      event satisfies never;
      return state;
  }
}

/** @param handovers how many there had been when the question was asked */
export function isForHuman(state: TakeoverState, handovers: number): boolean {
  return state.since !== null || state.handovers !== handovers;
}

interface Conversation {
  readonly conversationId: string;
  readonly chatbotId: string;
  readonly takeover: TakeoverState;
}

export function decideTakeover(
  command: TakeoverCommand,
  { conversationId, chatbotId, takeover }: Conversation,
  isSent: (messageId: string) => boolean,
): Decision<ConversationEvent, TakeoverRejection> {
  const where = { conversationId, chatbotId };
  const { sessionId } = command;
  const isTakenOver = takeover.since !== null;
  return match(command)
    .with({ type: 'TakeOver' }, ({ accountId, at: since }) =>
      isTakenOver
        ? accept<ConversationEvent>()
        : accept<ConversationEvent>({
            type: 'SessionTakenOver',
            data: { ...where, accountId, since },
            sealed: { sessionId },
          }),
    )
    .with({ type: 'Release' }, ({ accountId }) =>
      isTakenOver
        ? accept<ConversationEvent>({ type: 'SessionReleased', data: { ...where, accountId }, sealed: { sessionId } })
        : accept<ConversationEvent>(),
    )
    .with({ type: 'SendAgentMessage' }, ({ accountId, messageId, content }) => {
      // The same command, repeated after a release.
      if (isSent(messageId)) return accept<ConversationEvent>();
      if (!isTakenOver) return reject('SessionNotTakenOver');
      const data = { ...where, messageId, accountId };
      return accept<ConversationEvent>({ type: 'AgentMessageSent', data, sealed: { sessionId, content } });
    })
    .with({ type: 'RequestHandoff' }, ({ handoffId, keyId }) =>
      isTakenOver || takeover.isHandoffRequested
        ? accept<ConversationEvent>()
        : accept<ConversationEvent>({
            type: 'HandoffRequested',
            data: { ...where, handoffId, keyId },
            sealed: { sessionId },
          }),
    )
    .exhaustive();
}
