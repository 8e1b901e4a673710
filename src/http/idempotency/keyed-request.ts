/** A request that came with an `Idempotency-Key`, while it is being answered. */
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { HOLD_MS, type Hold, type Idempotency, type KeptAnswer } from '../../ports/idempotency.ts';
import type { KeySubject } from '../../ports/keys.ts';
import { ApiError } from '../errors/api-error.ts';
import type { HttpAnswer, KeptAnswers, NamedRequest } from './kept-answers.ts';

/** Well before another attempt may take over. */
const RENEW_EVERY_MS = HOLD_MS / 3;
/** Longer than any request may take: one that never ends does not keep its repeats out for ever. */
const MAX_RENEWALS = 300;

export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Thrown where a request turns out to be a repeat: its answer is the one that was given then. */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';
  readonly answer: HttpAnswer;

  constructor(answer: HttpAnswer) {
    super('The request has been answered before');
    this.answer = answer;
  }

  sendTo(reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.answer;
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    return reply.code(status).header(REPLAYED_HEADER, 'true').send(body);
  }
}

/** The key stands for a request with another body. */
export const anotherBody = (): ApiError => new ApiError('IDEMPOTENCY_KEY_REUSED');

export interface KeyedRequestDeps {
  readonly idempotency: Idempotency;
  readonly answers: KeptAnswers;
  readonly clock: Clock;
  /** 32 bytes, from the master key. */
  readonly secret: Uint8Array;
  readonly log: FastifyBaseLogger;
}

export interface Held extends NamedRequest, Hold {
  readonly commandId: string;
  readonly isRepeated: boolean;
  /** Whom the answer is about unless the route says otherwise. */
  readonly subject: KeySubject | null;
  /** A form's is known only once it has arrived. */
  readonly isBodyKnown: boolean;
}

/** What a request's body is called, whether it came at once or as a form. Lower-case hex. */
export const bodyNameOf = (secret: Uint8Array, { id }: NamedRequest, content: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['body', id, content]))
    .digest('hex');

/** Opens what was answered. @throws AnsweredBefore; ApiError 404 when what it was about has been deleted */
export async function replay(answers: KeptAnswers, request: NamedRequest, kept: KeptAnswer): Promise<never> {
  const answer = await answers.open(request, kept);
  if (answer === null) throw new ApiError('CHATBOT_NOT_FOUND');
  throw new AnsweredBefore(answer);
}

/** What a route may ask of its keyed request. */
export interface KeyedRequest {
  /** The same for every attempt. */
  readonly commandId: string;
  /** Whether an earlier attempt broke off, and may have done all but answer. */
  readonly isRepeated: boolean;
  /** Tells whom the answer is about, where the route's address does not: with them it becomes unreadable. */
  concerns(subject: KeySubject): void;
  /** 32 bytes that every attempt is given again, and that nobody can make without the caller's key. */
  secretBytes(purpose: string): Uint8Array;
  /**
   * To be called when a form has arrived, before anything is done with it. @param content what tells it from another
   * @throws AnsweredBefore, ApiError 422
   */
  formArrived(content: string): Promise<void>;
  /** Ends the attempt: repeats are given the answer. What cannot be kept is given up. Never throws. */
  keep(answer: HttpAnswer): Promise<void>;
  /** Ends the attempt unless it has ended: a repeat tries again, as the same command. Never throws. */
  giveUp(): Promise<void>;
}

/** One that is this attempt's to answer. */
export class HeldRequest implements KeyedRequest {
  readonly #deps: KeyedRequestDeps;
  readonly #held: Held;
  readonly #timer: NodeJS.Timeout;
  #subject: KeySubject | null;
  #isBodyKnown: boolean;
  #hasEnded = false;
  #renewals = 0;

  constructor(held: Held, deps: KeyedRequestDeps) {
    this.#held = held;
    this.#deps = deps;
    this.#subject = held.subject;
    this.#isBodyKnown = held.isBodyKnown;
    this.#timer = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    this.#timer.unref();
  }

  get commandId(): string {
    return this.#held.commandId;
  }

  get isRepeated(): boolean {
    return this.#held.isRepeated;
  }

  concerns(subject: KeySubject): void {
    this.#subject = subject;
  }

  secretBytes(purpose: string): Uint8Array {
    const { id, key, commandId } = this.#held;
    return createHmac('sha256', this.#deps.secret)
      .update(JSON.stringify(['secret', purpose, id, key, commandId]))
      .digest();
  }

  async formArrived(content: string): Promise<void> {
    const named = await this.#deps.idempotency.nameBody(this.#held, bodyNameOf(this.#deps.secret, this.#held, content));
    if (named === 'other body') throw anotherBody();
    // Another attempt has taken over: it was away for too long.
    if (named === 'lost') throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: 1 });
    this.#isBodyKnown = true;
  }

  async keep(answer: HttpAnswer): Promise<void> {
    if (!this.#isBodyKnown) return this.giveUp();
    await this.#end(async () => {
      const kept = await this.#deps.answers.seal(this.#held, this.#subject, answer);
      if (kept === null) await this.#deps.idempotency.release(this.#held);
      else await this.#deps.idempotency.answer(this.#held, kept);
    });
  }

  async giveUp(): Promise<void> {
    await this.#end(() => this.#deps.idempotency.release(this.#held));
  }

  /** What was done is done: with the store away the answer is still given, and a repeat made the same again later. */
  async #end(how: () => Promise<unknown>): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#timer);
    try {
      await how();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'An answer could not be kept for repeats');
    }
  }

  async #renew(): Promise<void> {
    this.#renewals += 1;
    if (this.#renewals >= MAX_RENEWALS) clearInterval(this.#timer);
    try {
      const isHeld = await this.#deps.idempotency.renew(this.#held, this.#deps.clock.now());
      if (!isHeld) clearInterval(this.#timer);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'A request could not be held on to');
    }
  }
}

/** A form whose key has been answered: when it is the same form, it is given that answer, and otherwise refused. */
export class AnsweredForm implements KeyedRequest {
  readonly commandId: string;
  readonly isRepeated = true;
  readonly #request: NamedRequest;
  readonly #kept: { readonly body: string; readonly answer: KeptAnswer };
  readonly #deps: Pick<KeyedRequestDeps, 'answers' | 'secret'>;

  /** @param commandId of no command: nothing is done for a repeat */
  constructor(
    request: NamedRequest,
    commandId: string,
    kept: { readonly body: string; readonly answer: KeptAnswer },
    deps: Pick<KeyedRequestDeps, 'answers' | 'secret'>,
  ) {
    this.#request = request;
    this.commandId = commandId;
    this.#kept = kept;
    this.#deps = deps;
  }

  concerns(): void {}

  secretBytes(): Uint8Array {
    throw new Error('A form has not been read');
  }

  async formArrived(content: string): Promise<void> {
    const { secret, answers } = this.#deps;
    if (bodyNameOf(secret, this.#request, content) !== this.#kept.body) throw anotherBody();
    await replay(answers, this.#request, this.#kept.answer);
  }

  async keep(): Promise<void> {}
  async giveUp(): Promise<void> {}
}
