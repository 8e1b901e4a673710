import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import { countMatching, findNewest } from '../persistent-list.ts';
import {
  ABSENT,
  type ConversationState,
  evolveConversation,
  isLeftToHuman,
  isRecorded,
  isWithdrawn,
  type OpenConversation,
  ratingOf,
} from './conversation-state.ts';
import { decideErasure, type EraseConversation, type ErasureRejection } from './erasure.ts';
import type { AnswerOutcome, AnswerSource, ConversationEvent, Feedback } from './events.ts';
import type { AnswerEvidence, SealedEvidence } from './evidence.ts';
import { captureLead, deleteLead, type Lead, type LeadRejection } from './lead.ts';
import { decideTakeover, type TakeoverCommand, type TakeoverRejection } from './takeover.ts';

/** Attempts at one answer, the first included. */
const MAX_ANSWER_ATTEMPTS = 3;
/** Each is an event, which costs no message of the quota. A script that toggles one rating would add to the log without end. */
const MAX_RATINGS_OF_ANSWER = 1_000;

export type ConversationCommand =
  /** The first question starts the conversation under `conversationId`; later questions ignore the field. */
  | {
      readonly type: 'AskQuestion';
      readonly conversationId: string;
      readonly chatbotId: string;
      readonly keyId: string;
      readonly sessionId: string;
      readonly messageId: string;
      readonly content: string;
      /** Reduced to the fields that the chatbot asks for. `leadId` is used for a new lead. */
      readonly lead: Lead | null;
    }
  /** Keeps a message from ever being recorded, unless it is recorded already. */
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
      readonly outcome?: AnswerOutcome;
      readonly evidence: AnswerEvidence;
      readonly sealedEvidence?: SealedEvidence;
    }
  | {
      readonly type: 'FailAnswer';
      readonly messageId: string;
      readonly questionId: string;
      readonly model: string;
    }
  | { readonly type: 'RetryAnswer'; readonly questionId: string; readonly answerId: string }
  | { readonly type: 'RateMessage'; readonly messageId: string; readonly feedback: Feedback }
  /** `leadId` protects a lead that was captured since. */
  | { readonly type: 'DeleteLead'; readonly leadId: string }
  | EraseConversation
  | TakeoverCommand;

export type ConversationRejection =
  | 'QuestionWithdrawn'
  | 'TooManyAttempts'
  | 'RatingLimitReached'
  | 'ConversationNotFound'
  | 'MessageNotFound'
  | 'OnlyAssistantMessagesCanBeRated'
  | LeadRejection
  | ErasureRejection
  /** A human has the session, or had it since the question was asked. */
  | 'SessionTakenOver'
  | TakeoverRejection;

function askQuestion(
  command: Extract<ConversationCommand, { type: 'AskQuestion' }>,
  state: ConversationState,
): Decision<ConversationEvent, ConversationRejection> {
  const { keyId, sessionId, messageId, content } = command;
  if (isWithdrawn(state, messageId)) return reject('QuestionWithdrawn');
  // The same command, repeated much later.
  if (isRecorded(state, messageId)) return accept<ConversationEvent>();
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
  if (isRecorded(state, messageId) || isWithdrawn(state, messageId)) return accept<ConversationEvent>();
  return accept<ConversationEvent>({ type: 'QuestionWithdrawn', data: { chatbotId, messageId } });
}

/** The question's conversation may be erased, and another one of the session open by now. */
function giveAnswer(
  command: Extract<ConversationCommand, { type: 'GiveAnswer' }>,
  conversation: OpenConversation,
): Decision<ConversationEvent, ConversationRejection> {
  if (isRecorded(conversation, command.messageId)) return accept<ConversationEvent>();
  if (!isRecorded(conversation, command.questionId)) return reject('ConversationNotFound');
  if (isLeftToHuman(conversation, command.questionId)) return reject('SessionTakenOver');
  return accept<ConversationEvent>(answerGiven(command, conversation));
}

