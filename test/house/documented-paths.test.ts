/** The documentation names folders and files of the source, and links to pages and their headings; all must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** A file that a text names by the end of its path, as `retrieval/retrieve.ts`. */
const FILE = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|cjs|wat))`/g;
const FILES = ['console', 'ops', 'scripts', 'src', 'test', 'bench', 'widget'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `/${folder}/${name.replaceAll('\\', '/')}`,
  ),
);

test.each(DOCUMENTS)('every file that %s names in short exists', (name) => {
  const named = [...readFileSync(join(ROOT, name), 'utf8').matchAll(FILE)].flatMap(([, path]) => path ?? []);
  expect(named.filter((path) => !FILES.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});

/** A link within the project: the path of a page, a heading of it, or both. */
const LINK = /\]\((?!\w+:)([^()#\s]*)(?:#([^()\s]+))?\)/g;

test.each(DOCUMENTS)('every link of %s leads to a file and a heading', (name) => {
  const links = [...readFileSync(join(ROOT, name), 'utf8').matchAll(LINK)].map(([, path = '', heading]) => ({
    page: path === '' ? name : join(dirname(name), path),
    heading,
  }));
  const broken = links.filter(
    ({ page, heading }) =>
      !existsSync(join(ROOT, page)) || (heading !== undefined && !headingIds(page).includes(heading)),
  );
  expect(broken).toEqual([]);
});

test('the list of decisions names every decision once', () => {
  const folder = join(ROOT, 'docs/decisions');
  const listed = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual(
    readdirSync(folder)
      .filter((name) => name !== 'README.md')
      .sort(),
  );
});

/** As GitHub forms them. */
function headingIds(page: string): readonly string[] {
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
