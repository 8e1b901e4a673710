import { CommandExecutor } from '../../commands/execute.ts';
import type { Decoded } from '../../event-log/event-decoder.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import { contextOf, SpanKind, TRACER, withSpan } from '../../lib/tracing.ts';

/** One span per command, from loading its aggregate to the append. */
export class TracedCommandExecutor extends CommandExecutor {
  override execute: CommandExecutor['execute'] = (aggregate, id, command, context) => {
    const type = String(Reflect.get(Object(command), 'type'));
    const attributes = { 'chatledger.aggregate': aggregate.category };
    return withSpan(`command ${type}`, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
      const result = await super.execute(aggregate, id, command, context);
      if (!result.ok) span.setAttribute('chatledger.rejection', result.rejection);
      return result;
    });
  };
}

/** Older events are folded by a rebuild or a catch-up, which is no work of their request. */
const MAX_LATE_MS = 60_000;

/** Adds a span to the trace of each request whose events were folded, from their append until now. */
export function traceProjected(events: readonly Decoded[]): void {
  for (const [traceparent, group] of byTrace(events)) {
    const parent = contextOf(traceparent);
    const [first] = group;
    if (parent === null || first === undefined) continue;
    const attributes = { 'chatledger.events': group.map(({ event }) => event.type) };
    TRACER.startSpan('project', { kind: SpanKind.CONSUMER, startTime: first.recordedAt, attributes }, parent).end();
  }
}

/** Groups new events of traced requests by their `traceparent`. */
function byTrace(events: readonly Decoded[]): ReadonlyMap<string, readonly RecordedEvent[]> {
  const traced = new Map<string, RecordedEvent[]>();
  for (const each of events) {
    if (!each.ok) continue;
    const { metadata, recordedAt } = each.recorded;
    const { traceparent } = metadata;
    if (traceparent === undefined || Date.now() - recordedAt > MAX_LATE_MS) continue;
    const group = traced.get(traceparent) ?? [];
    traced.set(traceparent, group);
    group.push(each.recorded);
  }
  return traced;
}
