import type { EventPlace, Position, StoredEvent } from '../../ports/event-log.ts';

const MAX_PLACES = 1_000;
/** Reading a few events too many costs less than another call. */
const MAX_GAP = 16;

/** Consecutive events of a stream; `from` and `to` are revisions, both inclusive. */
export interface RevisionRun {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/** @throws RangeError */
export function checkPlaces(places: readonly EventPlace[]): void {
  if (places.length > MAX_PLACES) throw new RangeError(`At most ${MAX_PLACES} events are read at once`);
}

/** Few runs that cover all places. */
export function runsOf(places: readonly EventPlace[]): readonly RevisionRun[] {
  const byStream = Map.groupBy(places, ({ stream }) => stream);
  return [...byStream].flatMap(([stream, ofStream]) => {
    const revisions = ofStream.map(({ revision }) => revision).toSorted((a, b) => a - b);
    const runs: { stream: string; from: number; to: number }[] = [];
    for (const revision of revisions) {
      const last = runs.at(-1);
      if (last !== undefined && revision - last.to <= MAX_GAP) last.to = revision;
      else runs.push({ stream, from: revision, to: revision });
    }
    return runs;
  });
}

export function atPlaces(
  places: readonly EventPlace[],
  found: readonly StoredEvent[],
): readonly (StoredEvent | null)[] {
  const byPosition = new Map<Position, StoredEvent>(found.map((event) => [event.position, event]));
  return places.map(({ position, stream, revision }) => {
    const event = byPosition.get(position);
    return event?.stream === stream && event.revision === revision ? event : null;
  });
}
