/** Memory that clients share. When it is used up, the client with the most bytes loses what it has held longest. */

export interface Holding {
  /** @returns the number of holdings that were ended for these bytes, which may be this one */
  add(bytes: number): number;
  /** Gives the bytes back. What is added later counts no more. */
  release(): void;
}

interface Held {
  bytes: number;
  readonly end: () => void;
}

interface Client {
  bytes: number;
  /** Oldest first. */
  readonly holdings: Set<Held>;
}

export class MemoryShare {
  readonly #max: number;
  readonly #clients = new Map<string, Client>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#max = maxBytes;
  }

  /** @param end frees the memory and disconnects the client */
  hold(name: string, end: () => void): Holding {
    const client = this.#clients.get(name) ?? { bytes: 0, holdings: new Set() };
    this.#clients.set(name, client);
    const held: Held = { bytes: 0, end };
    client.holdings.add(held);
    return {
      add: (bytes) => this.#add(client, held, bytes),
      release: () => this.#remove(name, client, held),
    };
  }

  #add(client: Client, held: Held, bytes: number): number {
    if (!client.holdings.has(held)) return 0;
    held.bytes += bytes;
    client.bytes += bytes;
    this.#bytes += bytes;
    let ended = 0;
    for (; this.#bytes > this.#max; ended += 1) this.#endOldestOfGreatest();
    return ended;
  }

  #endOldestOfGreatest(): void {
    const [first, ...others] = this.#clients;
    if (first === undefined) return;
    const [name, client] = others.reduce((most, entry) => (entry[1].bytes > most[1].bytes ? entry : most), first);
    const [oldest] = client.holdings;
    if (oldest === undefined) return;
    this.#remove(name, client, oldest);
    oldest.end();
  }

  #remove(name: string, client: Client, held: Held): void {
    if (!client.holdings.delete(held)) return;
    client.bytes -= held.bytes;
    this.#bytes -= held.bytes;
    if (client.holdings.size === 0 && this.#clients.get(name) === client) this.#clients.delete(name);
  }
}
