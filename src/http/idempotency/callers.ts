/** Who sends a keyed request: see `Caller`. */
import type { FastifyRequest } from 'fastify';
import { accountSubject, chatbotSubject } from '../../domain/schema.ts';
import { refreshTokenOf } from '../session/cookies.ts';
import { widgetKeyOf } from '../widget/widget-access.ts';
import type { Caller } from './honour-keys.ts';

/**
 * The account, whichever of its sessions. Without one it is the client's address; and, on routes without a body, the refresh token: it
 * is all that such a request says of itself, and its answer is that session's alone. What has a body (register, login) is told apart
 * by the credentials in it.
 */
export function ownerOrAddress(request: FastifyRequest): Caller {
  const { owner } = request;
  if (owner !== null) {
    const { chatbotId, id } = request.params as { chatbotId?: string; id?: string };
    const named = chatbotId ?? id;
    const subject = named === undefined ? accountSubject(owner.accountId) : chatbotSubject(named);
    return { name: `account/${owner.accountId}`, group: `account/${owner.accountId}`, subject };
  }
  const { url, schema } = request.routeOptions;
  const hasBody = schema?.body !== undefined;
  const token = hasBody ? '' : (refreshTokenOf(request) ?? '');
  // The address of a client that has gone meanwhile is undefined, whatever its type says.
  const address = String(request.ip);
  // Whoever sends nothing needs nothing, and may have many addresses: together they are remembered no longer than one other caller.
  const group = hasBody ? `address/${address}` : `route/${url}`;
  return { name: JSON.stringify(['address', address, token]), group, subject: null };
}

/** The session a visitor names, of the key's: two visitors of one page are two callers. */
export function visitor(request: FastifyRequest): Caller {
  const { id, chatbotId } = widgetKeyOf(request);
  const { sessionId } = (request.body ?? {}) as { sessionId?: unknown };
  const name = JSON.stringify(['visitor', id, typeof sessionId === 'string' ? sessionId : '']);
  return { name, group: `chatbot/${chatbotId}`, subject: chatbotSubject(chatbotId) };
}
