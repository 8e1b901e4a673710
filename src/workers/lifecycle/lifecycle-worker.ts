/**
 * Finishes what a command began in more than one place: whatever a crash leaves undone is done from the log. Every step may be
 * done twice.
 */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import { searchGeneration } from '../../domain/data-source/events.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { imageScope, leadSubject, sourceScope } from '../../domain/schema.ts';
import type { EventCodec } from '../../log/codec.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, Position, StoredEvent, WorkConsumer, WorkVerdict } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadingProgress } from '../../queries/reading-progress.ts';
import type { KeptCrawls } from '../ingestion/website/kept-crawls.ts';
import { outlastingAbsence } from '../store-absence.ts';
import { workContext } from '../work-context.ts';

export interface LifecycleDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly chatbots: ChatbotCommands;
  readonly keys: Keys;
  readonly searchIndex: SearchIndex;
  readonly blobs: Blobs;
  readonly keptCrawls: KeptCrawls;
  readonly progress: ReadingProgress;
  readonly clock: Clock;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

export function startLifecycleWorker(deps: LifecycleDeps): WorkConsumer {
  return deps.log.consume({
    group: 'lifecycle',
    filter: {
      types: [
        'ChatbotSlotTaken',
        'ChatbotDeleted',
        'ImageDropped',
        'IngestionCompleted',
        'DataSourceDeleted',
        'LeadDeleted',
      ],
    },
    concurrency: 4,
    maxAttempts: 20,
    handle: (stored, _attempt, signal) =>
      outlastingAbsence(() => handle(stored, deps), { signal, report: deps.report }),
  });
}

async function handle(stored: StoredEvent, deps: LifecycleDeps): Promise<WorkVerdict> {
  const [decoded] = await deps.codec.decode([stored]);
  if (decoded === undefined) return { verdict: 'done' };
  if (!decoded.readable) return { verdict: 'park', reason: decoded.error.message };
  await finish(decoded.recorded.event, stored.position, deps, workContext('lifecycle', stored, deps.clock.now()));
  return { verdict: 'done' };
}

async function finish(
  event: DomainEvent,
  position: Position,
  deps: LifecycleDeps,
  context: CommandContext,
): Promise<void> {
  const { chatbots, keys, searchIndex, blobs, keptCrawls, progress } = deps;
  switch (event.type) {
    case 'ChatbotSlotTaken': {
      const { chatbotId, publicId, accountId: ownerId } = event.data;
      // Without its name the chatbot has been deleted again already.
      if (event.sealed !== null) await chatbots.complete({ chatbotId, publicId, ownerId, ...event.sealed }, context);
      return;
    }
    case 'ChatbotDeleted': {
      const { chatbotId, ownerId } = event.data;
      await chatbots.finishDeletion(ownerId, chatbotId, context);
      await searchIndex.removeChatbot(chatbotId);
      await keptCrawls.forgetChatbot(chatbotId, position);
      await progress.forgetChatbot(chatbotId, position);
      await blobs.removeScope(chatbotId);
      return;
    }
    case 'ImageDropped':
      await blobs.removeScope(imageScope(event.data.chatbotId, event.data.imageId));
      return;
    case 'IngestionCompleted': {
      const { chatbotId, sourceId, replaces } = event.data;
      if (replaces !== null) await searchIndex.removeGeneration(chatbotId, searchGeneration(sourceId, replaces));
      return;
    }
    case 'DataSourceDeleted': {
      const { chatbotId, sourceId } = event.data;
      await searchIndex.removeSource(chatbotId, sourceId);
      await keptCrawls.forgetSource(sourceId, position);
      await progress.forget(sourceId, position);
      await blobs.removeScope(sourceScope(chatbotId, sourceId));
      return;
    }
    case 'LeadDeleted':
      await keys.erase(leadSubject(event.data.chatbotId, event.data.leadId));
      return;
    default:
      // The group's filter names no other type.
      return;
  }
}
