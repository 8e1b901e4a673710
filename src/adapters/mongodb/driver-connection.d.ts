/** Internals of the driver's connection that SteadyConnection overrides; the package has no types for them. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export class Connection extends EventEmitter {
    constructor(stream: Duplex, options: object);
    protected readonly socket: Duplex;
    /** `null` while the connection is open. */
    readonly error: Error | null;
    /** Called when the connection ends, and again when its socket has closed. */
    cleanup(error: Error): void;
    writeCommand(command: unknown, options: unknown): Promise<void>;
    command(namespace: { readonly db: string }, command: object, options: object): Promise<unknown>;
  }
}
