/**
 * Process manager: completes work that spans several stores, driven by the log, so that a crash leaves nothing undone. Every
 * step is idempotent.
 */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import type { SessionCommands } from '../../commands/sessions.ts';
import { imageScope, sourceScope } from '../../domain/blob-scopes.ts';
import { searchGeneration } from '../../domain/data-source/events.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { leadSubject } from '../../domain/key-subjects.ts';
import type { CommandContext } from '../../event-log/event-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Position, WorkConsumer } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ReadingProgress } from '../../projections/data-sources/reading-progress.ts';
import type { SkippedUrls } from '../../projections/data-sources/skipped-urls.ts';
import type { SessionQueries } from '../../projections/sessions/queries.ts';
import { consumeEvents, type EventConsumerDeps } from '../consume-events.ts';
import type { CrawlJournals } from '../ingestion/website/crawl-journals.ts';
import { workContext } from '../work-context.ts';
import type { WorkGroup } from '../work-groups.ts';

export interface CleanupDeps extends EventConsumerDeps {
  readonly chatbots: ChatbotCommands;
  readonly sessions: SessionCommands;
  readonly sessionQueries: SessionQueries;
  readonly readProgress: ReadProgress;
  readonly keys: Keys;
  readonly searchIndex: SearchIndex;
  readonly blobs: Blobs;
  readonly embeddingCache: EmbeddingCache;
  readonly crawlJournals: CrawlJournals;
  readonly progress: ReadingProgress;
  readonly skippedUrls: SkippedUrls;
  readonly clock: Clock;
}

/** The name is stored with the group's progress: a new one would deliver every event again. */
const GROUP: WorkGroup = 'lifecycle';

export function startCleanupWorker(deps: CleanupDeps): WorkConsumer {
  return consumeEvents(deps, {
    group: GROUP,
    filter: {
      types: [
        'PasswordChanged',
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
    handle: async (event, stored) => {
      await finish(event, stored.position, deps, workContext('lifecycle', stored, deps.clock.now()));
      return { kind: 'ack' };
    },
  });
}

async function finish(
  event: DomainEvent,
  position: Position,
  deps: CleanupDeps,
  context: CommandContext,
): Promise<void> {
  const { chatbots, keys, searchIndex, blobs } = deps;
  switch (event.type) {
    case 'PasswordChanged': {
      const { accountId, keptSessionId } = event.data;
      await deps.readProgress.waitFor(position);
      const others = await deps.sessionQueries.othersBefore(accountId, keptSessionId, position, context.at);
      await deps.sessions.endAll(others, context);
      return;
    }
    case 'ChatbotSlotTaken': {
      const { chatbotId, publicId, accountId: ownerId } = event.data;
      // An erased name means that the chatbot was deleted in the meantime.
      if (event.sealed !== null)
        await chatbots.completeCreation({ chatbotId, publicId, ownerId, ...event.sealed }, context);
      return;
    }
    case 'ChatbotDeleted': {
      const { chatbotId, ownerId } = event.data;
      await chatbots.finishDeletion(ownerId, chatbotId, context);
      await deleteChatbotData(chatbotId, position, deps);
      return;
    }
    case 'ImageDropped':
      await blobs.deleteScope(imageScope(event.data.chatbotId, event.data.imageId));
      return;
    case 'IngestionCompleted': {
      const { chatbotId, sourceId, replaces } = event.data;
      if (replaces !== null) await searchIndex.deleteGeneration(chatbotId, searchGeneration(sourceId, replaces));
      return;
    }
    case 'DataSourceDeleted':
      await deleteSourceData(event.data, position, deps);
      return;
    case 'LeadDeleted':
      await keys.erase(leadSubject(event.data.chatbotId, event.data.leadId));
      return;
    default:
      // The subscription's filter lets no other type through.
      return;
  }
}

async function deleteChatbotData(
  chatbotId: string,
  position: Position,
  { searchIndex, blobs, embeddingCache, crawlJournals, progress, skippedUrls }: CleanupDeps,
): Promise<void> {
  await searchIndex.deleteChatbot(chatbotId);
  await crawlJournals.deleteChatbot(chatbotId, position);
  await skippedUrls.deleteChatbot(chatbotId, position);
  await progress.deleteChatbot(chatbotId, position);
  await blobs.deleteScope(chatbotId);
  await embeddingCache.deleteScope(chatbotId);
}

async function deleteSourceData(
  { chatbotId, sourceId }: { readonly chatbotId: string; readonly sourceId: string },
  position: Position,
  { searchIndex, blobs, embeddingCache, crawlJournals, progress, skippedUrls }: CleanupDeps,
): Promise<void> {
  await searchIndex.deleteSource(chatbotId, sourceId);
  await crawlJournals.deleteSource(sourceId, position);
  await skippedUrls.deleteSource(sourceId, position);
  await progress.delete(sourceId, position);
  await blobs.deleteScope(sourceScope(chatbotId, sourceId));
  await embeddingCache.deleteScope(sourceScope(chatbotId, sourceId));
}
