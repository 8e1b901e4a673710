/** Everything behind HTTP, over any stores: commands, read models, answering. */
import type { AnswerObserver } from '../answering/answer-observer.ts';
import { type LazyChat, lazyChat } from '../answering/lazy-chat.ts';
import { loadChat } from '../answering/load-answering.ts';
import { MigratingSearch } from '../answering/retrieval/migrating-search.ts';
import { PassageCache } from '../answering/retrieval/passage-cache.ts';
import type { Explanation } from '../audit/explain/explain-answer.ts';
import { exportLead, type LeadExport } from '../audit/subject/lead-export.ts';
import { AccountCommands } from '../commands/accounts.ts';
import { ChatbotCommands } from '../commands/chatbots.ts';
import { ConversationCommands } from '../commands/conversations.ts';
import { DataSourceCommands } from '../commands/data-sources.ts';
import type { CommandExecutor } from '../commands/execute.ts';
import { joinInstallation } from '../commands/installation.ts';
import { MessageQuotaCommands } from '../commands/message-quota.ts';
import { SESSION_LIFETIME_MS, SessionCommands } from '../commands/sessions.ts';
import { TakeoverCommands } from '../commands/takeovers.ts';
import { WidgetKeyCommands } from '../commands/widget-keys.ts';
import type { Config } from '../config.ts';
import { EventCodec } from '../event-log/codec.ts';
import { EventStore } from '../event-log/event-store.ts';
import type { Commands } from '../http/deps.ts';
import { activeTraceparent } from '../lib/tracing.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Report } from '../ports/report.ts';
import { type Queries, queriesOver } from '../projections/queries.ts';
import type { Models } from './models/models.ts';
import { followingReadSide } from './read-side/following-read-side.ts';
import { projectingReadSide } from './read-side/projecting-read-side.ts';
import type { ReadSide } from './read-side/read-side.ts';
import { type Stores, storeNames } from './stores/stores.ts';
import { TracedCommandExecutor } from './tracing/traced-commands.ts';

export interface Application {
  /** Must run before any other use of the application. @throws StoreMismatch when the stores do not belong together */
  readonly joinInstallation: () => Promise<void>;
  readonly commands: Commands;
  readonly queries: Queries;
  readonly readSide: ReadSide;
  readonly chat: LazyChat;
  readonly codec: EventCodec;
  readonly explainAnswer: (chatbotId: string, messageId: string) => Promise<Explanation | null>;
  readonly exportLead: (chatbotId: string, conversationId: string) => Promise<LeadExport | null>;
}

export interface ApplicationDeps {
  readonly config: Config;
  readonly stores: Stores;
  readonly models: Models;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly observer: AnswerObserver;
  readonly report: Report;
}

export function buildApplication(deps: ApplicationDeps): Application {
  const { config, stores, models, clock, ids, logger, observer, report } = deps;
  const { log, documents, keys, counters } = stores;
  const codec = new EventCodec(keys);
  const eventStore = new EventStore(log, codec, clock, { traceparent: activeTraceparent });
  const executor = new TracedCommandExecutor(eventStore, logger);
  const queries = queriesOver(documents, counters);
  const commands = buildCommands(deps, executor, queries);
  const readSide = buildReadSide(deps, codec, eventStore);
  const searchIndex = new PassageCache(new MigratingSearch(stores.searchIndex));
  const { conversations, messageQuota } = commands;
  const { embedder } = models;
  const chat = lazyChat(async () => {
    const Chat = await loadChat();
    const answerGenerator = await models.loadAnswerGenerator();
    const answering = { answerGenerator, embedder, searchIndex, clock, ids, observer, report };
    return new Chat({ ...answering, conversations, messageQuota, queries, progress: readSide });
  });
  const activeGenerations = (chatbotId: string) => queries.dataSources.activeGenerations(chatbotId);
  const retrieval = { searchIndex, embedder, activeGenerations };
  const auditDeps = { log, codec, documents, blobs: stores.blobs, retrieval };
  const { acceptOlderKeys } = config;
  const names = storeNames(config);
  return {
    joinInstallation: () =>
      joinInstallation({ executor, log, keys, documents, clock, ids, names, report, acceptOlderKeys }),
    commands,
    queries,
    readSide,
    chat,
    codec,
    explainAnswer: async (chatbotId, messageId) => {
      const { explainOwnersAnswer } = await import('../audit/explain/explain-answer.ts');
      return explainOwnersAnswer(chatbotId, messageId, auditDeps);
    },
    exportLead: (chatbotId, conversationId) => exportLead(chatbotId, conversationId, auditDeps),
  };
}

function buildCommands(deps: ApplicationDeps, executor: CommandExecutor, queries: Queries): Commands {
  const { config, stores, passwords, clock, ids, report } = deps;
  const { keys, keyedHash } = stores;
  const conversations = new ConversationCommands({ executor, keyedHash, keys, ids });
  // The embedded log belongs to one process.
  const othersEndedAt = config.eventStoreUrl === null ? clock.now() : 0;
  const planLimit = config.planMessages;
  const chatbots = new ChatbotCommands({ executor, keys, planLimit: config.planChatbots });
  return {
    accounts: new AccountCommands({ executor, passwords, keyedHash, ids, keys, chatbots }),
    sessions: new SessionCommands({ executor, lifetimeMs: SESSION_LIFETIME_MS }),
    chatbots,
    dataSources: new DataSourceCommands({ executor, keys }),
    widgetKeys: new WidgetKeyCommands({ executor, legacyKeyIds: (id) => queries.widgetKeys.activeIds(id) }),
    conversations,
    takeovers: new TakeoverCommands({ executor, conversations }),
    messageQuota: new MessageQuotaCommands({ executor, conversations, ids, planLimit, othersEndedAt, report }),
  };
}

/** A node without the role `projector` follows read models that another node projects. */
function buildReadSide(
  { config, stores, clock, report }: ApplicationDeps,
  codec: EventCodec,
  eventStore: EventStore,
): ReadSide {
  if (!config.roles.includes('projector')) return followingReadSide({ stores, codec, report });
  const shared = config.mongoUrl !== null;
  return projectingReadSide({ stores, codec, clock, report, shared, onLogReplaced: () => eventStore.evictAll() });
}
