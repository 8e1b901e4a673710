/** Decider: a pure decision over a state folded from events. */
import type { Result } from './result.ts';

/** No events when the command's effect holds already. */
export type Decision<Event, Rejection extends string> = Result<readonly Event[], Rejection>;

export interface Aggregate<State, Command, Event, Rejection extends string> {
  /** Streams are named `<category>-<id>`. */
  readonly category: string;
  readonly initial: State;
  /** Total: every event of the aggregate gives a state, also an event whose sealed part is erased. */
  evolve(state: State, event: Event): State;
  /** Pure: time, ids and hashes come with the command. */
  decide(command: Command, state: State): Decision<Event, Rejection>;
}

export const accept = <Event>(...events: readonly Event[]): { ok: true; value: readonly Event[] } => ({
  ok: true,
  value: events,
});

export const reject = <const Rejection extends string>(rejection: Rejection): { ok: false; rejection: Rejection } => ({
  ok: false,
  rejection,
});
