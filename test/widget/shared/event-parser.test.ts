import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser, type ServerSentEvent } from '../../../widget/shared/event-parser.ts';

const parsed = (...pieces: string[]): readonly ServerSentEvent[] => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.feed(piece));
};

describe('Server-sent events', () => {
  it('end at an empty line, and have a name, an id and lines of data', () => {
    expect(parsed('id: 7\nevent: token\ndata: {"token":\ndata:"a: b"}\n\n')).toEqual([
      { id: '7', event: 'token', data: '{"token":\n"a: b"}' },
    ]);
  });

  it('that are not complete are not given', () => {
    expect(parsed('data: a\n\ndata: b\n')).toEqual([{ id: undefined, event: undefined, data: 'a' }]);
  });

  it('without data are none, and neither are comments', () => {
    expect(parsed(': heartbeat\n\nevent: done\n\n')).toEqual([]);
  });

  it('leave an id that comes without data to resume from', () => {
    const ids: string[] = [];
    const parser = new EventParser((id) => ids.push(id));
    expect(parser.feed('retry: 3000\nid: 7\n\nid: 8\ndata: a\n\n: heartbeat\n\n')).toHaveLength(1);
    expect(ids).toEqual(['7']);
  });

  it('may come in pieces that end anywhere, also inside a line end', () => {
    expect(parsed('da', 'ta: a\r', '\nevent: b\r\n\r', '\n')).toEqual([{ id: undefined, event: 'b', data: 'a' }]);
  });

  it('are given as soon as they are complete, also where lines end with a carriage return alone', () => {
    const parser = new EventParser();
    const fed = ['data: a\r\r', '\ndata: b\r', '\n\r', 'data: c\n', '\n'].map((piece) =>
      parser.feed(piece).map(({ data }) => data),
    );
    expect(fed).toEqual([['a'], [], ['b'], [], ['c']]);
  });

  it('are read as eventsource-parser reads them, whatever the text and its pieces', () => {
    const token = fc.constantFrom(
      'data',
      'event',
      'id',
      'retry',
      ':',
      ' ',
      '\n',
      '\r',
      '\r\n',
      'x',
      '\0',
      '\u2028',
      '7',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(token).map((tokens) => tokens.join('')),
          { maxLength: 12 },
        ),
        (pieces) => {
          const expected: object[] = [];
          const parser = createParser({ onEvent: ({ id, event, data }) => void expected.push({ id, event, data }) });
          // It holds a line back that ended with a carriage return, until another one ends.
          const all = [...pieces, '\n\n'];
          for (const piece of all) parser.feed(piece);
          expect(parsed(...all)).toEqual(expected);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('with a line of two million characters in small pieces take time in proportion to its length', () => {
    const parser = new EventParser();
    const piece = 'a'.repeat(200);
    const started = performance.now();
    parser.feed('data: ');
    for (let sent = 0; sent < 10_000; sent++) parser.feed(piece);
    expect(parser.feed('\n\n')[0]?.data).toHaveLength(2_000_000);
    // Searching all of it with each piece takes minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
