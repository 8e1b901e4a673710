import { findNewest, type PersistentList } from '../persistent-list.ts';
import type { ConversationEvent, Feedback } from './events.ts';
import { evolveLead, type Lead } from './lead.ts';
import { evolveTakeover, HANDLED_BY_CHATBOT, isForHuman, type TakeoverState } from './takeover.ts';

export type ConversationState =
  | { readonly kind: 'absent'; readonly withdrawn: PersistentList<string> }
  | {
      readonly kind: 'open';
      /** Messages that must never be recorded. */
      readonly withdrawn: PersistentList<string>;
      readonly conversationId: string;
      readonly chatbotId: string;
      readonly messages: PersistentList<Message>;
      /** Questions, one entry per retried answer. */
      readonly retried: PersistentList<string>;
      readonly ratings: PersistentList<{ readonly messageId: string; readonly feedback: Feedback | null }>;
      readonly lead: Lead | null;
      readonly takeover: TakeoverState;
    };

interface Message {
  readonly messageId: string;
  readonly role: 'user' | 'assistant' | 'agent';
  /** Takeovers and releases before it. */
  readonly handovers: number;
}

export type OpenConversation = Extract<ConversationState, { kind: 'open' }>;

export const ABSENT: ConversationState = { kind: 'absent', withdrawn: null };

export function evolveConversation(state: ConversationState, event: ConversationEvent): ConversationState {
  if (event.type === 'ConversationStarted') {
    const { conversationId, chatbotId } = event.data;
    const { withdrawn } = state;
    const nothing = { messages: null, retried: null, ratings: null, lead: null, takeover: HANDLED_BY_CHATBOT };
    return { kind: 'open', withdrawn, conversationId, chatbotId, ...nothing };
  }
  if (event.type === 'QuestionWithdrawn') {
    return { ...state, withdrawn: { entry: event.data.messageId, earlier: state.withdrawn } };
  }
  if (state.kind === 'absent') return state;
  switch (event.type) {
    case 'QuestionAsked':
      return withMessage(state, event.data.messageId, 'user');
    case 'AnswerGiven':
      return withMessage(state, event.data.messageId, 'assistant');
    case 'AnswerFailed':
      return state;
    case 'AnswerRetried':
      return { ...state, retried: { entry: event.data.questionId, earlier: state.retried } };
    case 'MessageRated': {
      const { messageId, feedback } = event.data;
      return { ...state, ratings: { entry: { messageId, feedback }, earlier: state.ratings } };
    }
    case 'LeadCaptured':
      return { ...state, lead: evolveLead(state.lead, event) };
    case 'LeadDeleted':
      return { ...state, lead: null };
    case 'ConversationErased':
      return { kind: 'absent', withdrawn: state.withdrawn };
    case 'AgentMessageSent':
      return withMessage(state, event.data.messageId, 'agent');
    case 'SessionTakenOver':
    case 'SessionReleased':
    case 'HandoffRequested':
      return { ...state, takeover: evolveTakeover(state.takeover, event) };
    default:
      event satisfies never;
      return state;
  }
}

function withMessage(state: OpenConversation, messageId: string, role: Message['role']): ConversationState {
  const { handovers } = state.takeover;
  return { ...state, messages: { entry: { messageId, role, handovers }, earlier: state.messages } };
}

export function isRecorded(state: ConversationState, messageId: string): boolean {
  return state.kind === 'open' && findNewest(state.messages, (entry) => entry.messageId === messageId) !== undefined;
}

export function isWithdrawn(state: ConversationState, messageId: string): boolean {
  return findNewest(state.withdrawn, (entry) => entry === messageId) !== undefined;
}

/** True when a human has the session, or had it since the question was asked. */
export function isLeftToHuman(state: ConversationState, questionId: string): boolean {
  if (state.kind === 'absent') return false;
  const question = findNewest(state.messages, (entry) => entry.messageId === questionId);
  return isForHuman(state.takeover, question?.handovers ?? state.takeover.handovers);
}

export function ratingOf(state: ConversationState, messageId: string): Feedback | null {
  if (state.kind === 'absent') return null;
  return findNewest(state.ratings, (entry) => entry.messageId === messageId)?.feedback ?? null;
}
