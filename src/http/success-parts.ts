import type { JsonParts } from '../runtime/json-parts.ts';

interface PartsReply {
  type(contentType: string): { send(bytes: never): unknown };
}

const BEFORE = Buffer.from('{"success":true,"data":');
const AFTER = Buffer.from('}');

/** Answers that all went well, around data that is JSON already: nothing of it is read or written again. */
export function sendSuccess<Reply extends PartsReply>(reply: Reply, data: JsonParts<unknown>): Reply {
  reply.type('application/json; charset=utf-8').send(Buffer.concat([BEFORE, ...data, AFTER]) as never);
  return reply;
}
