import type { DataSourceCommands } from '../../commands/data-sources.ts';
import type { EventCodec } from '../../event-log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Report } from '../../ports/report.ts';
import type { ReadingProgress } from '../../projections/data-sources/reading-progress.ts';
import type { SkippedUrls } from '../../projections/data-sources/skipped-urls.ts';
import type { Indexing } from './indexing.ts';
import type { IngestionQueueLimits } from './ingestion-queues.ts';
import type { ReadingPorts } from './read-source.ts';

export interface IngestionDeps extends ReadingPorts, Indexing {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly commands: DataSourceCommands;
  readonly progress: ReadingProgress;
  readonly skippedUrls: SkippedUrls;
  readonly clock: Clock;
  /** Sources read at a time, in total and per account. */
  readonly queueLimits: IngestionQueueLimits;
  readonly logger: Logger;
  readonly report: Report;
}
