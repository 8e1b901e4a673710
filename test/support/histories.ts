/** Histories as the log may hold them, in pieces, with deletions and erasures as the commands carry them out. */
import fc from 'fast-check';
import type { DomainEvent } from '../../src/domain/events.ts';
import { anyEvent } from './arbitraries.ts';
import { idOf } from './fixtures.ts';

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

/** Everything belongs to one chatbot for ever: ids that meet under two chatbots are told apart. */
const ofChatbot = (chatbotId: string, id: string): string => idOf(`${id} of ${chatbotId}`);

function concerning(chatbotId: string, event: DomainEvent): DomainEvent {
  const data = Object.entries({ ...event.data, chatbotId }).map(([field, value]) => {
    const isOwn = ['sourceId', 'keyId', 'conversationId', 'messageId', 'questionId', 'leadId'].includes(field);
    return [field, isOwn ? ofChatbot(chatbotId, String(value)) : value];
  });
  return { ...event, data: Object.fromEntries(data) } as DomainEvent;
}

const fact = anyEvent().map((event) => ('chatbotId' in event.data ? concerning(event.data.chatbotId, event) : event));
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
