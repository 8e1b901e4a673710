import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SubjectErased } from '../../log/codec.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { AnsweredBefore } from '../idempotency/keyed-request.ts';
import { ApiError, type ErrorDetail } from './api-error.ts';

/** How soon a caller should try again when a store is away: long enough to matter, short enough not to be noticed after it is back. */
const RETRY_AFTER_SECONDS = 2;

/** The body parsers' and the router's own refusals, which are the caller's doing. */
const FRAMEWORK_ERRORS: Readonly<Record<string, 'BODY_TOO_LARGE' | 'UNSUPPORTED_CONTENT_TYPE'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_CONTENT_TYPE',
};

/** What a thrown value is to the caller. What nobody foresaw tells them nothing of itself. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailable) {
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  // Whatever was to be recorded belongs to a chatbot that was deleted meanwhile.
  if (error instanceof SubjectErased) return new ApiError('CHATBOT_NOT_FOUND');
  if (!(error instanceof Error)) return new ApiError('INTERNAL_ERROR');
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    return new ApiError('VALIDATION_FAILED', { details: validation.map(detailOf(validationContext ?? 'body')) });
  }
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return new ApiError(known);
  const callersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new ApiError(callersFault ? 'UNREADABLE_REQUEST' : 'INTERNAL_ERROR');
}

/** What is wrong in the body is found by its place alone; elsewhere the part is named, as in `/querystring/limit`. */
const detailOf =
  (part: string) =>
  ({ instancePath, message }: { instancePath: string; message?: string }): ErrorDetail => ({
    path: part === 'body' ? instancePath : `/${part}${instancePath}`,
    message: message ?? 'is not valid',
  });

export function answerWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof AnsweredBefore) return error.sendTo(reply);
  const answer = toApiError(error);
  if (answer.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'A request failed unexpectedly');
  else if (answer.code === 'SERVICE_UNAVAILABLE') request.log.warn({ err: error }, 'A request could not be served');
  if (answer.retryAfterSeconds !== undefined) reply.header('Retry-After', String(answer.retryAfterSeconds));
  // A route that streams or sends files may have said otherwise before it failed.
  reply.removeHeader('ETag');
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body(request.id));
}

/** All errors of the app, from wherever they come, in the one envelope. */
export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler(answerWithError);
  app.setNotFoundHandler((request, reply) => answerWithError(new ApiError('ROUTE_NOT_FOUND'), request, reply));
}
