/** ETags and conditional requests (RFC 9110, section 13.1). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isCurrent } from '../if-none-match.ts';

/** For the document. */
export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of the response that the change is based on: 412 when the chatbot has changed since',
      examples: ['"7"'],
    }),
  ),
});

export function sendUnlessCurrent(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const isKnown = isCurrent(request.headers['if-none-match'], String(reply.getHeader('ETag')));
  return isKnown ? reply.code(304).send() : reply.send(answer);
}

export const revisionTag = (revision: number): string => `"${revision}"`;

/**
 * The revision, when `If-Match` names the current one; undefined when it allows any; `stale` when it names others only. Weak
 * tags never match.
 */
export function expectedRevision(ifMatch: string | undefined, current: number): number | undefined | 'stale' {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const named = ifMatch.split(',').map((tag) => tag.trim());
  return named.includes(revisionTag(current)) ? current : 'stale';
}
