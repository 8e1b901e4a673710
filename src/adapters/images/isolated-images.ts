/**
 * Decodes one image at a time in a separate process, with a fair queue per account, so that a decoder that crashes, hangs or
 * exhausts memory does not affect the service.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BoundedFairQueue, QueueFull } from '../../lib/bounded-fair-queue.ts';
import type { Images, ReencodedImage } from '../../ports/content/images.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { ImageProcessMessage } from './image-process.ts';

export interface IsolatedImagesOptions {
  /** Per image; 16 megapixels take about half a second. Default 8 seconds. */
  readonly timeoutMs?: number;
  /** Default 15 seconds. */
  readonly startTimeoutMs?: number;
  /** Images waiting or in progress. Default 32, and 8 per account. */
  readonly maxWaiting?: number;
  readonly maxWaitingOfAccount?: number;
  /** An idle process ends after this time. Default 20 seconds. */
  readonly idleMs?: number;
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const DEFAULTS: Required<IsolatedImagesOptions> = {
  timeoutMs: 8_000,
  startTimeoutMs: 15_000,
  maxWaiting: 32,
  maxWaitingOfAccount: 8,
  idleMs: 20_000,
  program: PROGRAM,
};
const UNREADABLE: ReencodedImage = { ok: false, reason: 'unsupported', type: 'unreadable image' };

export class IsolatedImages implements Images {
  readonly #options: Required<IsolatedImagesOptions>;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  readonly #queue: BoundedFairQueue;
  #closed = false;

  constructor(options: IsolatedImagesOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    const { maxWaiting, maxWaitingOfAccount } = this.#options;
    this.#queue = new BoundedFairQueue({ size: maxWaiting, perKey: maxWaitingOfAccount });
  }

  async reencode(bytes: Uint8Array, account: string): Promise<ReencodedImage> {
    try {
      return await this.#queue.run(account, () => {
        clearTimeout(this.#idle);
        return this.#reencodeNow(bytes);
      });
    } catch (error) {
      throw error instanceof QueueFull ? new StoreUnavailable('images', 'overloaded') : error;
    } finally {
      if (this.#queue.size === 0) this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#end();
    await this.#queue.settled();
    clearTimeout(this.#idle);
  }

  async #reencodeNow(bytes: Uint8Array): Promise<ReencodedImage> {
    const child = this.#process ?? (await this.#start());
    const answer = this.#messageOf(child, this.#options.timeoutMs);
    // A failed send shows as a missing reply.
    child.send(bytes, () => undefined);
    const message = await answer;
    if (message?.kind === 'reencoded') return message.image;
    this.#end();
    if (this.#closed) throw new StoreUnavailable('images', 'closed');
    // The process was healthy before, so these bytes are at fault.
    return UNREADABLE;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#closed) throw new StoreUnavailable('images', 'closed');
    const child = fork(this.#options.program, {
      // The process that decodes untrusted bytes gets no environment.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#process = child;
    // Waiters see the missing reply; an unhandled error event would crash the service.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.#process === child) this.#process = null;
    });
    const message = await this.#messageOf(child, this.#options.startTimeoutMs);
    if (message?.kind === 'ready') return child;
    this.#end();
    const reason = message?.kind === 'unable' ? message.reason : 'the process that decodes does not start';
    throw new StoreUnavailable('images', this.#closed ? 'closed' : reason);
  }

  /** Returns null when the process ends or the timeout passes. */
  #messageOf(child: ChildProcess, timeoutMs: number): Promise<ImageProcessMessage | null> {
    const { promise, resolve } = Promise.withResolvers<ImageProcessMessage | null>();
    const answered = (message: unknown) => resolve(message as ImageProcessMessage);
    const gone = () => resolve(null);
    const timer = setTimeout(gone, timeoutMs);
    child.once('message', answered).once('exit', gone).once('error', gone);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', answered).off('exit', gone).off('error', gone);
    });
  }

  #end(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  #endWhenIdle(): void {
    if (this.#closed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs);
    this.#idle.unref();
  }
}
