/**
 * `node scripts/third-party-notices.ts > THIRD-PARTY-NOTICES`: licences and notices of every installed production package.
 * Fails for a package whose terms cannot be found.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** By SPDX identifier, for packages without a text. The LGPL adds to the GPL, so both are needed. */
const STANDARD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'Apache-2.0': ['LICENSE'],
  ISC: ['licenses/ISC.txt'],
  'LGPL-3.0-or-later': ['licenses/LGPL-3.0.txt', 'licenses/GPL-3.0.txt'],
  MIT: ['licenses/MIT.txt'],
};
const NOTICE_FILE = /^(?:licen[cs]e|copying|copyright|notice|third[-_ ]?party|ofl)/i;
/** Code that handles licences is no licence. */
const CODE_FILE = /\.(?:[cm]?[jt]sx?|json|map|css|html|wasm|node)$/i;
const LICENCE_SECTION = /^#{1,3} licen[cs](?:e|es|ing)\b[\s\S]*?(?=^#{1,2} |(?![\s\S]))/im;
const RULE = '='.repeat(80);

interface Package {
  /** `name version` */
  readonly title: string;
  readonly licence: string;
  readonly source: string;
  readonly author: string;
  readonly texts: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n').trim();

/** npm notes which packages it has installed. */
function installedFolders(): readonly string[] {
  const { packages } = JSON.parse(readText('node_modules/.package-lock.json')) as Lock;
  return Object.entries(packages)
    .filter(([folder, { dev = false }]) => !dev && existsSync(join(ROOT, folder, 'package.json')))
    .map(([folder]) => folder);
}

/** @throws Error when neither the package nor a standard licence has a text */
function packageIn(folder: string): Package {
  const manifest = JSON.parse(readText(join(folder, 'package.json'))) as Manifest;
  const { name, version, license: licence = 'not named', author = '', repository, homepage = '' } = manifest;
  const source = typeof repository === 'string' ? repository : (repository?.url ?? homepage);
  const texts = [...ownTexts(folder), ...standardTexts(licence, folder)];
  if (texts.length === 0) throw new Error(`${name} ${version} brings no text of its licence (${licence})`);
  const authorName = typeof author === 'string' ? author : author.name;
  return { title: `${name} ${version}`, licence, source, author: authorName, texts };
}

const noticeFiles = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: join(ROOT, folder), exclude: ['node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE_FILE.test(entry.name) && !CODE_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();

function ownTexts(folder: string): readonly string[] {
  const files = noticeFiles(folder).map(readText);
  const readme = readdirSync(join(ROOT, folder)).find((name) => /^readme(?:\.md)?$/i.test(name));
  const section = readme === undefined ? undefined : LICENCE_SECTION.exec(readText(join(folder, readme)))?.[0].trim();
  return files.length > 0 || section === undefined ? files : [section];
}

/** Texts for a package without a licence file, or with one that does not stand alone: the LGPL's must be included word for word. */
function standardTexts(licence: string, folder: string): readonly string[] {
  const names = licence.split(/[()\s]+/).filter((word) => word in STANDARD_TEXTS);
  const isNeeded = noticeFiles(folder).length === 0;
  const [first] = names;
  return isNeeded && first !== undefined ? (STANDARD_TEXTS[first] ?? []).map(readText) : [];
}

/** Each text once, below all the packages that come with it. */
function notices(packages: readonly Package[]): string {
  const byTexts = Map.groupBy(packages, ({ texts }) => texts.join(`\n\n${'-'.repeat(80)}\n\n`));
  const sections = [...byTexts].map(([text, group]) => {
    const lines = group.map(({ title, licence, author, source }) =>
      [title, licence, author === '' ? '' : `by ${author}`, source].filter((part) => part !== '').join(' | '),
    );
    return `${RULE}\n${lines.join('\n')}\n${RULE}\n\n${text}\n`;
  });
  const heading = `Chatledger comes with the ${packages.length} packages below, each under the terms that follow it. None is changed.`;
  return [heading, ...sections].join('\n\n');
}

const packages = installedFolders().map(packageIn);
process.stdout.write(notices(packages.toSorted((a, b) => (a.title < b.title ? -1 : 1))));
