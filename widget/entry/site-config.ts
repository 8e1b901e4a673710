/** Reads `window.ChatbotConfig`, any part of which may be anything. */
import { page } from '../shared/page.ts';
import { parseUrl } from '../shared/parse-url.ts';

const DEVELOPMENT_API = 'http://localhost:3000/api';

export interface SiteConfig {
  readonly chatbotId: string;
  readonly apiKey: string;
  /** Absolute, without a slash at the end. */
  readonly apiUrl: string;
  /** The server's root, which serves scripts and images. */
  readonly rootUrl: string;
  readonly language: string;
  /** Texts that replace ours. */
  readonly texts: Readonly<Record<string, string>>;
  readonly position: 'left' | 'right';
  readonly colorScheme: 'auto' | 'light' | 'dark';
  readonly sound: boolean;
  /** False where the page has a button of its own. */
  readonly hasBubble: boolean;
}

export type SiteConfigResult =
  | { readonly ok: true; readonly config: SiteConfig }
  | { readonly ok: false; readonly missing: readonly string[] };

export function readSiteConfig(given: unknown): SiteConfigResult {
  const options = isRecord(given) ? given : {};
  const chatbotId = textOf(options.chatbotId);
  const apiKey = textOf(options.apiKey);
  const missing = [...(chatbotId === '' ? ['chatbotId'] : []), ...(apiKey === '' ? ['apiKey'] : [])];
  if (missing.length > 0) return { ok: false, missing };
  const apiUrl = absoluteUrl(textOf(options.apiUrl) || DEVELOPMENT_API);
  return {
    ok: true,
    config: {
      chatbotId,
      apiKey,
      apiUrl,
      rootUrl: apiUrl.replace(/\/api$/, ''),
      language: textOf(options.language),
      texts: isRecord(options.texts) ? onlyTexts(options.texts) : {},
      position: options.position === 'left' ? 'left' : 'right',
      colorScheme: options.colorScheme === 'light' || options.colorScheme === 'dark' ? options.colorScheme : 'auto',
      sound: options.sound === true,
      hasBubble: options.bubble !== false,
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const onlyTexts = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Pages on the service's own server may write `/api`. */
function absoluteUrl(address: string): string {
  const { href } = parseUrl(address, page.baseURI) ?? new URL(DEVELOPMENT_API);
  return href.replace(/\/+$/, '');
}
