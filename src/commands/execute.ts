/** Load, decide, append; once more when somebody else was first. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Aggregate } from '../domain/aggregate.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CommandContext, EventStore } from '../log/event-store.ts';
import type { Position } from '../ports/event-log.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** What came of a command. `position`: what a reader must have seen to see it; null when nothing was ever written. */
export type Executed<State, Rejection> =
  | { readonly accepted: true; readonly state: State; readonly position: Position | null }
  | { readonly accepted: false; readonly rejection: Rejection; readonly position: Position | null };

/** Within one process commands to a stream queue up, so conflicts come from other nodes only. All of them together: about half a second. */
const MAX_ATTEMPTS = 20;
/** Before the second attempt, at most; twice as long before each further one, up to the longest. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 64;

export class CommandExecutor {
  readonly #store: EventStore;
  readonly #queue = new KeyedQueue();

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * A command id that was carried out already is not carried out again: the answer is the aggregate as it stands.
   * @throws StoreUnavailable when the log is away or the stream stays contended; SubjectErased; UnreadableEvent.
   */
  execute<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<State, Rejection>> {
    return this.#queue.run(`${aggregate.category}-${id}`, () => this.#attempt(aggregate, id, command, context));
  }

  /** The aggregate as it stands now. */
  async stateOf<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): Promise<State> {
    return (await this.#store.load(aggregate, id)).state;
  }

  /** Drops what is kept of it in memory, once a subject of its sealed parts has been erased. */
  forget<State, Command, Event extends DomainEvent, Rejection extends string>(
    { category }: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): void {
    this.#store.forget(category, id);
  }

  async #attempt<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<State, Rejection>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const loaded = await this.#store.load(aggregate, id);
      const { state, position } = loaded;
      if (loaded.recentCommands.includes(context.commandId)) return { accepted: true, state, position };
      const decision = aggregate.decide(command, state);
      if (!decision.accepted) return { accepted: false, rejection: decision.rejection, position };
      if (decision.events.length === 0) return { accepted: true, state, position };
      const appended = await this.#store.append(loaded, decision.events, context);
      if (appended.outcome === 'appended') {
        const next = decision.events.reduce((folded, event) => aggregate.evolve(folded, event), state);
        return { accepted: true, state: next, position: appended.position };
      }
      await pause(pauseAfter(attempt));
    }
    throw new StoreUnavailable('event log', `${aggregate.category} is being changed by too many at once`);
  }
}

/** By chance, so that nodes that met once do not meet again and again. Milliseconds. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}
