/** Copyright notices: the licences of the bundled packages require them in every copy of their code. */
import type { BuildResult } from 'esbuild';

/** Copyright of each package, by its place in `node_modules`. All have the MIT licence. */
const COPYRIGHTS: readonly (readonly [place: RegExp, copyright: string])[] = [
  [/^preact\//, 'preact, Copyright (c) 2015-present Jason Miller'],
  [/^preact-iso\//, 'preact-iso, Copyright (c) The Preact Authors'],
  [/^marked\//, 'marked, Copyright (c) 2018+ MarkedJS, (c) 2011-2018 Christopher Jeffrey'],
];
const INSTALLED = /.*node_modules\//;

/**
 * Prepends to each file the notices of the packages whose code it contains.
 * @throws Error for a package without a known notice
 */
export function withNotices(
  product: string,
  { outputFiles, metafile }: BuildResult<{ write: false; metafile: true }>,
): readonly (readonly [path: string, content: Uint8Array])[] {
  const inputsOf = new Map(Object.entries(metafile.outputs).map(([path, { inputs }]) => [nameOf(path), inputs]));
  return outputFiles.map(({ path, contents }) => {
    const copyrights = copyrightsOf(Object.keys(inputsOf.get(nameOf(path)) ?? {}));
    if (copyrights.length === 0) return [path, contents] as const;
    const notice = `/*! ${product} (Apache-2.0). Contains, under the MIT licence (https://opensource.org/license/mit):
${copyrights.join('; ')}. */\n`;
    return [path, Buffer.concat([Buffer.from(notice), contents])] as const;
  });
}

/** The end of a path: esbuild gives the same file absolute and relative. */
const nameOf = (path: string): string => path.replace(/.*[\\/]/, '');

function copyrightsOf(inputs: readonly string[]): readonly string[] {
  const places = inputs.filter((input) => INSTALLED.test(input)).map((input) => input.replace(INSTALLED, ''));
  const copyrights = places.map((place) => {
    const [, copyright] = COPYRIGHTS.find(([pattern]) => pattern.test(place)) ?? [];
    if (copyright === undefined) throw new Error(`${place} is bundled without a licence notice`);
    return copyright;
  });
  return [...new Set(copyrights)];
}
