/** Everything behind HTTP, over any stores: commands, read models, answering. */
import { AccountCommands } from '../commands/accounts.ts';
import { AllowanceCommands } from '../commands/allowances.ts';
import { ChatbotCommands } from '../commands/chatbots.ts';
import { ConversationCommands } from '../commands/conversations.ts';
import { DataSourceCommands } from '../commands/data-sources.ts';
import { CommandExecutor } from '../commands/execute.ts';
import { SessionCommands } from '../commands/sessions.ts';
import { WidgetKeyCommands } from '../commands/widget-keys.ts';
import type { Config } from '../config.ts';
import type { Commands } from '../http/deps.ts';
import { EventCodec } from '../log/codec.ts';
import { EventStore } from '../log/event-store.ts';
import { KeyedHash } from '../log/keyed-hash.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import { type Queries, queriesOver } from '../queries/queries.ts';
import { Chat } from '../workers/answering/chat.ts';
import { SearchInTransition } from '../workers/answering/search-in-transition.ts';
import type { Models } from './models.ts';
import { followingReadSide, projectingReadSide, type ReadSide } from './read-side.ts';
import type { Stores } from './stores.ts';

/** How long a refresh token is good. */
const SESSION_LIFETIME_MS = 30 * 24 * 3600 * 1000;

export interface Inside {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly readSide: ReadSide;
  readonly chat: Chat;
  readonly codec: EventCodec;
}

export interface Surroundings {
  readonly config: Config;
  readonly stores: Stores;
  readonly models: Models;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

export function buildInside(around: Surroundings): Inside {
  const { config, stores, models, passwords, clock, ids, report } = around;
  const { log, documents, keys, counters, masterKey } = stores;
  const codec = new EventCodec(keys);
  const executor = new CommandExecutor(new EventStore(log, codec));
  const keyedHash = new KeyedHash(masterKey);
  const conversations = new ConversationCommands({ executor, keyedHash, keys, ids });
  // The embedded log is one process's alone.
  const othersEndedAt = config.eventStoreUrl === null ? clock.now() : 0;
  const planLimit = config.planMessages;
  const commands: Commands = {
    accounts: new AccountCommands({ executor, passwords, keyedHash, ids }),
    sessions: new SessionCommands({ executor, lifetimeMs: SESSION_LIFETIME_MS }),
    chatbots: new ChatbotCommands({ executor, keys, planLimit: config.planChatbots }),
    dataSources: new DataSourceCommands({ executor }),
    widgetKeys: new WidgetKeyCommands({ executor }),
    conversations,
    allowances: new AllowanceCommands({ executor, conversations, ids, planLimit, othersEndedAt, report }),
  };
  const queries = queriesOver(documents, counters);
  const projects = config.roles.includes('projector');
  const shared = config.mongoUrl !== null;
  const readSide = projects
    ? projectingReadSide({ stores, codec, clock, report, shared })
    : followingReadSide({ stores });
  const searchIndex = new SearchInTransition(stores.searchIndex);
  const chat = new Chat({ ...models, searchIndex, clock, ids, conversations, queries, progress: readSide, report });
  return { commands, queries, readSide, chat, codec };
}
