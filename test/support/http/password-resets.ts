/** A service that mails links to set a new password, and what users do with them. */
import type { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { MailServer } from '../servers/mail-server.ts';
import { type ApiResponse, cookiesOf, TestService } from './service.ts';

export const PUBLIC_URL = 'https://chat.example';
export const PASSWORD = 'correct horse';
export const NEW_PASSWORD = 'battery staple';
export const INVALID = [400, 'INVALID_RESET_TOKEN'];

export async function serviceWithMail(environment: Readonly<Record<string, string>> = {}, logger?: pino.Logger) {
  const mail = await MailServer.start();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Chat <no-reply@chat.example>', PUBLIC_URL, ...environment };
  const service = await TestService.start(settings, logger === undefined ? {} : { logger });
  onTestFinished(() => service.stop());
  const someone = async (email = `${crypto.randomUUID()}@example.com`) => {
    const registered = await service.call('POST', '/api/auth/register', {
      body: { email, password: PASSWORD, name: 'Ada' },
    });
    return { email, cookie: cookiesOf(registered) };
  };
  const ask = (email: string, headers: Record<string, string> = {}) =>
    service.call('POST', '/api/auth/password-reset', { body: { email }, headers });
  const confirm = (token: string, password = NEW_PASSWORD) =>
    service.call('POST', '/api/auth/password-reset/confirm', { body: { token, password } });
  const login = (email: string, password: string) =>
    service.call('POST', '/api/auth/login', { body: { email, password } });
  const isSignedIn = async (cookie: string) =>
    (await service.call('GET', '/api/auth/me', { headers: { cookie } })).status === 200;
  /** The link of the newest mail, when so many have come. */
  const link = async (count: number) => linkIn((await mail.accepted(count))[count - 1]?.source ?? '');
  const token = async (count: number) => tokenIn(await link(count));
  return { service, mail, someone, ask, confirm, login, isSignedIn, link, token };
}

/** Undoes the quoted-printable encoding of a mail. */
const plain = (source: string): string => source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
const linkIn = (source: string): string => /here: (\S+)/.exec(plain(source))?.[1] ?? '';
export const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
export const outcome = ({ status, code }: ApiResponse) => [status, code];
