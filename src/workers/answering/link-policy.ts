/** Which addresses an answer may carry: those of the hosts its sources come from, and of the hosts its owner named. */

export interface LinkPolicy {
  /** Whether this absolute address may be a link or an image. */
  allows(address: string): boolean;
  /** Whether this mailbox may be named: it is of such a host, or the content or the owner shows it. */
  allowsMail(address: string): boolean;
  /** Whether the content itself shows this address: then it may stay as text that no renderer makes a link of. */
  quotes(address: string): boolean;
}

export interface LinkContext {
  /** Addresses of the passages. */
  readonly sourceUrls: readonly (string | null)[];
  /** What the owner wrote for the model: addresses in it are the owner's. */
  readonly ownerTexts: readonly string[];
  readonly passageTexts: readonly string[];
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"'`)\]]+/gi;
/** What renderers and browsers read differently (escapes, entities, an address within another), so that none is trusted with it. */
const AMBIGUOUS = /:\/\/.*:\/\/|[\s<>"[\\\]^`{|}]|&[#\w]+;/;

export function linkPolicy(context: LinkContext): LinkPolicy {
  const hosts = new Set<string>();
  const owned = context.ownerTexts.flatMap((text) => text.match(WEB_ADDRESS) ?? []);
  for (const address of [...context.sourceUrls, ...owned]) {
    const host = address === null ? null : webHost(address);
    if (host !== null) hosts.add(host);
  }
  return {
    allows(address) {
      const host = AMBIGUOUS.test(address) ? null : webHost(address);
      return host !== null && hosts.has(host);
    },
    allowsMail(address) {
      const [, host = ''] = address.toLowerCase().split('@');
      if (hosts.has(host)) return true;
      const shown = [...context.passageTexts, ...context.ownerTexts];
      return shown.some((text) => text.toLowerCase().includes(address.toLowerCase()));
    },
    quotes: (address) => context.passageTexts.some((text) => text.includes(address)),
  };
}

/** Host and port of a plain web address, null for any other scheme and for one that carries a user name. */
function webHost(address: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username === '' && url.password === '' ? url.host.replace(/^www\./, '') : null;
}
