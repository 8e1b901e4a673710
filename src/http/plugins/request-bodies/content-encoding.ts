import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../errors/api-error.ts';

/** Refuses compressed bodies before they are read, and names what is accepted (RFC 9110, section 12.5.3). */
export const contentEncoding = fp(
  async (app) => {
    app.addHook('preParsing', (request, reply, payload, done) => {
      if (isIdentity(request.headers['content-encoding']) || !hasBody(request)) return done(null, payload);
      reply.header('Accept-Encoding', 'identity');
      return done(new ApiError('UNSUPPORTED_CONTENT_ENCODING'));
    });
  },
  { name: 'content-encoding' },
);

/** @param encodings a comma-separated list of codings */
const isIdentity = (encodings = 'identity'): boolean =>
  encodings.split(',').every((coding) => ['', 'identity'].includes(coding.trim().toLowerCase()));

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
