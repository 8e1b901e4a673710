/**
 * The driver's connection (7.8, and 7.9), made steady: what is written to a socket that has ended but not closed yet fills its buffer,
 * and the driver then waits for room that never comes. The call never settles and keeps its place in the pool; when it is the one that
 * watches over the server, the server is never found again. So whoever waits for room is woken when the connection ends, and finds why.
 */
import { Connection } from 'mongodb/lib/cmap/connection.js';

export class SteadyConnection extends Connection {
  override cleanup(error: Error): void {
    super.cleanup(error);
    this.socket.emit('drain');
  }

  /** @throws the driver's own error: what a socket says of itself tells the driver neither that the network failed nor to try again. */
  override async writeCommand(command: unknown, options: unknown): Promise<void> {
    try {
      await super.writeCommand(command, options);
    } catch (error) {
      throw this.error ?? error;
    }
  }
}
