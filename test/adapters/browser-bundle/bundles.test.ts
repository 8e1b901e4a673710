import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { stylesAsText } from '../../../src/adapters/browser-bundle/bundle.ts';
import { buildInto, CachedBundle } from '../../../src/adapters/browser-bundle/cached-bundle.ts';
import { consoleBundle } from '../../../src/adapters/browser-bundle/console-bundle.ts';
import { widgetBundle } from '../../../src/adapters/browser-bundle/widget-bundle.ts';
import type { BrowserFile } from '../../../src/ports/browser-files.ts';
import { LANGUAGES } from '../../../widget/shared/languages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const textOf = (file: BrowserFile | undefined): string => Buffer.from(file?.content ?? []).toString();

describe('The widget’s files', () => {
  it('are an entry and hashed parts, which the entry names', async () => {
    const files = await new CachedBundle(widgetBundle).all();
    const entry = files.find(({ path }) => path === 'widget.js');
    expect(entry?.isImmutable).toBe(false);
    const parts = files.filter(({ isImmutable }) => isImmutable).map(({ path }) => path);
    expect(parts).toHaveLength(1 + LANGUAGES.length);
    // The hash is that of all languages: the entry does not grow with their number.
    for (const path of parts) {
      const [, named] = /^widget\/(?:strings-[a-z]{2}(?:-[A-Z][a-z]+)?-)?(.+)\.js$/.exec(path) ?? [];
      expect(textOf(entry)).toContain(named);
    }
  });

  it('can never write HTML or run text as code', async () => {
    for (const file of await new CachedBundle(widgetBundle).all()) {
      const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/;
      expect([file.path, forbidden.exec(textOf(file))]).toEqual([file.path, null]);
    }
  });
});

describe('The console’s files', () => {
  it('are a shell, the page of the preview, and hashed assets that they name', async () => {
    const files = await new CachedBundle(consoleBundle).all();
    const pages = files.filter(({ isImmutable }) => !isImmutable);
    expect(pages.map(({ path }) => path)).toEqual(['console/index.html', 'console/preview.html']);
    const named = [
      ...pages
        .map(textOf)
        .join('\n')
        .matchAll(/(?:href|src)="\/(console\/[^"]+)"/g),
    ].map(([, path]) => path);
    expect(named.length).toBeGreaterThanOrEqual(4);
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(named));
  });
});

it('Style sheets of the console stay style sheets where Chatledger is in a folder named “widget”', async () => {
  const folder = join(temporaryDirectory(), 'widget', 'console');
  mkdirSync(folder, { recursive: true });
  const sheet = join(folder, 'main.css');
  writeFileSync(sheet, 'p { margin: 0; }');
  const plugins = [stylesAsText((css) => Promise.resolve({ code: css }))];
  const { outputFiles } = await build({ entryPoints: [sheet], plugins, outdir: folder, write: false });
  expect(outputFiles.map(({ path }) => path)).toEqual([sheet]);
});

describe.each([widgetBundle, consoleBundle])('The files of the $name', (bundle) => {
  it('name the licences of the packages in them', async () => {
    const scripts = (await new CachedBundle(bundle).all()).filter(({ path }) => path.endsWith('.js'));
    const named = scripts.filter((script) => textOf(script).includes('under the MIT licence'));
    const largest = scripts.toSorted((one, other) => other.content.length - one.content.length)[0];
    expect(named).toContain(largest);
  });

  it('come from the folder of an image, where there are neither sources nor a bundler', async () => {
    const image = temporaryDirectory();
    for (const path of ['src/adapters/browser-bundle', 'src/lib/lazily.ts', 'src/ports/browser-files.ts']) {
      mkdirSync(dirname(join(image, path)), { recursive: true });
      cpSync(path, join(image, path), { recursive: true });
    }
    const { CachedBundle: InImage } = (await import(join(image, 'src/adapters/browser-bundle/cached-bundle.ts'))) as {
      CachedBundle: typeof CachedBundle;
    };
    const definition = (await import(join(image, `src/adapters/browser-bundle/${bundle.name}-bundle.ts`))) as Record<
      string,
      typeof bundle
    >;
    const inImage = definition[`${bundle.name}Bundle`];
    if (inImage === undefined) throw new Error('The image lacks the bundle');
    const files = new InImage(inImage);
    await expect(files.all()).rejects.toThrow();
    await buildInto(join(image, 'dist', bundle.name), bundle);
    const built = await files.all();
    const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
    const here = await new CachedBundle(bundle).all();
    expect([...built].sort(byPath)).toEqual([...here].sort(byPath));
    expect(readdirSync(join(image, 'dist'))).toEqual([bundle.name]);
  });
});
