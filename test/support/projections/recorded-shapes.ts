/** Compares the shapes of read models with those that were committed for their versions. */
import type { Fingerprint } from './document-shapes.ts';

export type Fingerprints = Readonly<Record<string, Fingerprint>>;

/** The command that writes the file anew. It changes no shape whose version was not raised. */
const RECORD_COMMAND = 'RECORD_SHAPES=1 npx vitest run test/projections/shapes.test.ts';

/** @returns for each read model that disagrees with the committed file what to do; empty when all agree */
export function disagreements(committed: Fingerprints, now: Fingerprints): readonly string[] {
  const names = [...new Set([...Object.keys(committed), ...Object.keys(now)])].toSorted();
  return names.flatMap((name) => {
    const [before, after] = [committed[name], now[name]];
    if (after === undefined) return `The read model ${name} was removed. Record the shapes: ${RECORD_COMMAND}`;
    if (before === undefined) return `The read model ${name} is new. Record its shape: ${RECORD_COMMAND}`;
    if (isUnraised(before, after)) return unraised(name, before, after);
    if (after.version !== before.version) {
      return `The read model ${name} went from version ${before.version} to ${after.version}. Record its shape: ${RECORD_COMMAND}`;
    }
    return [];
  });
}

/** @throws Error when a shape changed and its version was not raised */
export function recordable(committed: Fingerprints, now: Fingerprints): Fingerprints {
  const refused = Object.entries(now).flatMap(([name, after]) => {
    const before = committed[name];
    return before !== undefined && isUnraised(before, after) ? unraised(name, before, after) : [];
  });
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return now;
}

const isUnraised = (before: Fingerprint, after: Fingerprint): boolean =>
  after.version < before.version ||
  (after.version === before.version && JSON.stringify(after) !== JSON.stringify(before));

function unraised(name: string, before: Fingerprint, after: Fingerprint): string {
  if (after.version < before.version) {
    return `The read model ${name} went back from version ${before.version} to ${after.version}: stored documents of the higher version exist. Raise it instead.`;
  }
  const folder = name.replaceAll('_', '-');
  return [
    `The documents of the read model ${name} changed shape, but its version is still ${before.version}.`,
    `Documents that are already stored would keep the old shape: ${changedPaths(before, after).join(', ')}.`,
    `1. Raise \`version\` in src/projections/${folder}/projection.ts to ${before.version + 1}, so that the read model is rebuilt.`,
    `2. Record the new shape: ${RECORD_COMMAND}`,
  ].join('\n');
}

/** Paths at which two values differ, with a sign: `+` added, `-` removed, `~` changed. */
function changedPaths(before: unknown, after: unknown, path = ''): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isPlainObject(before) || !isPlainObject(after)) return [`~ ${path}`];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (!(name in before)) return `+ ${at}`;
    return name in after ? changedPaths(before[name], after[name], at) : `- ${at}`;
  });
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
