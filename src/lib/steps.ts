/** Work as a generator that pauses after each of its steps, so that one computation can be done at once or in time slices. */
import type { EventLoopBudget } from './event-loop-budget.ts';

export type Steps<Result> = Generator<void, Result, void>;

export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function* eachInSteps<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}

/** Yields to the event loop between steps when the time slice is used up. @throws the signal's reason */
export async function finishInSlices<Result>(
  steps: Steps<Result>,
  budget: EventLoopBudget,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    if (budget.isUsedUp) await budget.yieldNow();
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
