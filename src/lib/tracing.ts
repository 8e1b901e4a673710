/**
 * Spans by OpenTelemetry's API. Without an SDK that an owner registers, they record nothing. Attributes hold no personal data: neither
 * texts, addresses and URLs nor messages of errors.
 */
import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  type Link,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

export { type Context, context, type Span, SpanKind, trace } from '@opentelemetry/api';

export const TRACER = trace.getTracer('chatledger');

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;
const MAX_TRACEPARENT = 128;

/** No SDK is registered: the span records nothing, and nothing needs a context that holds it. */
export const isUntraced = (span: Span): boolean => span.spanContext() === INVALID_SPAN_CONTEXT;

const contextWith = (span: Span, parent: Context): Context => (isUntraced(span) ? parent : trace.setSpan(parent, span));

/** The work of a span: what it calls has this span as its parent. */
export async function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = context.active();
  const span = TRACER.startSpan(name, options, parent);
  try {
    return await context.with(contextWith(span, parent), work, undefined, span);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Iterates within a span, which ends after the last part or when the reader stops. */
export async function* iterateInSpan<Part>(
  name: string,
  options: SpanOptions,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const parent = context.active();
  const span = TRACER.startSpan(name, options, parent);
  const inside = contextWith(span, parent);
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const next = await context.with(inside, () => iterator.next());
      if (next.done === true) return;
      if (isFirst) span.addEvent('first part');
      yield next.value;
    }
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    await context.with(inside, async () => iterator.return?.());
    span.end();
  }
}

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}

/** The active span as W3C `traceparent`; undefined unless an SDK records it. */
export function activeTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns null unless `traceparent` is well-formed and names a sampled span. */
export function contextOf(traceparent: unknown): Context | null {
  const [link] = linksTo(traceparent);
  if (link === undefined || (link.context.traceFlags & TraceFlags.SAMPLED) === 0) return null;
  return trace.setSpanContext(context.active(), link.context);
}

/** Returns none unless it is a well-formed `traceparent`. */
export function linksTo(traceparent: unknown): Link[] {
  if (typeof traceparent !== 'string' || traceparent.length > MAX_TRACEPARENT) return [];
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? [{ context: spanContext }] : [];
}
