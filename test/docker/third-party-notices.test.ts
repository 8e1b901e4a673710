/** Third-party notices of the image, made from the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPT = 'scripts/third-party-notices.ts';

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
}

const makeNotices = (cwd: string): string =>
  execFileSync(process.execPath, [SCRIPT], { cwd, encoding: 'utf8', maxBuffer: 64 << 20, stdio: 'pipe' });

/** A project with one installed package, and with the texts that come with ours. */
function projectWith(manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const project = temporaryDirectory();
  for (const path of [SCRIPT, 'LICENSE', 'licenses'])
    cpSync(join(root, path), join(project, path), { recursive: true });
  const folder = join(project, 'node_modules/some');
  mkdirSync(join(folder, 'nested'), { recursive: true });
  writeFileSync(
    join(project, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/some': {} } }),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'some', version: '1.2.3', ...manifest }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return project;
}

describe('The notices of the image', () => {
  test('name every installed production package, and no other', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, LockedPackage>>;
    };
    const installed = Object.entries(packages).filter(([folder]) => existsSync(join(root, folder, 'package.json')));
    const titles = (wanted: boolean) =>
      installed
        .filter(([, { dev = false }]) => dev !== wanted)
        .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)} ${version}`);
    const notices = makeNotices(root);
    const named = new Set([...notices.matchAll(/^([^|\s]\S* \d\S*) \| /gm)].map(([, title = '']) => title));
    expect([...named].sort()).toEqual([...new Set(titles(true))].sort());
    expect(titles(false).length).toBeGreaterThan(20);
  });

  test('hold the texts that the LGPL asks for, and the terms of what libvips brings', () => {
    const project = projectWith(
      { license: 'LGPL-3.0-or-later' },
      { 'README.md': '# Some\n\n## Licensing\n\nWith librsvg under LGPLv3.\n\n## More\n' },
    );
    const notices = makeNotices(project);
    expect(notices).toContain('some 1.2.3 | LGPL-3.0-or-later');
    expect(notices).toContain('With librsvg under LGPLv3.');
    expect(notices).not.toContain('## More');
    for (const title of ['GNU LESSER GENERAL PUBLIC LICENSE', 'GNU GENERAL PUBLIC LICENSE']) {
      expect(notices).toMatch(new RegExp(`^ *${title}\\n *Version 3, 29 June 2007$`, 'm'));
    }
  });

  test("hold a package's own texts as they are, wherever they stand in it", () => {
    const own = { 'LICENSE.txt': 'Own terms', NOTICE: 'Own notice', 'nested/LICENSE_FONT': 'Terms of a font' };
    const notices = makeNotices(projectWith({ license: 'MIT' }, own));
    for (const text of Object.values(own)) expect(notices).toContain(text);
    expect(notices).not.toContain('Permission is hereby granted');
  });

  test('are not made while the terms of a package are unknown', () => {
    expect(() => makeNotices(projectWith({ license: 'Odd-1.0' }))).toThrow('some 1.2.3 brings no text of its licence');
  });

  test('are made for the image, and are in it', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    const allowed = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    expect(dockerfile).toContain(`RUN node ${SCRIPT} > THIRD-PARTY-NOTICES`);
    expect(dockerfile).toMatch(/^COPY --from=made \/app\/THIRD-PARTY-NOTICES /m);
    expect(allowed).toEqual(expect.arrayContaining(['!LICENSE', '!licenses', `!${SCRIPT}`]));
  });
});
