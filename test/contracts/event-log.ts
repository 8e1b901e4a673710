/** Contract of every event log. An adapter's test calls this in two lines. */
import { describe } from 'vitest';
import { describeAppending } from './event-log/appending.ts';
import { describeConcurrency } from './event-log/concurrency.ts';
import { describeReading } from './event-log/reading.ts';
import { describeSubscribing } from './event-log/subscribing.ts';
import type { OpenLog } from './event-log/support.ts';
import { describeWork } from './event-log/work.ts';

export type { OpenedLog, OpenLog } from './event-log/support.ts';

export function describeEventLogContract(name: string, open: OpenLog): void {
  describe(`Event log: ${name}`, () => {
    describeAppending(open);
    describeConcurrency(open);
    describeReading(open);
    describeSubscribing(open);
    describeWork(open);
  });
}
