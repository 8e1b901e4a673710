import { isUtf8 } from 'node:buffer';
import fp from 'fastify-plugin';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { ApiError, invalid } from '../../errors/api-error.ts';
import { noteBody } from '../idempotency/idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the received JSON; 0 without any. */
    jsonBytes: number;
  }
}

/** Parsing so many values holds the event loop for a few milliseconds. No valid body comes near. */
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * A larger body is parsed in the next turn when the time slice of this one is used up: twenty bodies of a megabyte would fill a
 * turn.
 */
const LARGE_BYTES = 64 * 1024;

function whenThereIsTime(body: Buffer, parse: () => void): void {
  const budget = new EventLoopBudget();
  if (body.byteLength < LARGE_BYTES || !budget.isUsedUp) parse();
  else void budget.yieldNow().then(parse);
}

/** Keys that reach for an object's prototype are dropped like any other unknown key. */
export const jsonOnly = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.decorateRequest('jsonBytes', 0);
    const parse = app.getDefaultJsonParser('remove', 'remove');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      noteBody(request, body);
      request.jsonBytes = body.byteLength;
      whenThereIsTime(body, () => {
        // Some clients name a content type with every request, also with an empty body.
        if (body.byteLength === 0) done(null, undefined);
        // Decoding it would store other characters than those sent.
        else if (!isUtf8(body)) done(new ApiError('UNREADABLE_REQUEST'));
        else if (hasMoreValues(body, MAX_VALUES)) done(invalid('', `must not have more than ${MAX_VALUES} values`));
        else void parse(request, body.toString(), done);
      });
    });
  },
  { name: 'json-only' },
);

/**
 * Counts the starts of values (commas, brackets, braces) outside strings, without building objects, which cost a hundred times
 * as much.
 */
function hasMoreValues(json: Buffer, max: number): boolean {
  let count = 0;
  for (let at = 0; at < json.byteLength; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = closingQuote(json, at);
    else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}

/** Index of the closing quote, or the end of the text. */
function closingQuote(json: Buffer, opening: number): number {
  let at = opening + 1;
  while (at < json.byteLength && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
