import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccountCommands } from '../commands/accounts.ts';
import type { AllowanceCommands } from '../commands/allowances.ts';
import type { ChatbotCommands } from '../commands/chatbots.ts';
import type { ConversationCommands } from '../commands/conversations.ts';
import type { DataSourceCommands } from '../commands/data-sources.ts';
import type { SessionCommands } from '../commands/sessions.ts';
import type { WidgetKeyCommands } from '../commands/widget-keys.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Counters } from '../ports/counters.ts';
import type { Idempotency } from '../ports/idempotency.ts';
import type { Images } from '../ports/images.ts';
import type { Keys } from '../ports/keys.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { ReadProgress } from '../ports/read-progress.ts';
import type { Queries } from '../queries/queries.ts';
import type { Chat } from '../workers/answering/chat.ts';

/** So many in so many seconds. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

export interface HttpSettings {
  /** Origin under which the service is reached from outside. */
  readonly publicUrl: string;
  /** Origins besides our own whose pages may use a session. */
  readonly webOrigins: readonly string[];
  /** Whether `X-Forwarded-For` and its kin come from a proxy of ours. */
  readonly trustProxy: boolean;
  readonly rates: {
    /** register, login and refresh together, by client address */
    readonly auth: Rate;
    /** add, upload, refresh and recrawl together, by account */
    readonly ingestion: Rate;
    /** visitors' messages, by session */
    readonly message: Rate;
    /** visitors' messages, by key and client address */
    readonly key: Rate;
    /** the owner's test chat, by account */
    readonly chat: Rate;
  };
}

/** How the service is, beyond the process itself. */
export interface Health {
  /** Whether the read models have caught up with the log as it stood at the start: asked for with every request. */
  caughtUp(): boolean;
  /** Whether it is going to stop: nothing new is begun from then on. */
  leaving(): boolean;
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
  readonly allowances: AllowanceCommands;
}

export interface HttpDeps {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly chat: Pick<Chat, 'askAsVisitor' | 'askAsOwner'>;
  readonly progress: ReadProgress;
  readonly rateLimits: RateLimits;
  readonly counters: Counters;
  readonly idempotency: Idempotency;
  readonly keys: Pick<Keys, 'find'>;
  readonly blobs: Blobs;
  readonly images: Pick<Images, 'remake'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** 32 bytes each, derived from the master key: `deriveKey(masterKey, 'access-tokens')`, `'refresh-tokens'`, `'idempotency'`. */
  readonly secrets: {
    readonly accessTokens: Uint8Array;
    readonly refreshTokens: Uint8Array;
    readonly idempotency: Uint8Array;
  };
  readonly health: Health;
  /** With what others measure, for `/metrics` to tell besides its own. */
  readonly registry?: Registry;
  readonly settings: HttpSettings;
  readonly logger: FastifyBaseLogger;
  /** Aborted when answers still being streamed are to end now, with an error event. */
  readonly cutOff?: AbortSignal;
  /** `operation`: only health, metrics and documentation, for a process that has no part in the API. Default `everything`. */
  readonly serves?: 'everything' | 'operation';
  /** Registered after everything else, at the root: a demo page, a test's own hooks. */
  readonly extensions?: readonly FastifyPluginAsync[];
}
