export const START = '/console';
export const SIGN_IN = `${START}/sign-in`;
export const REGISTER = `${START}/register`;
export const FORGOT_PASSWORD = `${START}/forgot-password`;
/** Mailed links lead here. */
export const RESET_PASSWORD = `${START}/reset-password`;
export const NEW_CHATBOT = `${START}/new`;
export const ACCOUNT = `${START}/account`;

/** @param page such as `content` */
export const chatbotPath = (chatbotId: string, page: string): string =>
  `${START}/chatbots/${encodeURIComponent(chatbotId)}/${page}`;

/** Returns null outside a chatbot. */
export function chatbotIdIn(path: string): string | null {
  const [, id] = /^\/console\/chatbots\/([^/]+)/.exec(path) ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** The address of the entrance, which leads back to `url`. */
export const withNext = (entrance: string, url: string): string =>
  url === START ? entrance : `${entrance}?next=${encodeURIComponent(url)}`;

/** The address after signing in, never one of another site. */
export function whereTo(entrance: string, query: Readonly<Record<string, string>>): string {
  const next = query.next ?? '';
  if (/^\/console(?:[/?]|$)/.test(next)) return next;
  return entrance === REGISTER ? NEW_CHATBOT : START;
}
