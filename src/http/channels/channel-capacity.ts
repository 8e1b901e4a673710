import type { Channel } from './channel.ts';

/**
 * Fair share of a node's streams. When the node is full, the client with the most streams loses its oldest, so that one client cannot lock
 * all others out.
 */
export class ChannelCapacity {
  readonly #maxChannels: number;
  readonly #byClient = new Map<string, Set<Channel>>();

  constructor(maxChannels: number) {
    this.#maxChannels = maxChannels;
  }

  /** @returns false when the node is full and no client holds more than this one would */
  makeRoomFor(client: string, openChannels: number): boolean {
    if (openChannels < this.#maxChannels) return true;
    const own = this.#byClient.get(client)?.size ?? 0;
    let heaviest: ReadonlySet<Channel> = new Set();
    for (const channels of this.#byClient.values()) if (channels.size > heaviest.size) heaviest = channels;
    const [oldest] = heaviest;
    if (oldest === undefined || heaviest.size <= own + 1) return false;
    // Removed here, because its stream ends a little later and must not be chosen again.
    this.remove(oldest);
    oldest.end();
    return true;
  }

  add(channel: Channel): void {
    const { client } = channel.reader;
    this.#byClient.set(client, (this.#byClient.get(client) ?? new Set()).add(channel));
  }

  remove(channel: Channel): void {
    const { client } = channel.reader;
    const channels = this.#byClient.get(client);
    channels?.delete(channel);
    if (channels?.size === 0) this.#byClient.delete(client);
  }
}
