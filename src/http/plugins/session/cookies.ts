import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from './session-tokens.ts';

export const ACCESS_COOKIE = 'access_token';
export const REFRESH_COOKIE = 'refresh_token';

export class SessionCookies {
  readonly #access: CookieSerializeOptions;
  readonly #refresh: CookieSerializeOptions;

  /** @param publicUrl the cookies are `Secure` when it is https */
  constructor(publicUrl: string) {
    const common = { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
    this.#access = { ...common, path: '/' };
    this.#refresh = { ...common, path: '/api/auth' };
  }

  set(reply: FastifyReply, tokens: { readonly access: string; readonly refresh: string }): void {
    reply.setCookie(ACCESS_COOKIE, tokens.access, { ...this.#access, maxAge: ACCESS_TOKEN_SECONDS });
    reply.setCookie(REFRESH_COOKIE, tokens.refresh, { ...this.#refresh, maxAge: REFRESH_TOKEN_SECONDS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(ACCESS_COOKIE, this.#access);
    reply.clearCookie(REFRESH_COOKIE, this.#refresh);
  }
}

export const accessTokenOf = (request: FastifyRequest): string | undefined => onlyCookie(request, ACCESS_COOKIE);
export const refreshTokenOf = (request: FastifyRequest): string | undefined => onlyCookie(request, REFRESH_COOKIE);

/**
 * Cookie tossing: a sibling domain can set a cookie of the same name for a narrower path, which browsers send first, and an owner would
 * unknowingly work in another account. So two different values count as none. A single foreign cookie cannot be told from the owner's.
 */
function onlyCookie({ cookies, headers }: FastifyRequest, name: string): string | undefined {
  const sent = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const same = new Set(sent.filter((cookie) => cookie.startsWith(`${name}=`)));
  return same.size > 1 ? undefined : cookies[name];
}