function answerGiven(
  command: Extract<ConversationCommand, { type: 'GiveAnswer' }>,
  { conversationId, chatbotId }: OpenConversation,
): ConversationEvent {
  const { sessionId, messageId, questionId, partial, evidence, content, condensedQuestion } = command;
  const [sources, suggestions] = [[...command.sources], [...command.suggestions]];
  const outcome = command.outcome === undefined ? {} : { outcome: command.outcome };
  return {
    type: 'AnswerGiven',
    data: { conversationId, chatbotId, messageId, questionId, partial, ...outcome, evidence },
    sealed: { sessionId, content, sources, suggestions, condensedQuestion, ...command.sealedEvidence },
  };
}

function retryAnswer(
  questionId: string,
  { conversationId, chatbotId, retried }: OpenConversation,
): Decision<ConversationEvent, ConversationRejection> {
  if (1 + countMatching(retried, (entry) => entry === questionId) >= MAX_ANSWER_ATTEMPTS)
    return reject('TooManyAttempts');
  return accept<ConversationEvent>({ type: 'AnswerRetried', data: { conversationId, chatbotId, questionId } });
}

function rate(
  messageId: string,
  feedback: Feedback,
  state: OpenConversation,
): Decision<ConversationEvent, ConversationRejection> {
  const message = findNewest(state.messages, (entry) => entry.messageId === messageId);
  if (message === undefined) return reject('MessageNotFound');
  if (message.role !== 'assistant') return reject('OnlyAssistantMessagesCanBeRated');
  const given = countMatching(state.ratings, (rating) => rating.messageId === messageId);
  if (given >= MAX_RATINGS_OF_ANSWER) return reject('RatingLimitReached');
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
    .with([{ type: 'GiveAnswer' }, { kind: 'open' }], ([answer, conversation]) => giveAnswer(answer, conversation))
    .with([{ type: 'FailAnswer' }, { kind: 'open' }], ([{ messageId, questionId, model }, conversation]) => {
      if (!isRecorded(conversation, questionId)) return reject('ConversationNotFound');
      const { conversationId, chatbotId } = conversation;
      return accept<ConversationEvent>({
        type: 'AnswerFailed',
        data: { conversationId, chatbotId, messageId, questionId, model },
      });
    })
    .with([{ type: 'RetryAnswer' }, { kind: 'open' }], ([{ questionId, answerId }, conversation]) => {
      if (!isRecorded(conversation, questionId)) return reject('MessageNotFound');
      // Another attempt has answered meanwhile, or no model will be called.
      if (isRecorded(conversation, answerId) || isLeftToHuman(conversation, questionId))
        return accept<ConversationEvent>();
      return retryAnswer(questionId, conversation);
    })
    .with([{ type: 'RateMessage' }, { kind: 'open' }], ([{ messageId, feedback }, conversation]) =>
      rate(messageId, feedback, conversation),
    )
    .with([{ type: 'DeleteLead' }, { kind: 'open' }], ([{ leadId }, conversation]) => deleteLead(leadId, conversation))
    .with([{ type: 'DeleteLead' }, { kind: 'absent' }], () => reject('LeadNotFound'))
    .with(
      [{ type: P.union('TakeOver', 'Release', 'SendAgentMessage', 'RequestHandoff') }, { kind: 'open' }],
      ([command, conversation]) =>
        decideTakeover(command, conversation, (messageId) => isRecorded(conversation, messageId)),
    )
    .with([{ type: 'EraseConversation' }, { kind: 'open' }], ([command, conversation]) =>
      decideErasure(command, conversation),
    )
    .with([P._, { kind: 'absent' }], () => reject('ConversationNotFound'))
    .exhaustive();
}

export const conversation: Aggregate<ConversationState, ConversationCommand, ConversationEvent, ConversationRejection> =
  {
    category: 'conversation',
    initial: ABSENT,
    evolve: evolveConversation,
    decide,
  };
