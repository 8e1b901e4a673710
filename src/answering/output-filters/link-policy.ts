/** Answers may link to the hosts of their sources and to those that the owner named. */
import { nestedAddressAt } from './bare-address.ts';

export interface LinkPolicy {
  /** @param address absolute */
  allows(address: string): boolean;
  /** True for a mailbox of an allowed host, or one that the content or the owner names. */
  allowsMail(address: string): boolean;
  /** True when the content shows the address, which may stay as unlinked text. */
  quotes(address: string): boolean;
}

export interface LinkContext {
  readonly sourceUrls: readonly (string | null)[];
  /** Texts for the model; hosts in them are allowed. */
  readonly ownerTexts: readonly string[];
  readonly passageTexts: readonly string[];
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"'`)\]]+/gi;
/** Escapes, entities and nested addresses, which renderers and browsers read differently. */
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
      const host = AMBIGUOUS.test(address) || nestedAddressAt(address) !== null ? null : webHost(address);
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

/** Host and port. Null for other schemes and for any user name, even an empty one, which `URL` does not show. */
function webHost(address: string): string | null {
  if (!/^https?:\/\/[^/@][^/?#@]*(?:[/?#]|$)/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).host.replace(/^www\./, '');
}
