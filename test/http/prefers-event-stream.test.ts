import { expect, test } from 'vitest';
import { prefersEventStream } from '../../src/http/prefers-event-stream.ts';

test.each([
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'text/event-stream, application/json',
  'text/event-stream, */*',
  '*/*, text/event-stream',
  'application/*, text/event-stream',
  'application/json;q=0.9, text/event-stream',
  'application/json;q=0, text/event-stream;q=0.1',
  '*/*, application/json;q=0.1, text/event-stream;q=0.5',
  'text/html, text/event-stream;q=0.1',
])('An event stream is preferred by %j', (accept) => {
  expect(prefersEventStream(accept)).toBe(true);
});

test.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json',
  'application/json, text/event-stream',
  'text/event-stream;q=0.5, application/json;q=0.9',
  'text/event-stream;q=0.5, */*',
  'text/event-stream; q=0.000',
  'text/event-stream-not',
])('JSON is preferred by %j', (accept) => {
  expect(prefersEventStream(accept)).toBe(false);
});
