import type { JsonText } from '../runtime/json-text.ts';

interface TextReply {
  type(contentType: string): { send(text: never): unknown };
}

/** Answers that all went well, around data that is JSON already: nothing of it is read or written again. */
export function sendSuccess<Reply extends TextReply>(reply: Reply, data: JsonText<unknown>): Reply {
  reply.type('application/json; charset=utf-8').send(`{"success":true,"data":${data}}` as never);
  return reply;
}
