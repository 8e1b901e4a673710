/**
 * Membership of the processes that take work: each holds a persistent subscription to a stream without events. The server
 * removes a confirmed subscription as soon as its process is gone, so the remaining ones name the running processes.
 */
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { BackOff } from '../back-off.ts';
import type { Calls } from '../calls.ts';
import { type EventStoreClient, persistentSubscriptionToStreamSettingsFromDefaults, UNBOUNDED } from '../client.ts';
import { STORE_NAME, typeOf } from '../failures.ts';
import { serverName } from '../shared-server.ts';

const GROUP = 'nodes';

export class Presence {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #stream: string;
  readonly #closing = new AbortController();
  #joined = Promise.withResolvers<void>();
  #hasJoined = false;
  #isJoining = false;

  constructor(client: EventStoreClient, calls: Calls) {
    this.#client = client;
    this.#calls = calls;
    this.#stream = serverName(client.prefix, GROUP);
  }

  /** Settles once the server knows of this process. Await it before each subscription to a work group. */
  joined(): Promise<void> {
    if (!this.#isJoining) void this.#keepJoined();
    return this.#joined.promise;
  }

  async names(): Promise<ReadonlySet<string>> {
    const { connections } = await this.#calls.run((deadline) =>
      this.#client.getPersistentSubscriptionToStreamInfo(this.#stream, GROUP, { deadline }),
    );
    return new Set(connections.map(({ connectionName }) => connectionName));
  }

  /** Not awaited: a server that is away is asked until the deadline. */
  close(): void {
    this.#closing.abort();
  }

  async #keepJoined(): Promise<void> {
    this.#isJoining = true;
    const backOff = new BackOff();
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#create();
        await this.#subscribeUntilEnd(() => {
          backOff.reset();
          this.#hasJoined = true;
          this.#joined.resolve();
        });
      } catch {
        // Calls to the server report its errors to their own callers.
      }
      // Whoever waits already waits for the next time that it joins.
      if (this.#hasJoined) this.#joined = Promise.withResolvers();
      this.#hasJoined = false;
      if (!signal.aborted) await backOff.pause(signal);
    }
  }

  #create(): Promise<void> {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults({ maxSubscriberCount: UNBOUNDED });
    return this.#calls.run(async (deadline) => {
      try {
        await this.#client.createPersistentSubscriptionToStream(this.#stream, GROUP, settings, { deadline });
      } catch (error) {
        if (typeOf(error) !== 'persistent-subscription-exists') throw error;
      }
    });
  }

  async #subscribeUntilEnd(onConfirmed: () => void): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const subscription = this.#client.subscribeToPersistentSubscriptionToStream(this.#stream, GROUP);
    const ended = Promise.withResolvers<void>();
    const late = setTimeout(
      () => ended.reject(new StoreUnavailable(STORE_NAME, 'not confirmed as a process that takes work in time')),
      this.#calls.deadlineMs,
    );
    const end = () => ended.resolve();
    signal.addEventListener('abort', end);
    subscription.on('confirmation', () => {
      clearTimeout(late);
      onConfirmed();
    });
    // Without a reader, the end of the stream would not be noticed.
    subscription.resume();
    subscription.on('end', end);
    subscription.on('error', (error) => ended.reject(error));
    try {
      await ended.promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    }
  }
}
