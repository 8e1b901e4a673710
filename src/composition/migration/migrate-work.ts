/** Copies the progress of the work groups: finished items stay finished, waiting and parked items stay so. */
import type { Position } from '../../ports/event-log.ts';
import type { WorkProgress } from '../../ports/migration/work-progress.ts';
import type { PositionMap } from './compare-logs.ts';
import type { MigrationTarget } from './sides.ts';

/** Positions of the source that the target must know. */
export function* wantedPositions(groups: readonly WorkProgress[]): Generator<Position> {
  for (const { readTo, unfinished } of groups) {
    if (readTo !== null) yield readTo;
    for (const { position } of unfinished) yield position;
  }
}

export async function migrateWork(
  groups: readonly WorkProgress[],
  positions: PositionMap,
  target: MigrationTarget,
): Promise<void> {
  const migrated = groups.map((group) => migratedGroup(group, positions));
  const starts = new Map(groups.map((group) => [group.group, startAfter(group, positions)]));
  await target.beginWork(migrated, (group) => starts.get(group) ?? null);
}

function migratedGroup(group: WorkProgress, positions: PositionMap): WorkProgress {
  return {
    ...group,
    readTo: group.readTo === null ? null : positions.of(group.readTo).upTo,
    unfinished: group.unfinished.flatMap((work) => {
      const { upTo } = positions.of(work.position);
      return upTo === null ? [] : [{ ...work, position: upTo }];
    }),
  };
}

/** The event before the first unfinished one. */
function startAfter({ readTo, unfinished }: WorkProgress, positions: PositionMap): Position | null {
  const befores = unfinished.map(({ position }) => positions.of(position).before);
  const end = readTo === null ? null : positions.of(readTo).upTo;
  return [...befores, end].reduce(
    (first, each) => (first === null || each === null || each < first ? each : first),
    end,
  );
}
