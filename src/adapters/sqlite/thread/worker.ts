/** Imports little, because four threads start with the service. */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, type Transferable, workerData } from 'node:worker_threads';
import { closeQuietly, openWriter, requireWhole } from './connection.ts';
import { batchFailure, toFailure } from './failure.ts';
import { FilePlace } from './file-place.ts';
import { type Call, createGroupCommit, type Outcome } from './group-commit.ts';
import { type Handlers, type HandlersFactory, isReadOnly, Transferred, WRITE_PROBE } from './handlers.ts';
import { LogTruncation } from './log-truncation.ts';
import type { Answers, CallBatch, FromWorker, ToWorker, WorkerSetup } from './protocol.ts';

/** Answers of earlier reads are sent at least this often while later ones run. */
const MAX_ANSWER_DELAY_MS = 5;

function emptyAnswers(batchesDone: number): Answers {
  return { kind: 'answers', ids: [], values: [], failedIds: [], failures: [], batchesDone };
}

interface SortedCalls {
  readonly writes: Call[];
  readonly reads: Call[];
  /** Failures of calls that have no handler. */
  readonly unserved: Answers;
}

class CallServer {
  readonly #port: MessagePort;
  readonly #db: DatabaseSync;
  readonly #handlers: Handlers;
  readonly #logTruncation: LogTruncation;
  readonly #place: FilePlace | null;
  readonly #commitTogether: (calls: readonly Call[]) => readonly Outcome[];

  /** @param place refuses writes while it is not kept */
  constructor(
    port: MessagePort,
    db: DatabaseSync,
    handlers: Handlers,
    { logTruncation, place }: { readonly logTruncation: LogTruncation; readonly place: FilePlace | null },
  ) {
    this.#port = port;
    this.#db = db;
    this.#handlers = handlers;
    this.#logTruncation = logTruncation;
    this.#place = place;
    this.#commitTogether = createGroupCommit(db);
  }

  /** Handles the message that woke the thread and all queued behind it. */
  receive(first: ToWorker): void {
    const batches: CallBatch[] = [];
    let closing = false;
    let message: ToWorker | undefined = first;
    while (message !== undefined) {
      if (message.kind === 'close') closing = true;
      else batches.push(message);
      message = receiveMessageOnPort(this.#port)?.message;
    }
    if (batches.length > 0) this.#serve(batches);
    if (closing) this.#close();
  }

  #serve(batches: readonly CallBatch[]): void {
    const sorted: SortedCalls = { writes: [], reads: [], unserved: emptyAnswers(0) };
    const now = Date.now();
    for (const batch of batches) this.#sort(batch, now, sorted);
    const { writes, reads, unserved } = sorted;
    if (unserved.failedIds.length > 0) this.#answer(unserved);
    if (reads.length === 0) {
      this.#write(writes, batches.length);
    } else {
      if (writes.length > 0) this.#write(writes, 0);
      this.#read(reads, batches.length);
    }
  }

