import { giveBack } from '../runtime/give-back.ts';
import type { JsonParts } from '../runtime/json-parts.ts';

interface PartsReply {
  readonly raw: { once(event: 'finish', listener: () => void): unknown };
  type(contentType: string): { send(bytes: never): unknown };
}

const BEFORE = Buffer.from('{"success":true,"data":');
const AFTER = Buffer.from('}');

/** Answers that all went well, around data that is JSON already: nothing of it is read or written again. */
export function sendSuccess<Reply extends PartsReply>(reply: Reply, data: JsonParts<unknown>): Reply {
  const body = Buffer.concat([BEFORE, ...data, AFTER]);
  for (const part of data) giveBack(part);
  reply.raw.once('finish', () => giveBack(body));
  reply.type('application/json; charset=utf-8').send(body as never);
  return reply;
}
