import type { LookupFunction } from 'node:net';
import { AllowedHosts } from './allowed-hosts.ts';
import { type Agents, guardedAgents, isRefusedHost, openAgents } from './public-only-agents.ts';

const MAX_URL_CHARACTERS = 8_192;

/** SSRF guard: picks the agents for a URL, or refuses it. */
export class AddressGuard {
  readonly #allowed: AllowedHosts;
  readonly #guarded: Agents;
  readonly #open: Agents;

  /** @param allowHosts `host:port` of private hosts that are allowed */
  constructor(allowHosts: readonly string[], resolve?: LookupFunction) {
    this.#allowed = new AllowedHosts(allowHosts);
    this.#guarded = guardedAgents(resolve);
    this.#open = openAgents(resolve);
  }

  agentsFor(url: URL): Agents | null {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    if (url.href.length > MAX_URL_CHARACTERS || url.hostname === '') return null;
    if (this.#allowed.has(url)) return this.#open;
    return isRefusedHost(url.hostname) ? null : this.#guarded;
  }

  close(): void {
    for (const agents of [this.#guarded, this.#open]) {
      agents.http.destroy();
      agents.https.destroy();
    }
  }
}
