/** What all aggregates have in common: a pure decision over a state folded from events. */

export type Decision<Event, Rejection> =
  | { readonly accepted: true; readonly events: readonly Event[] }
  | { readonly accepted: false; readonly rejection: Rejection };

export interface Aggregate<State, Command, Event, Rejection extends string> {
  /** Its streams are named `<category>-<id>`. */
  readonly category: string;
  readonly initial: State;
  /** Total: every event of the aggregate gives a state, also one whose sealed part is gone. */
  evolve(state: State, event: Event): State;
  /** Pure: time, ids and hashes come in with the command. */
  decide(command: Command, state: State): Decision<Event, Rejection>;
}

/** The command holds; these facts follow. None when they hold already. */
export const accept = <Event>(...events: readonly Event[]): { accepted: true; events: readonly Event[] } => ({
  accepted: true,
  events,
});

export const reject = <const Rejection extends string>(
  rejection: Rejection,
): { accepted: false; rejection: Rejection } => ({ accepted: false, rejection });
