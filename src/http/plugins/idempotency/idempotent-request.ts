import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { isOfConversation } from '../../../domain/key-subjects.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Idempotency, StoredResponse } from '../../../ports/idempotency.ts';
import type { KeySubject } from '../../../ports/keys.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { NamedRequest, StoredHttpResponse, StoredResponses } from './stored-responses.ts';

export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Carries the response of the first request. */
export class ReplayedResponse extends Error {
  override readonly name = 'ReplayedResponse';
  readonly response: StoredHttpResponse;

  constructor(response: StoredHttpResponse) {
    super('The request has been answered before');
    this.response = response;
  }

  sendTo(reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.response;
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    return reply.code(status).header(REPLAYED_HEADER, 'true').send(body);
  }
}

export const keyReused = (): ApiError => new ApiError('IDEMPOTENCY_KEY_REUSED');

export interface IdempotentRequestDeps {
  readonly idempotency: Idempotency;
  readonly responses: StoredResponses;
  readonly clock: Clock;
  /** 32 bytes, from the master key. */
  readonly secret: Uint8Array;
  readonly log: FastifyBaseLogger;
}

/** Hex. */
export const bodyFingerprint = (secret: Uint8Array, { id }: NamedRequest, content: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['body', id, content]))
    .digest('hex');

/** @throws ReplayedResponse; ApiError 404 when its subject has been deleted */
export async function replay(
  responses: StoredResponses,
  request: NamedRequest,
  stored: StoredResponse,
): Promise<never> {
  const response = await responses.open(request, stored);
  if (response === null)
    throw new ApiError(isOfConversation(stored.subject) ? 'CONVERSATION_NOT_FOUND' : 'CHATBOT_NOT_FOUND');
  throw new ReplayedResponse(response);
}

export interface IdempotentRequest {
  /** The same for every attempt. */
  readonly commandId: string;
  /** An earlier attempt broke off. It may have done everything except respond. */
  readonly isRepeated: boolean;
  /** Names the subject of the personal data in the response, which becomes unreadable with the subject's erasure. */
  setSubject(subject: KeySubject | null): void;
  /** 32 bytes, the same for every attempt. Deriving them takes the caller's key. */
  secretBytes(purpose: string): Uint8Array;
  /**
   * Must be called when a form has been received, before it is used.
   * @param content identifies the form
   * @throws ReplayedResponse, ApiError 422
   */
  formArrived(content: string): Promise<void>;
  /** Ends the attempt and stores the response for repeats, or releases the key when it cannot be stored. Never throws. */
  storeResponse(response: StoredHttpResponse): Promise<void>;
  /** Ends the attempt without a response. A repeat executes the same command. Never throws. */
  release(): Promise<void>;
}
