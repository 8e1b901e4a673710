/** What of the driver's own connection is made steady: the package has no types for it. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export class Connection extends EventEmitter {
    constructor(stream: Duplex, options: object);
    protected readonly socket: Duplex;
    /** Why it has ended; null as long as it has not. */
    readonly error: Error | null;
    /** Called with the reason when the connection ends, and once more when its socket has closed. */
    cleanup(error: Error): void;
    writeCommand(command: unknown, options: unknown): Promise<void>;
    command(namespace: { readonly db: string }, command: object, options: object): Promise<unknown>;
  }
}
