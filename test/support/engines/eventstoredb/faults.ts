import { type EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata, type ServerErrorResponse, status } from '@grpc/grpc-js';

export type Failure = Pick<ServerErrorResponse, 'code' | 'details' | 'metadata'>;
export type Method = 'append' | 'read' | 'subscribe' | 'create' | 'work' | 'info' | 'replay' | 'update';

function exception(name: string, more: Readonly<Record<string, string>> = {}): Metadata {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries({ exception: name, ...more })) metadata.set(key, value);
  return metadata;
}

/** Messages in the server's words. */
export const failures = {
  notReady: { code: status.UNAVAILABLE, details: 'Server Is Not Ready', metadata: new Metadata() },
  timeout: { code: status.ABORTED, details: 'Operation timed out: Prepare phase timeout.', metadata: new Metadata() },
  noLeader: { code: status.UNKNOWN, details: 'No leader info available in response', metadata: new Metadata() },
  accessDenied: {
    code: status.PERMISSION_DENIED,
    details: 'Access Denied',
    metadata: exception('access-denied'),
  },
  notLeader: (host: string, port: number): Failure => ({
    code: status.NOT_FOUND,
    details: 'Leader info available',
    metadata: exception('not-leader', { 'leader-endpoint-host': host, 'leader-endpoint-port': String(port) }),
  }),
  groupExists: {
    code: status.ALREADY_EXISTS,
    details: 'exists',
    metadata: exception('persistent-subscription-exists'),
  },
  groupMissing: {
    code: status.NOT_FOUND,
    details: 'does not exist',
    metadata: exception('persistent-subscription-does-not-exist'),
  },
  groupDropped: {
    code: status.CANCELLED,
    details: 'dropped',
    metadata: exception('persistent-subscription-dropped'),
  },
  tooLarge: {
    code: status.INVALID_ARGUMENT,
    details: 'Maximum Append Size of 1048576 Exceeded.',
    metadata: exception('maximum-append-size-exceeded', { 'maximum-append-size': '1048576' }),
  },
  broken: { code: status.UNAVAILABLE, details: 'Connection dropped', metadata: new Metadata() },
} satisfies Record<string, unknown>;

/** Planted faults, until each is switched off or used up. */
export class Faults {
  /** Milliseconds by which every answer is late. */
  slowMs = 0;
  /** Milliseconds before each event of a subscription. */
  feedGapMs = 0;
  /** Milliseconds before each persistent subscription is confirmed. */
  confirmationMs = 0;
  /** Persistent subscriptions that were late to be confirmed so far, or are not confirmed yet. */
  lateConfirmations = 0;
  /** Subscriptions give each event twice. */
  repeating = false;
  /** The next so many appends are written, and their answers lost. */
  lostAppends = 0;
  /** The next so many appends that the server has already are called conflicts. */
  forgottenAppends = 0;
  /** The next so many appends are answered without their position. */
  positionless = 0;
  /** Events that went out to subscriptions so far. */
  eventsFed = 0;
  /** Calls that got no answer so far. */
  unansweredCalls = 0;
  /** The header of the last append, when it had one. */
  lastAuthorization = '';
  /** Address of the leader, when this node is none. */
  leader: { readonly host: string; readonly port: number } | null = null;
  readonly #failing = new Map<Method, { readonly failure: Failure; times: number }>();
  readonly #silent = new Set<Method>();

  failNext(method: Method, failure: Failure, times = 1): void {
    this.#failing.set(method, { failure, times });
  }

  /** No answer at all. */
  silence(method: Method): void {
    this.#silent.add(method);
  }

  end(): void {
    this.slowMs = 0;
    this.feedGapMs = 0;
    this.confirmationMs = 0;
    this.repeating = false;
    this.leader = null;
    this.#failing.clear();
    this.#silent.clear();
  }

  /** Awaited before every answer. What the call fails with, if it does. */
  async before(method: Method): Promise<Failure | null> {
    if (this.slowMs > 0) await pause(this.slowMs);
    if (this.#silent.has(method)) {
      this.unansweredCalls += 1;
      await new Promise(() => undefined);
    }
    if (this.leader !== null) return failures.notLeader(this.leader.host, this.leader.port);
    const failing = this.#failing.get(method);
    if (failing === undefined || failing.times === 0) return null;
    failing.times -= 1;
    return failing.failure;
  }

  /** Waits no longer than until the call is cancelled or fails. */
  async beforeConfirmation(call: EventEmitter): Promise<void> {
    if (this.confirmationMs === 0) return;
    this.lateConfirmations += 1;
    await Promise.race([pause(this.confirmationMs), once(call, 'cancelled').catch(() => undefined)]);
  }

  /** Uses up one planted fault; false when none is left. */
  takes(what: 'lostAppends' | 'forgottenAppends' | 'positionless'): boolean {
    if (this[what] === 0) return false;
    this[what] -= 1;
    return true;
  }
}
