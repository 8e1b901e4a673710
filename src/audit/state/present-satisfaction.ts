/** Satisfaction of the present from the read model, which spares the fold of all ratings. */
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { RatingQueries, Satisfaction } from '../../projections/ratings/queries.ts';

export type CountedRatings = Pick<RatingQueries, 'total' | 'countedTo'>;

export interface PresentSatisfaction {
  readonly satisfaction: Satisfaction;
  /** Position up to which ratings count. A store without transactions may already hold a later rating. */
  readonly position: Position;
}

const MAX_TRIES = 3;

/** Returns null while the read model lags behind the log, or changes faster than it can be read. */
export async function presentSatisfaction(
  chatbotId: string,
  { log, ratings }: { readonly log: Pick<ReadableLog, 'head'>; readonly ratings: CountedRatings },
): Promise<PresentSatisfaction | null> {
  const head = await log.head();
  let before = await ratings.countedTo();
  for (let tries = 0; tries < MAX_TRIES && before !== null && head !== null && before >= head; tries += 1) {
    const satisfaction = await ratings.total(chatbotId);
    const after = await ratings.countedTo();
    if (after === before) return { satisfaction, position: before };
    before = after;
  }
  return null;
}
