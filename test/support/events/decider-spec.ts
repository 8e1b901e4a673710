/** Specifications of deciders: given these events, when this command comes, then these events follow, or it is rejected. */
import { expect } from 'vitest';
import type { Aggregate } from '../../../src/domain/aggregate.ts';

export interface Outcome<Event, Rejection> {
  /** Exactly these events follow, in this order. */
  thenEvents(first: Event, ...others: readonly Event[]): void;
  /** The command holds, and nothing is recorded. */
  thenNothing(): void;
  thenRejected(rejection: Rejection): void;
}

export interface Situation<State, Command, Event, Rejection> {
  readonly state: State;
  when(command: Command): Outcome<Event, Rejection>;
}

export function given<State, Command, Event, Rejection extends string>(
  aggregate: Aggregate<State, Command, Event, Rejection>,
  ...events: readonly NoInfer<Event>[]
): Situation<State, Command, Event, Rejection> {
  const state = events.reduce<State>((folded, event) => aggregate.evolve(folded, event), aggregate.initial);
  return {
    state,
    when(command) {
      const before = JSON.stringify(state);
      const decision = aggregate.decide(command, state);
      // A decision must not change the state.
      expect(JSON.stringify(state)).toBe(before);
      return {
        thenEvents: (...following) => expect(decision).toEqual({ ok: true, value: following }),
        thenNothing: () => expect(decision).toEqual({ ok: true, value: [] }),
        thenRejected: (rejection) => expect(decision).toEqual({ ok: false, rejection }),
      };
    },
  };
}
