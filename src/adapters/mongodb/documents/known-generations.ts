/** Generations as the collections `collections` and `active_versions` tell of them (see generations.ts). Keys are as `messages@3`. */

/** The generation of a read model that was never lost. */
export const FIRST = '';

export interface ActiveVersion {
  _id: string;
  version: number;
  /** Build of the version. Absent, or that of another version, after a release without generations activated the first one. */
  build?: { readonly version: number; readonly generation: string };
}

export interface Known {
  /** Generations that projectors write, by key. */
  readonly written: ReadonlyMap<string, string>;
  /** Versions that readers use, by name. */
  readonly active: ReadonlyMap<string, ActiveVersion>;
}

export function usedIn(active: Known['active'], name: string, version: number): string | null {
  const used = active.get(name);
  return used?.version === version ? generationOf(used) : null;
}

export const generationOf = ({ version, build }: ActiveVersion): string =>
  build?.version === version ? build.generation : FIRST;
export const keyOf = ({ _id, version }: ActiveVersion): string => `${_id}@${version}`;

/** True for the generation that projectors write. */
export function isWritten(known: Known, key: string, generation: string): boolean {
  const written = known.written.get(key) ?? usedIn(known.active, nameIn(key), versionIn(key)) ?? FIRST;
  return written === generation;
}

export const nameIn = (key: string): string => key.split('@', 1)[0] ?? '';
export const versionIn = (key: string): number => Number(key.split('@')[1]);