  /** Leaves out calls that have expired. */
  #sort(batch: CallBatch, now: number, { writes, reads, unserved }: SortedCalls): void {
    for (const [index, id] of batch.ids.entries()) {
      const name = batch.names[index] ?? '';
      const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined;
      if (handler === undefined) {
        unserved.failedIds.push(id);
        unserved.failures.push(toFailure(new TypeError(`The thread's module has no handler '${name}'`)));
      } else if ((batch.expiries[index] ?? 0) > now) {
        const call = { id, handler, argument: batch.arguments[index] };
        (isReadOnly(handler) ? reads : writes).push(call);
      }
    }
  }

  #write(calls: readonly Call[], batchesDone: number): void {
    const answers = emptyAnswers(batchesDone);
    const transfer: Transferable[] = [];
    const outcomes = calls.length === 0 ? [] : (this.#refused(calls) ?? this.#commitTogether(calls));
    if (calls.length > 0) this.#logTruncation.afterWrite();
    for (const [index, outcome] of outcomes.entries()) note(answers, transfer, calls[index]?.id ?? -1, outcome);
    this.#answer(answers, transfer);
  }

  #refused(calls: readonly Call[]): readonly Outcome[] | null {
    if (this.#place === null || this.#place.isKept()) return null;
    const failure = batchFailure(new Error(`${this.#place.path} was deleted, moved or replaced while it is open`));
    return calls.map(() => ({ failure }));
  }

  #read(calls: readonly Call[], batchesDone: number): void {
    let answers = emptyAnswers(0);
    let transfer: Transferable[] = [];
    let answeredAt = performance.now();
    for (const call of calls) {
      note(answers, transfer, call.id, runRead(call));
      if (performance.now() - answeredAt < MAX_ANSWER_DELAY_MS) continue;
      this.#answer(answers, transfer);
      answers = emptyAnswers(0);
      transfer = [];
      answeredAt = performance.now();
    }
    this.#answer({ ...answers, batchesDone }, transfer);
  }

  #answer(answers: Answers, transfer: Transferable[] = []): void {
    try {
      this.#send(answers, transfer);
    } catch (error) {
      // A result that cannot be cloned must fail alone, without the other answers of its batch.
      answers.ids.forEach((id, index) => {
        const alone = { ...emptyAnswers(0), ids: [id], values: [answers.values[index]] };
        try {
          this.#send(alone, transfer);
        } catch {
          this.#send({ ...emptyAnswers(0), failedIds: [id], failures: [toFailure(error)] });
        }
      });
      this.#send({ ...answers, ids: [], values: [] });
    }
  }

  #send(message: FromWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  #close(): void {
    this.#logTruncation.stop();
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      this.#db.close();
      this.#send({ kind: 'closed' });
      this.#port.close();
    }
  }
}

function runRead(call: Call): Outcome {
  try {
    return { value: call.handler(call.argument) };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

function note(answers: Answers, transfer: Transferable[], id: number, outcome: Outcome): void {
  if ('failure' in outcome) {
    answers.failedIds.push(id);
    answers.failures.push(outcome.failure);
    return;
  }
  answers.ids.push(id);
  if (outcome.value instanceof Transferred) {
    answers.values.push(outcome.value.value);
    for (const moved of outcome.value.transfer) transfer.push(moved);
  } else {
    answers.values.push(outcome.value);
  }
}

/** Rewrites one page, the smallest possible write. */
function rewriteVersion(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  db.exec(`PRAGMA user_version = ${version}`);
}

async function openServer(port: MessagePort, setup: WorkerSetup): Promise<CallServer> {
  const module: { createHandlers?: HandlersFactory<unknown> } = await import(setup.module);
  if (module.createHandlers === undefined) throw new TypeError(`${setup.module} does not export createHandlers`);
  const db = openWriter(setup);
  try {
    const handlers = module.createHandlers(db, setup.moduleOptions);
    if (setup.allowExtension) db.enableLoadExtension(false);
    requireWhole(db, setup.path);
    const logTruncation = new LogTruncation(db, setup.truncateLogAfterMs);
    const place = setup.irreplaceable ? new FilePlace(setup.path) : null;
    const probed = { ...handlers, [WRITE_PROBE]: () => rewriteVersion(db) };
    return new CallServer(port, db, probed, { logTruncation, place });
  } catch (error) {
    // The end of the thread would close it too late: a caller that has opened the file again would be locked out.
    closeQuietly(db);
    throw error;
  }
}

async function start(port: MessagePort, setup: WorkerSetup): Promise<void> {
  try {
    const server = await openServer(port, setup);
    port.on('message', (message: ToWorker) => server.receive(message));
    port.postMessage({ kind: 'opened' } satisfies FromWorker);
  } catch (error) {
    port.postMessage({ kind: 'refused', failure: toFailure(error) } satisfies FromWorker);
    port.close();
  }
}

if (parentPort === null) throw new Error('This file is the body of a worker thread');
await start(parentPort, workerData as WorkerSetup);
