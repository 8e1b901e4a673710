import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { AnswerEvidence, AnswerSource, ConversationEvent, Feedback } from './events.ts';

/** Newest first, sharing its tail with every earlier state: adding to it costs the same however long a conversation is. */
type History<Entry> = { readonly entry: Entry; readonly earlier: History<Entry> } | null;

function newest<Entry>(history: History<Entry>, matches: (entry: Entry) => boolean): Entry | undefined {
  for (let at = history; at !== null; at = at.earlier) if (matches(at.entry)) return at.entry;
  return undefined;
}

export interface LeadDetails {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

export type ConversationState =
  | { readonly kind: 'absent'; readonly withdrawn: History<string> }
  | {
      readonly kind: 'open';
      /** Ids of messages that must not be recorded any more. */
      readonly withdrawn: History<string>;
      readonly conversationId: string;
      readonly chatbotId: string;
      readonly messages: History<{ readonly messageId: string; readonly role: 'user' | 'assistant' }>;
      readonly ratings: History<{ readonly messageId: string; readonly feedback: Feedback | null }>;
      readonly lead: { readonly leadId: string; readonly details: LeadDetails } | null;
    };

type OpenConversation = Extract<ConversationState, { kind: 'open' }>;

export type ConversationCommand =
  /** The first question starts the conversation, under the `conversationId` given; later ones keep the one it has. */
  | {
      readonly type: 'AskQuestion';
      readonly conversationId: string;
      readonly chatbotId: string;
      readonly keyId: string;
      readonly sessionId: string;
      readonly messageId: string;
      readonly content: string;
      /** Contact details to keep, already reduced to the fields that the chatbot asks for. `leadId` is used for a new lead. */
      readonly lead: { readonly leadId: string; readonly details: LeadDetails } | null;
    }
  /** Keeps a message from being recorded ever, unless it is. */
  | { readonly type: 'WithdrawQuestion'; readonly chatbotId: string; readonly messageId: string }
  | {
      readonly type: 'GiveAnswer';
      readonly sessionId: string;
      readonly messageId: string;
      readonly questionId: string;
      readonly content: string;
      readonly sources: readonly AnswerSource[];
      readonly suggestions: readonly string[];
      readonly condensedQuestion: string;
      readonly partial: boolean;
      readonly evidence: AnswerEvidence;
    }
  | {
      readonly type: 'FailAnswer';
      readonly messageId: string;
      readonly questionId: string;
      readonly model: string;
    }
  | { readonly type: 'RateMessage'; readonly messageId: string; readonly feedback: Feedback }
  /** The lead that is meant: one captured since must not go in its place. */
  | { readonly type: 'DeleteLead'; readonly leadId: string };

export type ConversationRejection =
  | 'QuestionWithdrawn'
  | 'ConversationNotFound'
  | 'MessageNotFound'
  | 'OnlyAssistantMessagesCanBeRated'
  | 'LeadNotFound';

function evolve(state: ConversationState, event: ConversationEvent): ConversationState {
  if (event.type === 'ConversationStarted') {
    const { conversationId, chatbotId } = event.data;
    const { withdrawn } = state;
    return { kind: 'open', withdrawn, conversationId, chatbotId, messages: null, ratings: null, lead: null };
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
    case 'MessageRated': {
      const { messageId, feedback } = event.data;
      return { ...state, ratings: { entry: { messageId, feedback }, earlier: state.ratings } };
    }
    case 'LeadCaptured': {
      const earlier = state.lead?.leadId === event.data.leadId ? state.lead.details : {};
      return { ...state, lead: { leadId: event.data.leadId, details: { ...earlier, ...event.sealed } } };
    }
    case 'LeadDeleted':
      return { ...state, lead: null };
    default:
      event satisfies never;
      return state;
  }
}

function withMessage(state: OpenConversation, messageId: string, role: 'user' | 'assistant'): ConversationState {
  return { ...state, messages: { entry: { messageId, role }, earlier: state.messages } };
}

function captureLead(
  where: { conversationId: string; chatbotId: string },
  known: OpenConversation['lead'],
  given: { leadId: string; details: LeadDetails } | null,
): ConversationEvent[] {
  if (given === null) return [];
  const fields = Object.entries(given.details).filter(
    ([field, value]) => value !== known?.details[field as keyof LeadDetails],
  );
  if (fields.length === 0) return [];
  const data = { ...where, leadId: known?.leadId ?? given.leadId };
  return [{ type: 'LeadCaptured', data, sealed: Object.fromEntries(fields) }];
}

function askQuestion(
  command: Extract<ConversationCommand, { type: 'AskQuestion' }>,
  state: ConversationState,
): Decision<ConversationEvent, ConversationRejection> {
  const { keyId, sessionId, messageId, content } = command;
  if (isWithdrawn(state, messageId)) return reject('QuestionWithdrawn');
  // By the same command, tried again long after.
  if (isAsked(state, messageId)) return accept<ConversationEvent>();
  const { conversationId, chatbotId } = state.kind === 'open' ? state : command;
  const where = { conversationId, chatbotId };
  const known = state.kind === 'open' ? state.lead : null;
  const started: ConversationEvent[] =
    state.kind === 'open' ? [] : [{ type: 'ConversationStarted', data: { ...where, keyId }, sealed: { sessionId } }];
  return accept<ConversationEvent>(...started, ...captureLead(where, known, command.lead), {
    type: 'QuestionAsked',
    data: { ...where, messageId },
    sealed: { sessionId, content },
  });
}

function withdrawQuestion(
  { chatbotId, messageId }: Extract<ConversationCommand, { type: 'WithdrawQuestion' }>,
  state: ConversationState,
): Decision<ConversationEvent, never> {
  if (isAsked(state, messageId) || isWithdrawn(state, messageId)) return accept<ConversationEvent>();
  return accept<ConversationEvent>({ type: 'QuestionWithdrawn', data: { chatbotId, messageId } });
}

/** Whether the message is among those recorded. */
export function isAsked(state: ConversationState, messageId: string): boolean {
  return state.kind === 'open' && newest(state.messages, (entry) => entry.messageId === messageId) !== undefined;
}

/** Whether the message can never be recorded. */
export function isWithdrawn(state: ConversationState, messageId: string): boolean {
  return newest(state.withdrawn, (entry) => entry === messageId) !== undefined;
}

function giveAnswer(
  command: Extract<ConversationCommand, { type: 'GiveAnswer' }>,
  { conversationId, chatbotId }: OpenConversation,
): ConversationEvent {
  const { sessionId, messageId, questionId, partial, evidence, content, condensedQuestion } = command;
  const [sources, suggestions] = [[...command.sources], [...command.suggestions]];
  return {
    type: 'AnswerGiven',
    data: { conversationId, chatbotId, messageId, questionId, partial, evidence },
    sealed: { sessionId, content, sources, suggestions, condensedQuestion },
  };
}

/** How the message is rated now; null when it is not. */
export function ratingOf(state: ConversationState, messageId: string): Feedback | null {
  if (state.kind === 'absent') return null;
  return newest(state.ratings, (entry) => entry.messageId === messageId)?.feedback ?? null;
}

function rate(
  messageId: string,
  feedback: Feedback,
  state: OpenConversation,
): Decision<ConversationEvent, ConversationRejection> {
  const message = newest(state.messages, (entry) => entry.messageId === messageId);
  if (message === undefined) return reject('MessageNotFound');
  if (message.role !== 'assistant') return reject('OnlyAssistantMessagesCanBeRated');
  const { conversationId, chatbotId } = state;
  return accept<ConversationEvent>({
    type: 'MessageRated',
    data: { conversationId, chatbotId, messageId, feedback: ratingOf(state, messageId) === feedback ? null : feedback },
  });
}

function decide(
  command: ConversationCommand,
  state: ConversationState,
): Decision<ConversationEvent, ConversationRejection> {
  return match([command, state] as const)
    .with([{ type: 'AskQuestion' }, P._], ([ask]) => askQuestion(ask, state))
    .with([{ type: 'WithdrawQuestion' }, P._], ([withdraw]) => withdrawQuestion(withdraw, state))
    .with([{ type: 'GiveAnswer' }, { kind: 'open' }], ([answer, conversation]) =>
      isAsked(conversation, answer.messageId) ? accept<ConversationEvent>() : accept(giveAnswer(answer, conversation)),
    )
    .with(
      [{ type: 'FailAnswer' }, { kind: 'open' }],
      ([{ messageId, questionId, model }, { conversationId, chatbotId }]) =>
        accept<ConversationEvent>({
          type: 'AnswerFailed',
          data: { conversationId, chatbotId, messageId, questionId, model },
        }),
    )
    .with([{ type: 'RateMessage' }, { kind: 'open' }], ([{ messageId, feedback }, conversation]) =>
      rate(messageId, feedback, conversation),
    )
    .with([{ type: 'DeleteLead' }, { kind: 'open' }], ([{ leadId }, { conversationId, chatbotId, lead }]) =>
      lead?.leadId === leadId
        ? accept<ConversationEvent>({ type: 'LeadDeleted', data: { conversationId, chatbotId, leadId } })
        : reject('LeadNotFound'),
    )
    .with([{ type: 'DeleteLead' }, { kind: 'absent' }], () => reject('LeadNotFound'))
    .with([{ type: P.union('GiveAnswer', 'FailAnswer', 'RateMessage') }, { kind: 'absent' }], () =>
      reject('ConversationNotFound'),
    )
    .exhaustive();
}

export const conversation: Aggregate<ConversationState, ConversationCommand, ConversationEvent, ConversationRejection> =
  {
    category: 'conversation',
    initial: { kind: 'absent', withdrawn: null },
    evolve,
    decide,
  };
