import { describe, expect, it } from 'vitest';
import { textLine } from '../../../src/composition/logging/text-log.ts';

const time = new Date(2026, 10, 22, 9, 5, 7).getTime();
const line = (fields: object, hasColours = false) =>
  textLine(`${JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', ...fields })}\n`, hasColours);

describe('A log line for people', () => {
  it('tells time, level, message and details', () => {
    expect(line({ address: 'http://127.0.0.1:3000', mail: 'off: no URL', seconds: 0.6, msg: 'Service started' })).toBe(
      '09:05:07 info  Service started address=http://127.0.0.1:3000 mail="off: no URL" seconds=0.6\n',
    );
    const stores = { log: 'embedded', search: 'Elasticsearch' };
    expect(line({ level: 40, roles: ['http', 'projector'], stores, nothing: null, msg: 'Careful' })).toBe(
      '09:05:07 warn  Careful roles=http,projector stores=log:embedded,search:Elasticsearch nothing=null\n',
    );
    expect(line({ pages: [1], names: ['two words'], msg: 'Read' })).toBe(
      '09:05:07 info  Read pages=[1] names=["two words"]\n',
    );
  });

  it('tells a request in one phrase', () => {
    const request = { method: 'GET', route: '/api/chatbots/:id', milliseconds: 3.1, msg: 'request', requestId: 'r-1' };
    expect(line({ ...request, status: 200 })).toBe('09:05:07 info  GET /api/chatbots/:id 200 3.1 ms requestId=r-1\n');
    expect(line({ ...request, clientDisconnected: true })).toBe(
      '09:05:07 info  GET /api/chatbots/:id 3.1 ms requestId=r-1 clientDisconnected=true\n',
    );
  });

  it('shows where an error was thrown, below the message', () => {
    const err = { type: 'Error', message: 'No room', stack: 'Error: No room\n    at store.ts:1' };
    expect(line({ level: 50, err, msg: 'Failed' })).toBe(
      '09:05:07 ERROR Failed\n    Error: No room\n        at store.ts:1\n',
    );
    expect(line({ level: 40, err: { message: 'No stack' }, msg: 'Failed' })).toContain('\n    No stack\n');
  });

  it('passes on nothing that a terminal obeys', () => {
    const hostile = '\u001b[2J\u009b1m\u202e\r\nfake';
    const written = line({ reason: hostile, err: { stack: hostile }, msg: hostile });
    expect(written).not.toMatch(/[^\P{C}\n]/u);
    expect(written.split('\n')).toEqual([
      expect.stringMatching(/^09:05:07 info {2}\\u\{1b\}\[2J.* fake reason="/),
      expect.stringMatching(/^ {4}\\u\{1b\}/),
      '    fake',
      '',
    ]);
  });

  it('has colours where they are wanted', () => {
    expect(line({ level: 40, msg: 'Careful' }, true)).toBe(
      '\u001b[90m09:05:07\u001b[0m \u001b[33mwarn \u001b[0m Careful\n',
    );
  });

  it('that is no JSON is passed on as it is', () => {
    expect(textLine('something else\n', false)).toBe('something else\n');
  });
});
