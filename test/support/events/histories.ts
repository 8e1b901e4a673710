/** Generates histories as the log may hold them, with deletions and erasures as the commands record them. */
import fc from 'fast-check';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { idOf } from '../fixtures.ts';
import { anyEvent } from './arbitraries.ts';

export type Happening =
  | { readonly kind: 'fact'; readonly event: DomainEvent }
  /** `racing`: what was still recorded between the deletion and the erasure, and perhaps read before the latter. */
  | {
      readonly kind: 'chatbot deleted';
      readonly chatbotId: string;
      readonly racing: readonly DomainEvent[];
      readonly readBefore: boolean;
    }
  | { readonly kind: 'lead deleted'; readonly chatbotId: string; readonly leadId: string }
  | { readonly kind: 'conversation erased'; readonly chatbotId: string; readonly conversationId: string }
  /** The reader takes what has happened since the last time. */
  | { readonly kind: 'read' }
  /**
   * The reader's process ends and another one begins. `losing`: in the middle of a write, of which the documents are there and the
   * checkpoint is not, as a store without transactions may leave it.
   */
  | { readonly kind: 'restart'; readonly losing: boolean };

const chatbotIds = ['a', 'b', 'c', 'd'].map(idOf);

/**
 * Everything belongs to one chatbot for ever, a message and a lead to one conversation, an answer to one question, and a session to one
 * account: ids that meet under two of them are told apart.
 */
const ofChatbot = (chatbotId: string, id: string): string => idOf(`${id} of ${chatbotId}`);
const answerTo = (questionId: string): string => idOf(`answer to ${questionId}`);

function concerning(chatbotId: string, { type, ...event }: DomainEvent): DomainEvent {
  const given: Readonly<Record<string, unknown>> = event.data;
  const own = (id: unknown) => ofChatbot(chatbotId, String(id));
  const inConversation = (id: unknown) => own(`${id} in ${given.conversationId}`);
  const data = Object.entries({ ...given, chatbotId }).map(([field, value]) => {
    if (field === 'conversationId') return [field, own(type === 'LeadCaptured' ? given.leadId : value)];
    if (['sourceId', 'keyId', 'leadId'].includes(field)) return [field, own(value)];
    if (field === 'questionId') return [field, inConversation(value)];
    if (field !== 'messageId') return [field, value];
    if (type === 'AnswerGiven') return [field, answerTo(inConversation(given.questionId))];
    return [field, type === 'MessageRated' ? answerTo(inConversation(value)) : inConversation(value)];
  });
  return { ...event, type, data: Object.fromEntries(data) } as DomainEvent;
}

function belonging(event: DomainEvent): DomainEvent {
  const { data } = event;
  if ('chatbotId' in data) return concerning(data.chatbotId, event);
  if (!('sessionId' in data)) return event;
  return { ...event, data: { ...data, sessionId: idOf(`${data.sessionId} of ${data.accountId}`) } } as DomainEvent;
}

const fact = anyEvent().map(belonging);
const chatbotId = fc.constantFrom(...chatbotIds);

/** The chatbot's own stream is closed by its deletion; those of its conversations and sources are not. */
const racingWith = (deleted: string, facts: readonly DomainEvent[]) =>
  facts
    .filter(({ type, data }) => 'chatbotId' in data && type !== 'ChatbotCreated' && type !== 'ChatbotConfigured')
    .map((event) => concerning(deleted, event));

export const anyHistory: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 24, arbitrary: fact.map((event): Happening => ({ kind: 'fact', event })) },
    { weight: 5, arbitrary: fc.constant<Happening>({ kind: 'read' }) },
    { weight: 1, arbitrary: fc.boolean().map((losing): Happening => ({ kind: 'restart', losing })) },
    {
      weight: 1,
      arbitrary: fc.tuple(chatbotId, fc.array(anyEvent(), { maxLength: 8 }), fc.boolean()).map(
        ([deleted, facts, readBefore]): Happening => ({
          kind: 'chatbot deleted',
          chatbotId: deleted,
          racing: racingWith(deleted, facts),
          readBefore,
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(chatbotId, chatbotId)
        .map(([of, lead]): Happening => ({ kind: 'lead deleted', chatbotId: of, leadId: ofChatbot(of, lead) })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(chatbotId, chatbotId).map(
        ([of, talk]): Happening => ({
          kind: 'conversation erased',
          chatbotId: of,
          conversationId: ofChatbot(of, talk),
        }),
      ),
    },
  ),
  { minLength: 20, maxLength: 150, size: 'max' },
);
