import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { SubjectErased } from '../../../event-log/subject-erased.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { ApiError, type ErrorDetail } from '../../errors/api-error.ts';
import { MAX_JSON_BYTES, MIN_BODY_LIMIT, sizeName } from '../../validation/body-limit.ts';
import { ReplayedResponse } from '../idempotency/idempotent-request.ts';

/** Gives a store time to return, and is too short to be noticed once it has. */
const RETRY_AFTER_SECONDS = 2;

/** Refusals of Fastify's body parsers and router. */
const FRAMEWORK_ERRORS: Readonly<Record<string, 'BODY_TOO_LARGE' | 'UNSUPPORTED_CONTENT_TYPE'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
};

/** An unexpected error reveals nothing about itself. */
function toApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailable) {
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  // The chatbot was deleted while the request ran.
  if (error instanceof SubjectErased) return new ApiError('CHATBOT_NOT_FOUND');
  if (!(error instanceof Error)) return new ApiError('INTERNAL_ERROR');
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    return new ApiError('VALIDATION_FAILED', { details: validation.map(detailOf(validationContext ?? 'body')) });
  }
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return new ApiError(known, { parameters: { limit: sizeName(bodyLimit) } });
  const callersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new ApiError(callersFault ? 'UNREADABLE_REQUEST' : 'INTERNAL_ERROR');
}

/** `path` is a JSON pointer into the body, or the name of a parameter. */
const detailOf =
  (part: string) =>
  ({ instancePath, message }: { instancePath: string; message?: string }): ErrorDetail => ({
    path: part === 'body' ? instancePath : instancePath.slice(1),
    message: message ?? 'is not valid',
  });

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ReplayedResponse) return error.sendTo(reply);
  const answer = toApiError(error, request.routeOptions.bodyLimit ?? MIN_BODY_LIMIT);
  if (answer.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'Request failed unexpectedly');
  // A refusal of our own, as while the service starts, is in the line of its request.
  else if (error instanceof StoreUnavailable) request.log.warn({ err: error }, 'Request could not be served');
  if (answer.retryAfterSeconds !== undefined) reply.header('Retry-After', String(answer.retryAfterSeconds));
  // A route that streams or sends files may have set it before it failed.
  reply.removeHeader('ETag');
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body(request.id));
}

/** Statuses of requests whose body was read and refused for its content. */
const BODY_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** A refused body counts against its address as one more request for each of these. Smaller bodies cost nothing more. */
const BYTES_A_POINT = 64 * 1024;

async function chargeRefusedBody(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { bodyLimit = MIN_BODY_LIMIT } = request.routeOptions;
  if (error instanceof ReplayedResponse || !BODY_REFUSALS.has(toApiError(error, bodyLimit).status)) return;
  const length = Number(request.headers['content-length'] ?? 0);
  // A chunked body is read up to the limit.
  const bytes = request.headers['transfer-encoding'] === undefined ? length : bodyLimit;
  const points = Math.floor(Math.min(bytes, MAX_JSON_BYTES) / BYTES_A_POINT);
  if (points > 0) await request.server.rateLimiter.chargeAddress(reply, points);
}

export const errorHandler = fp(
  async (app) => {
    app.setErrorHandler(async (error, request, reply) => {
      await chargeRefusedBody(error, request, reply);
      return sendError(error, request, reply);
    });
    app.setNotFoundHandler((request, reply) => sendError(new ApiError('ROUTE_NOT_FOUND'), request, reply));
  },
  { name: 'error-handler' },
);
