/** Facade of the client library, with its defects worked around. Nothing else imports the library. */
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type SingleNodeOptions } from '@eventstore/db-client';
import { certificatesOf } from './certificates.ts';
import { type ConnectionSettings, EventStoreUrlInvalid } from './connection-url.ts';
import { allowTlsToAddresses } from './tls-to-address.ts';

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
  type PersistentSubscriptionToAllSettings,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  RETRY,
  type RecordedEvent,
  ROUND_ROBIN,
  START,
  type StreamingRead,
  streamNameFilter,
  UNBOUNDED,
  WrongExpectedVersionError,
} from '@eventstore/db-client';

/** Ends the connection names of processes that join (`Presence`) before they take work. Those of earlier releases do not. */
export const JOINS_FIRST = '-joined';
const MAX_CLOSE_MS = 1000;
const BATCH_APPEND = '/event_store.client.streams.Streams/BatchAppend';

type ClientArguments = ConstructorParameters<typeof EventStoreDBClient>;

/**
 * The client with four workarounds:
 * - Each append is its own call. Batch append shares one stream: when it breaks, every pending append is rejected, and a late
 *   response crashes the process.
 * - Server features are not queried. That call has no deadline, and the client caches a failure for ever. Every server since 21.10
 *   has the features used here.
 * - A broken channel is replaced in a later turn, with failures caught. Otherwise a call about to use it finds it closed, which the
 *   client does not handle.
 * - IPv6 addresses from gossip are put in brackets. Otherwise grpc-js reads the port as part of the address.
 */
export class EventStoreClient extends EventStoreDBClient {
  /** See `serverName`. */
  readonly prefix: string;
  #usedChannel = false;

  constructor(prefix: string, ...[connection, certificates, credentials]: ClientArguments) {
    super(connection, certificates, credentials);
    this.prefix = prefix;
    const replaceChannel = this.handleError;
    const openChannel = this.getChannel;
    const resolveUri = this.resolveUri;
    this.resolveUri = async () => bracketed(await resolveUri());
    this.supports = async (method) => method.path !== BATCH_APPEND;
    this.handleError = async (client, error) => {
      setImmediate(() => replaceChannel(client, error).catch(() => undefined));
    };
    this.getChannel = () => {
      this.#usedChannel = true;
      return openChannel();
    };
  }

  /**
   * Sends all appends over one stream, so that the server writes them in that order. When the stream breaks, every pending
   * append is rejected.
   */
  sendAppendsInOrder(): void {
    this.supports = async () => true;
  }

  /** Cancels all calls and closes the connection, or the one being discovered once it is found. */
  async close(): Promise<void> {
    const disposed = this.dispose();
    const closed = this.#usedChannel ? this.getChannel().then((channel) => channel.close()) : Promise.resolve();
    await Promise.race([Promise.allSettled([disposed, closed]), pause(MAX_CLOSE_MS, null, { ref: false })]);
  }
}

/** Connects on first use. @throws EventStoreUrlInvalid when a certificate's file cannot be read */
export function connectClient(settings: ConnectionSettings, deadlineMs: number): EventStoreClient {
  const shared = {
    ...settings.client,
    defaultDeadline: deadlineMs,
    connectionName: `${settings.connectionName ?? `chatledger-${hostname()}`}-${randomUUID()}${JOINS_FIRST}`,
  };
  const endpoints = settings.endpoints.map(({ address, port }) => ({ address, port }));
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new EventStoreUrlInvalid('A connection needs a host');
  if (settings.tls) allowTlsToAddresses();
  const several = endpoints.length > 1 ? { endpoints } : { endpoint };
  const connection = { ...shared, ...(settings.discover ? { discover: endpoint } : several) };
  return new EventStoreClient(
    settings.prefix,
    // The constructor has an overload for each shape, but none for their union.
    connection as SingleNodeOptions,
    settings.tls ? certificatesOf(settings) : { insecure: true },
    settings.credentials ?? undefined,
  );
}

/** @param uri `host:port`; the host may be an IPv6 address without brackets */
function bracketed(uri: string): string {
  const colon = uri.lastIndexOf(':');
  const host = uri.slice(0, colon);
  return isIPv6(host) ? `[${host}]${uri.slice(colon)}` : uri;
}
