/**
 * Images are decoded in a process of its own, one after the other: a decoder that crashes, hangs or takes too much takes nothing of
 * the service with it, and neither its event loop nor its threads (files, names) wait for one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Images, RemadeImage } from '../../ports/images.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { ImageProcessMessage } from './image-process.ts';

export interface IsolatedImagesOptions {
  /** For one image; 16 megapixels take about half a second. Default 8 seconds. */
  readonly timeoutMs?: number;
  /** For the process to load its libraries. Default 15 seconds. */
  readonly startTimeoutMs?: number;
  /** Images that wait or are being decoded, at most. Default 16. */
  readonly maxWaiting?: number;
  /** After so long without an image the process is ended. Default 20 seconds. */
  readonly idleMs?: number;
  /** The program of the process. */
  readonly program?: string;
}

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const UNREADABLE: RemadeImage = { ok: false, reason: 'unsupported', type: 'unreadable image' };

export class IsolatedImages implements Images {
  readonly #options: Required<IsolatedImagesOptions>;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;

  constructor(options: IsolatedImagesOptions = {}) {
    const defaults = { timeoutMs: 8_000, startTimeoutMs: 15_000, maxWaiting: 16, idleMs: 20_000, program: PROGRAM };
    this.#options = { ...defaults, ...options };
  }

  async remake(bytes: Uint8Array): Promise<RemadeImage> {
    if (this.#waiting >= this.#options.maxWaiting) throw new StoreUnavailable('images', 'overloaded');
    this.#waiting += 1;
    clearTimeout(this.#idle);
    const turn = this.#lastTurn.then(() => this.#remakeNow(bytes));
    this.#lastTurn = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#end();
    await this.#lastTurn;
    clearTimeout(this.#idle);
  }

  async #remakeNow(bytes: Uint8Array): Promise<RemadeImage> {
    const child = this.#process ?? (await this.#start());
    const answer = this.#messageOf(child, this.#options.timeoutMs);
    // Whether it was sent shows in the answer.
    child.send(bytes, () => undefined);
    const message = await answer;
    if (message?.kind === 'remade') return message.image;
    this.#end();
    if (this.#closed) throw new StoreUnavailable('images', 'closed');
    // It was well until it got these bytes.
    return UNREADABLE;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#closed) throw new StoreUnavailable('images', 'closed');
    const child = fork(this.#options.program, {
      // Nothing of the service's own is in the hands of what decodes strangers' bytes.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#process = child;
    // Whoever waits for it learns of it by its silence; without a listener the error would be the service's own.
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

  /** Its next one; null when it ends or takes too long. */
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
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs);
    this.#idle.unref();
  }
}
