/** A proxy between the service and MongoDB that understands its wire protocol: it answers slowly, or refuses commands in the server's place. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BSON } from 'mongodb';

const OP_MSG = 2013;
const HEADER = 16;
/** Header, flags, and the kind of the first section, whose document is the command. */
const BODY_AT = HEADER + 4 + 1;
/** How the driver finds servers, and whether they live. */
const MONITORING: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster', 'endSessions']);

/** An error of the server, as `{ code: 10107, codeName: 'NotWritablePrimary' }`. */
export interface Refusal {
  readonly code: number;
  readonly codeName: string;
}

export class MongoProxy {
  /** Before each command but those of monitoring. */
  delayMs = 0;
  /** Answers in place of the server; null for those that it gets. The collection is empty for a command without one. */
  refusalOf: (command: string, collection: string) => Refusal | null = () => null;
  readonly address: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, engine: URL) {
    this.#server = server;
    const url = new URL(engine);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    // A replica set tells its members' own addresses, past any proxy.
    url.searchParams.set('directConnection', 'true');
    this.address = url.href;
    server.on('connection', (near) => this.#join(near, connect(Number(engine.port), engine.hostname)));
  }

  static async before(engine: string): Promise<MongoProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MongoProxy(server, new URL(engine));
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket, far: Socket): void {
    let received = Buffer.alloc(0);
    /** Keeps the order of a connection. */
    let handled: Promise<void> = Promise.resolve();
    near.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= HEADER && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        handled = handled.then(() => this.#handle(message, near, far));
      }
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }

  async #handle(message: Buffer, near: Socket, far: Socket): Promise<void> {
    const command = commandIn(message);
    if (command === null || MONITORING.has(command.name)) return void far.write(message);
    const refusal = this.refusalOf(command.name, command.collection);
    if (this.delayMs > 0) await pause(this.delayMs);
    if (refusal === null) far.write(message);
    else near.write(answerTo(message, { ok: 0, errmsg: refusal.codeName, ...refusal }));
  }
}

/** The first field of the command's document names it; null for a message of another kind. */
function commandIn(message: Buffer): { readonly name: string; readonly collection: string } | null {
  if (message.readInt32LE(12) !== OP_MSG || message[BODY_AT - 1] !== 0) return null;
  const body = message.subarray(BODY_AT, BODY_AT + message.readInt32LE(BODY_AT));
  const [[name, value] = ['', null]] = Object.entries(BSON.deserialize(body));
  return { name, collection: typeof value === 'string' ? value : '' };
}

function answerTo(message: Buffer, document: object): Buffer {
  const body = BSON.serialize(document);
  const answer = Buffer.alloc(BODY_AT + body.length);
  answer.writeInt32LE(answer.length, 0);
  answer.writeInt32LE(message.readInt32LE(4), 8);
  answer.writeInt32LE(OP_MSG, 12);
  answer.set(body, BODY_AT);
  return answer;
}
