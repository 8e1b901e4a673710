/** The option `--at`, and the log up to it. */
import { type Moment, parseMoment } from '../../audit/moment.ts';
import type { StateFold } from '../../audit/state/state-fold.ts';
import { logPages } from '../../event-log/log-pages.ts';
import type { ReadableLog } from '../../ports/event-log.ts';
import { type AuditContext, UsageError } from './command.ts';
import { Progress } from './output.ts';
import { requireBegun, requireReached } from './validate-options.ts';

const PAGE = 500;

/** @throws UsageError */
export function momentOption(text: string | undefined): Moment | null {
  if (text === undefined) return null;
  const moment = parseMoment(text);
  if (moment === null)
    throw new UsageError(`--at ${text} is neither a time such as 2026-11-22T10:00:00Z nor a position`);
  return moment;
}

/** @throws Error when the log does not know the moment */
export async function requireMoment(moment: Moment | null, log: ReadableLog): Promise<void> {
  if (moment?.kind === 'position') await requireReached('at', moment.position, log);
  if (moment?.kind === 'time') await requireBegun('at', moment.time, log);
}

/** Folds the events of some types up to the moment. */
export async function foldLog(
  moment: Moment | null,
  types: readonly string[],
  fold: StateFold,
  { log }: AuditContext,
): Promise<void> {
  const progress = new Progress();
  const head = await log.head();
  const upTo = moment?.kind === 'position' ? moment.position : head;
  try {
    if (upTo === null) return;
    for await (const { events, readTo } of logPages(log, { upTo, limit: PAGE, filter: { types } })) {
      const early = moment?.kind === 'time' ? events.filter(({ recordedAt }) => recordedAt <= moment.time) : events;
      await fold.add(early);
      progress.report(() => `at position ${readTo} of ${head}`);
      if (early.length < events.length) return;
    }
  } finally {
    progress.end();
  }
}
