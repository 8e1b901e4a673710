/**
 * Process manager: completes work that spans several stores, driven by the log, so that a crash leaves nothing undone. Every
 * step is idempotent.
 */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import type { SessionCommands } from '../../commands/sessions.ts';
import { imageScope } from '../../domain/blob-scopes.ts';
import { searchGeneration } from '../../domain/data-source/events.ts';
import type { DomainEvent, EventType } from '../../domain/events.ts';
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
import { deleteSourceData } from '../ingestion/delete-source-data.ts';
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

interface Cause {
  readonly position: Position;
  readonly context: CommandContext;
}

type CleanUp<Type extends EventType> = (
  event: Extract<DomainEvent, { readonly type: Type }>,
  deps: CleanupDeps,
  cause: Cause,
) => Promise<unknown>;

/** What each event leaves to do. */
const CLEAN_UPS: { readonly [Type in EventType]?: CleanUp<Type> } = {
  PasswordChanged: async ({ data: { accountId, keptSessionId } }, deps, { position, context }) => {
    await deps.readProgress.waitFor(position);
    const others = await deps.sessionQueries.othersBefore(accountId, keptSessionId, position, context.at);
    await deps.sessions.endAll(others, context);
  },
  ChatbotSlotTaken: async (
    { data: { chatbotId, publicId, accountId: ownerId }, sealed },
    { chatbots },
    { context },
  ) => {
    // An erased name means that the chatbot was deleted in the meantime.
    if (sealed !== null) await chatbots.completeCreation({ chatbotId, publicId, ownerId, ...sealed }, context);
  },
  ChatbotDeleted: async ({ data: { chatbotId, ownerId } }, deps, { position, context }) => {
    await deps.chatbots.finishDeletion(ownerId, chatbotId, context);
    await deleteChatbotData(chatbotId, position, deps);
  },
  ImageDropped: ({ data: { chatbotId, imageId } }, { blobs }) => blobs.deleteScope(imageScope(chatbotId, imageId)),
  IngestionCompleted: async ({ data: { chatbotId, sourceId, replaces } }, { searchIndex }) => {
    if (replaces !== null) await searchIndex.deleteGeneration(chatbotId, searchGeneration(sourceId, replaces));
  },
  DataSourceDeleted: async ({ data }, deps, { position }) => {
    await deps.searchIndex.deleteSource(data.chatbotId, data.sourceId);
    await deleteSourceData(data, position, deps);
  },
  LeadDeleted: ({ data: { chatbotId, leadId } }, { keys }) => keys.erase(leadSubject(chatbotId, leadId)),
};

export function startCleanupWorker(deps: CleanupDeps): WorkConsumer {
  return consumeEvents(deps, {
    group: GROUP,
    filter: { types: Object.keys(CLEAN_UPS) as EventType[] },
    concurrency: 4,
    maxAttempts: 20,
    handle: async (event, stored) => {
      const cleanUp = CLEAN_UPS[event.type] as CleanUp<EventType> | undefined;
      const context = workContext(GROUP, stored, deps.clock.now());
      await cleanUp?.(event, deps, { position: stored.position, context });
      return { kind: 'ack' };
    },
  });
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
