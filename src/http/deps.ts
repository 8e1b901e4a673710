import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import type { LazyChat } from '../answering/lazy-chat.ts';
import type { Explanation } from '../audit/explain/explain-answer.ts';
import type { LeadExport } from '../audit/subject/lead-export.ts';
import type { AccountCommands } from '../commands/accounts.ts';
import type { ChatbotCommands } from '../commands/chatbots.ts';
import type { ConversationCommands } from '../commands/conversations.ts';
import type { DataSourceCommands } from '../commands/data-sources.ts';
import type { MessageQuotaCommands } from '../commands/message-quota.ts';
import type { SessionCommands } from '../commands/sessions.ts';
import type { TakeoverCommands } from '../commands/takeovers.ts';
import type { WidgetKeyCommands } from '../commands/widget-keys.ts';
import type { EventCodec } from '../event-log/codec.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { BrowserFiles } from '../ports/browser-files.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Images } from '../ports/content/images.ts';
import type { Counters } from '../ports/counters.ts';
import type { ReadableLog } from '../ports/event-log.ts';
import type { Idempotency } from '../ports/idempotency.ts';
import type { Keys } from '../ports/keys.ts';
import type { PasswordResetMails } from '../ports/mailer.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { ReadProgress } from '../ports/read-progress.ts';
import type { ConfiguredRates } from '../ports/shared-settings/rates.ts';
import type { TrustProxy } from '../ports/shared-settings/trust-proxy.ts';
import type { LiveFeed } from '../projections/live-feed.ts';
import type { Queries } from '../projections/queries.ts';

export interface HttpSettings {
  readonly publicUrl: string;
  /** Origins besides our own whose pages may use a session. */
  readonly webOrigins: readonly string[];
  readonly trustProxy: TrustProxy;
  readonly rates: ConfiguredRates;
  readonly registration: 'open' | 'closed';
  /** `null` without a mail server. */
  readonly mail: object | null;
  /** Language model; null where none is set. */
  readonly openai: { readonly chatModels: ReadonlyMap<string, string> } | null;
}

export interface Health {
  /** True once the read models have reached the end of the log at start. Called on every request. */
  caughtUp(): boolean;
  /** True once graceful shutdown has begun: new requests are refused. */
  isShuttingDown(): boolean;
  /** `checks`: each dependency and projection by name, as JSON. */
  ready(): Promise<{ readonly ready: boolean; readonly checks: Readonly<Record<string, unknown>> }>;
}

export interface Commands {
  readonly accounts: AccountCommands;
  readonly sessions: SessionCommands;
  readonly chatbots: ChatbotCommands;
  readonly dataSources: DataSourceCommands;
  readonly widgetKeys: WidgetKeyCommands;
  readonly conversations: ConversationCommands;
  readonly takeovers: TakeoverCommands;
  readonly messageQuota: MessageQuotaCommands;
}

export interface HttpDeps {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly chat: LazyChat;
  readonly progress: ReadProgress;
  /** New events of the log, once the read models hold them. */
  readonly feed: LiveFeed;
  readonly log: ReadableLog;
  readonly codec: Pick<EventCodec, 'decode'>;
  /** Returns null when the chatbot has no such answer. */
  readonly explainAnswer: (chatbotId: string, messageId: string) => Promise<Explanation | null>;
  /** Returns null when the conversation has no lead. */
  readonly exportLead: (chatbotId: string, conversationId: string) => Promise<LeadExport | null>;
  readonly rateLimits: RateLimits;
  /** Counts rates of this node alone. Default `rateLimits`. */
  readonly nodeRateLimits?: RateLimits;
  readonly counters: Counters;
  readonly idempotency: Idempotency;
  readonly keys: Pick<Keys, 'find'>;
  readonly blobs: Blobs;
  readonly images: Pick<Images, 'reencode'>;
  /** `null` without a mail server. */
  readonly passwordResetMails: PasswordResetMails | null;
  readonly widgetFiles: BrowserFiles;
  readonly consoleFiles: BrowserFiles;
  readonly clock: Clock;
  readonly ids: Ids;
  /** 32 bytes each, derived from the master key: `deriveKey(masterKey, 'access-tokens')`, `'refresh-tokens'`, `'password-resets'`, `'idempotency'`. */
  readonly secrets: {
    readonly accessTokens: Uint8Array;
    readonly refreshTokens: Uint8Array;
    readonly passwordResets: Uint8Array;
    readonly idempotency: Uint8Array;
  };
  readonly health: Health;
  /** Metrics of other components, served by `/metrics` too. */
  readonly registry?: Registry;
  readonly settings: HttpSettings;
  readonly logger: FastifyBaseLogger;
  /** Aborted to end open answer streams with an error event. */
  readonly cutOff?: AbortSignal;
  /** `operation` serves only health, metrics and documentation. Default `everything`. */
  readonly serves?: 'everything' | 'operation';
  /** Connections at once. Default without bound. */
  readonly maxConnections?: number;
  /** Registered last, at the root, such as a demo page or hooks of a test. */
  readonly extensions?: readonly FastifyPluginAsync[];
}

/** Dependencies of routes that execute commands and answer once the read models hold their events. */
export type CommandRouteDeps = Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'clock' | 'ids'>;
