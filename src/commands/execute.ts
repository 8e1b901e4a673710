/** Optimistic concurrency: load, decide, append, and decide again after a conflict. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Aggregate } from '../domain/aggregate.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CommandContext, EventStore } from '../event-log/event-store.ts';
import { type Logger, NO_LOGGER } from '../ports/logger.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { type CommandResult, done, rejected } from './command-result.ts';
import { KeyedQueue } from './keyed-queue.ts';

/**
 * Commands of one process to a stream run in sequence, so conflicts come from other nodes. A node with a hundred queued
 * commands wins every conflict, because it has the newest state. All attempts together take about two seconds, longer than such
 * a queue.
 */
const MAX_ATTEMPTS = 60;
/** Exponential backoff with full jitter. */
const MIN_BACKOFF_MS = 4;
const MAX_BACKOFF_MS = 64;

export class CommandExecutor {
  readonly #store: EventStore;
  readonly #logger: Logger;
  readonly #queue = new KeyedQueue();

  constructor(store: EventStore, logger: Logger = NO_LOGGER) {
    this.#store = store;
    this.#logger = logger;
  }

  /**
   * Idempotent by command id: a repeated command appends nothing and returns the present state.
   * @throws StoreUnavailable when the log is unavailable or the stream stays contended; SubjectErased; UnreadableEvent
   */
  execute<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Rejection>> {
    return this.#queue.run(`${aggregate.category}-${id}`, () => this.#attempt(aggregate, id, command, context));
  }

  async stateOf<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): Promise<State> {
    return (await this.#store.load(aggregate, id)).state;
  }

  /** Drops the cached state, so that no erased data stays in memory. */
  evict<State, Command, Event extends DomainEvent, Rejection extends string>(
    { category }: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): void {
    this.#store.evict(category, id);
  }

  async #attempt<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Rejection>> {
    const logged = { category: aggregate.category, command: Reflect.get(Object(command), 'type') as unknown };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const loaded = await this.#store.load(aggregate, id);
      const { state, position } = loaded;
      if (loaded.recentCommands.includes(context.commandId)) return done(state, position);
      const decision = aggregate.decide(command, state);
      if (!decision.ok) {
        this.#logger.debug({ ...logged, rejection: decision.rejection }, 'Command rejected');
        return rejected(decision.rejection, position);
      }
      if (decision.value.length === 0) return done(state, position);
      const appended = await this.#store.append(loaded, decision.value, context);
      if (appended.ok) {
        this.#logger.debug({ ...logged, events: decision.value.map(({ type }) => type) }, 'Command accepted');
        const next = decision.value.reduce((folded, event) => aggregate.evolve(folded, event), state);
        return done(next, appended.position);
      }
      this.#logger.debug({ ...logged, attempt }, 'Command conflict; deciding again');
      await sleep(backoffMs(attempt));
    }
    throw new StoreUnavailable('event log', `${aggregate.category} is contended`);
  }
}

function backoffMs(attempt: number): number {
  return Math.random() * Math.min(MIN_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
}
