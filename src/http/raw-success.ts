import type { RawJson } from '../lib/raw-json.ts';
import { releaseBuffer } from '../lib/release-buffer.ts';

interface PartsReply {
  readonly raw: { once(event: 'finish', listener: () => void): unknown };
  type(contentType: string): { send(bytes: never): unknown };
}

const BEFORE = Buffer.from('{"success":true,"data":');
const AFTER = Buffer.from('}');

/** Sends the success envelope around data that is JSON already, without parsing it. */
export function sendRawSuccess<Reply extends PartsReply>(reply: Reply, data: RawJson<unknown>): Reply {
  const body = Buffer.concat([BEFORE, ...data, AFTER]);
  for (const part of data) releaseBuffer(part);
  reply.raw.once('finish', () => releaseBuffer(body));
  reply.type('application/json; charset=utf-8').send(body as never);
  return reply;
}
