/** Allow list of private hosts, by name and port: `localhost:8080`, `[::1]:80`. */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;

  constructor(hosts: readonly string[]) {
    this.#hosts = new Set(hosts.map(normalised));
  }

  has(url: URL): boolean {
    return this.#hosts.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);
  }
}

function normalised(entry: string): string {
  const colon = entry.lastIndexOf(':');
  const host = URL.parse(`http://${entry.slice(0, colon)}/`)?.hostname ?? entry.slice(0, colon);
  return `${host}:${entry.slice(colon + 1)}`;
}
