/** Returns null for what is no URL. `URL.parse` is younger than some browsers that visitors and owners have. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
