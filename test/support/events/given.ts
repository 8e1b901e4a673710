/** Specifications of deciders: given these facts, when this command comes, then these facts follow, or it is refused. */
import { expect } from 'vitest';
import type { Aggregate } from '../../../src/domain/aggregate.ts';

export interface Outcome<Event, Rejection> {
  /** Exactly these facts follow, in this order. */
  thenFacts(first: Event, ...others: readonly Event[]): void;
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
  ...facts: readonly NoInfer<Event>[]
): Situation<State, Command, Event, Rejection> {
  const state = facts.reduce<State>((folded, fact) => aggregate.evolve(folded, fact), aggregate.initial);
  return {
    state,
    when(command) {
      const before = JSON.stringify(state);
      const decision = aggregate.decide(command, state);
      // A decision must not change the state.
      expect(JSON.stringify(state)).toBe(before);
      return {
        thenFacts: (...events) => expect(decision).toEqual({ ok: true, value: events }),
        thenNothing: () => expect(decision).toEqual({ ok: true, value: [] }),
        thenRejected: (rejection) => expect(decision).toEqual({ ok: false, rejection }),
      };
    },
  };
}
