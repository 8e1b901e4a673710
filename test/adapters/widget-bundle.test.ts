import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInto, CachedWidgetFiles } from '../../src/adapters/widget-bundle/cached-bundle.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('The widget’s files', () => {
  it('are an entry and hashed parts, which the entry names', async () => {
    const files = await new CachedWidgetFiles().all();
    const entry = files.find(({ path }) => path === 'widget.js');
    expect(entry?.isImmutable).toBe(false);
    const parts = files.filter(({ isImmutable }) => isImmutable).map(({ path }) => path);
    expect(parts).toHaveLength(11);
    const text = Buffer.from(entry?.content ?? []).toString();
    for (const path of parts) expect(text).toContain(path.replace('widget/', ''));
  });

  it('can never write HTML or run text as code', async () => {
    for (const { path, content } of await new CachedWidgetFiles().all()) {
      const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/;
      expect([path, forbidden.exec(Buffer.from(content).toString())]).toEqual([path, null]);
    }
  });

  it('come from the folder of an image, where there are neither sources nor a bundler', async () => {
    const image = temporaryDirectory();
    for (const path of ['src/adapters/widget-bundle', 'src/ports/widget-files.ts']) {
      mkdirSync(dirname(join(image, path)), { recursive: true });
      cpSync(path, join(image, path), { recursive: true });
    }
    const { CachedWidgetFiles: InImage } = (await import(
      join(image, 'src/adapters/widget-bundle/cached-bundle.ts')
    )) as { CachedWidgetFiles: typeof CachedWidgetFiles };
    const files = new InImage();
    await expect(files.all()).rejects.toThrow();
    await buildInto(join(image, 'dist/widget'));
    const built = await files.all();
    const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
    const here = await new CachedWidgetFiles().all();
    expect([...built].sort(byPath)).toEqual([...here].sort(byPath));
    expect(readdirSync(join(image, 'dist'))).toEqual(['widget']);
  });
});
