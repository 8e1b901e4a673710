/** ETags and conditional requests (RFC 9110, section 13.1). */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Chatbot } from '../../../projections/chatbots/queries.ts';
import { matchesTag } from '../../if-none-match.ts';

/** Documents the header, which `expectedRevision` parses. */
export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of the response that the change is based on: 412 when the chatbot has changed since',
      examples: ['"7-ready-5-12"'],
    }),
  ),
});

export function sendUnlessCurrent(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const isKnown = matchesTag(request.headers['if-none-match'], String(reply.getHeader('ETag')));
  return isKnown ? reply.code(304).send() : reply.send(answer);
}

/** Tags a list that nobody updates by `If-Match`. */
export const contentTag = (answer: object): string =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;

/** Includes status and counts: ingestion changes the record without a new revision of the configuration. */
export const chatbotTag = (revision: number, { status, pageCount, chunkCount }: Chatbot): string =>
  `"${revision}-${status}-${pageCount}-${chunkCount}"`;

/**
 * The revision when `If-Match` names the current one, undefined when it allows any, `stale` when it names others only. Weak tags never
 * match. Progress of sources is left out: no update could overwrite it.
 */
export function expectedRevision(ifMatch: string | undefined, current: number): number | undefined | 'stale' {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const named = ifMatch.split(',').map((tag) => /^"(\d+)-[a-z]+-\d+-\d+"$/.exec(tag.trim())?.[1]);
  return named.includes(String(current)) ? current : 'stale';
}
