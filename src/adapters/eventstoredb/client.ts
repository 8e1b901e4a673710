/** The one place that knows the client library, and what has to be done about it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type SingleNodeOptions } from '@eventstore/db-client';
import type { ConnectionSettings } from './connection-url.ts';

export {
  BACKWARDS,
  END,
  eventTypeFilter,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  PARK,
  type PersistentSubscriptionToAll,
  type PersistentSubscriptionToAllResolvedEvent,
  persistentSubscriptionToAllSettingsFromDefaults,
  RETRY,
  type RecordedEvent,
  ROUND_ROBIN,
  START,
  type StreamingRead,
  streamNameFilter,
  UNBOUNDED,
  WrongExpectedVersionError,
} from '@eventstore/db-client';

/** Milliseconds. */
const longestClosing = 1000;
const batchAppend = '/event_store.client.streams.Streams/BatchAppend';

type ClientArguments = ConstructorParameters<typeof EventStoreDBClient>;

/**
 * The client, made steady in three places:
 * - Appends go one call each. The client would send them all over one stream, rejects every pending one of the process when that
 *   breaks, and brings the process down with an answer that it no longer waits for.
 * - The server is not asked what it can do: that question has no deadline, and the client keeps a failed answer for ever. Every
 *   server since 21.10 has what is used here.
 * - A broken channel is replaced in a turn of its own, and no failure of that goes uncaught: a call that was about to use the
 *   channel would find it closed, which the client neither answers nor catches.
 */
export class EventStoreClient extends EventStoreDBClient {
  #usedChannel = false;

  constructor(...[connection, certificates, credentials]: ClientArguments) {
    super(connection, certificates, credentials);
    const replaceChannel = this.handleError;
    const openChannel = this.getChannel;
    this.supports = async (method) => method.path !== batchAppend;
    this.handleError = async (client, error) => {
      setImmediate(() => replaceChannel(client, error).catch(() => undefined));
    };
    this.getChannel = () => {
      this.#usedChannel = true;
      return openChannel();
    };
  }

  /** Ends all calls and the connection; one that is still being looked for, as soon as it is found. */
  async close(): Promise<void> {
    const disposed = this.dispose();
    const closed = this.#usedChannel ? this.getChannel().then((channel) => channel.close()) : Promise.resolve();
    await Promise.race([Promise.allSettled([disposed, closed]), pause(longestClosing, null, { ref: false })]);
  }
}

/** Connects when first used. @throws Error when a certificate's file cannot be read. */
export function connectClient(settings: ConnectionSettings, deadlineMs: number): EventStoreClient {
  const shared = {
    ...settings.client,
    defaultDeadline: deadlineMs,
    connectionName: `${settings.connectionName ?? `chatledger-${hostname()}`}-${randomUUID()}`,
  };
  const endpoints = settings.endpoints.map(({ address, port }) => ({ address, port }));
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new TypeError('A connection needs a host');
  const where = settings.discover
    ? { ...shared, discover: endpoint }
    : endpoints.length > 1
      ? { ...shared, endpoints }
      : { ...shared, endpoint };
  return new EventStoreClient(
    // The constructor takes each of the three shapes, but not one that may be any of them.
    where as SingleNodeOptions,
    settings.tls ? certificates(settings) : { insecure: true },
    settings.credentials ?? undefined,
  );
}

function certificates({ caFile, userCertificate, verifyCertificate }: ConnectionSettings) {
  return {
    insecure: false,
    ...(caFile === null ? {} : { rootCertificate: readFileSync(caFile) }),
    ...(userCertificate === null
      ? {}
      : { userCertFile: readFileSync(userCertificate.certFile), userKeyFile: readFileSync(userCertificate.keyFile) }),
    ...(verifyCertificate ? {} : { verifyOptions: { rejectUnauthorized: false } }),
  };
}
