/**
 * Workaround for the driver (7.8 and 7.9): a write to a socket that has ended but not closed waits for `drain` for ever. The
 * call never settles and holds its pool slot; a monitoring call never rediscovers its server. Emitting `drain` when the
 * connection ends makes the write fail with the reason.
 */
import { Connection } from 'mongodb/lib/cmap/connection.js';

export class SteadyConnection extends Connection {
  override cleanup(error: Error): void {
    super.cleanup(error);
    this.socket.emit('drain');
  }

  /** @throws the driver's network error, which it can retry, rather than the socket's own error */
  override async writeCommand(command: unknown, options: unknown): Promise<void> {
    try {
      await super.writeCommand(command, options);
    } catch (error) {
      throw this.error ?? error;
    }
  }
}
