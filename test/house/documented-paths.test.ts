/** The documentation names folders and files of the source; they must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [join('docs', name)] : [],
  ),
];
/** A path within the project in code marks, without placeholders or wildcards. */
const PATH = /`((?:src|test|scripts|bench|docs|docker|demo)\/[\w./-]+)`/g;

test.each(DOCUMENTS)('every path that %s names exists', (name) => {
  const paths = [...readFileSync(join(ROOT, name), 'utf8').matchAll(PATH)].flatMap(([, path]) => path ?? []);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
