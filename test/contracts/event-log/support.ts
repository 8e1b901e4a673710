/** Shared by the parts of the event log's contract. */
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { EventLog, JsonObject, NewEvent, StoredEvent } from '../../../src/ports/event-log.ts';

/** An empty log, with restarts and kills of the process that uses it. */
export interface OpenedLog {
  readonly log: EventLog;
  /** Closes the log and opens the same one again, as an orderly restart does. */
  restart(): Promise<EventLog>;
  /** Opens the same log as the next process does when this one was killed: nothing of the old one was closed or stopped. */
  crash(): Promise<EventLog>;
  /** Closes all that was opened. */
  close(): Promise<void>;
}

export type OpenLog = () => Promise<OpenedLog>;

/** Opened for the running test and closed when it ends. */
export async function openForTest(open: OpenLog): Promise<OpenedLog> {
  const opened = await open();
  onTestFinished(() => opened.close());
  return opened;
}

export function newEvent(type = 'Noted', data: JsonObject = { text: 'something happened' }): NewEvent {
  return { id: randomUUID(), type, data, metadata: { actor: 'tester' } };
}

export function newEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, (_, number) => newEvent('Noted', { number }));
}

/** Appends events to a stream that must not exist yet. */
export async function begin(log: EventLog, stream: string, events: readonly NewEvent[]) {
  const result = await log.append(stream, 'no-stream', events);
  if (!result.ok) throw new Error(`Stream ${stream} exists`);
  return result;
}

export function idsOf(events: readonly { readonly id: string }[]): string[] {
  return events.map((event) => event.id);
}

/** All of ours in the log, page by page. */
export async function readWholeLog(log: EventLog): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let page = await log.readAll({ after: null, limit: 7 }); ; ) {
    events.push(...page.events);
    const next = await log.readAll({ after: page.readTo, limit: 7 });
    if (next.readTo === page.readTo) return events;
    page = next;
  }
}

/** Collects what happens, and lets a test wait until enough has. */
export class Witness<Sight> {
  readonly seen: Sight[] = [];
  #waiting: (() => void)[] = [];

  see(sight: Sight): void {
    this.seen.push(sight);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async until(enough: (seen: readonly Sight[]) => boolean): Promise<readonly Sight[]> {
    while (!enough(this.seen)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.seen;
  }

  count(sights: number): Promise<readonly Sight[]> {
    return this.until((seen) => seen.length >= sights);
  }
}
