import { describe, expect } from 'vitest';
import type { PageRenderer } from '../../../../src/ports/content/page-renderer.ts';
import { documentText } from '../../../../src/text/document.ts';
import { page } from '../../../support/servers/test-site.ts';
import { test, text } from './crawl-test.ts';

describe('A site that is written by scripts', () => {
  const app = (path: string) =>
    `<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js?${path}"></script></body></html>`;

  /** Writes what a browser would, and lists what it was asked for. */
  function rendererOf(pages: Readonly<Record<string, string>>): PageRenderer & { readonly asked: string[] } {
    const asked: string[] = [];
    return {
      asked,
      async render(url) {
        asked.push(url);
        const html = pages[new URL(url).pathname];
        return html === undefined ? { ok: false, reason: 'Not now' } : { ok: true, url, bytes: Buffer.from(html) };
      },
      close: async () => {},
    };
  }

  test.for([
    ['nextjs', '<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script></body>'],
    ['nuxt', '<body><div id="__nuxt"></div><script src="/_nuxt/entry.js"></script></body>'],
    ['spa', '<body><div id="root"></div><script type="module" src="/main.js"></script></body>'],
  ] as const)('has the site type %s and sparse content', async ([siteType, body], { site, crawl }) => {
    site.set(
      '/',
      `<!doctype html><html><head><title>App</title><meta name="description" content="What it does."></head>${body}</html>`,
    );
    const result = await crawl();
    expect(result).toMatchObject({ ok: true, siteType, sparseContent: true });
    expect(result.pages.map(documentText)).toEqual(['What it does.']);
  });

  test('is read as a browser renders it, links included', async ({ site, crawl }) => {
    site.set('/', app('/'));
    site.set('/about', app('/about'));
    site.set('/plain', page('Plain', text('Plain')));
    const renderer = rendererOf({
      '/': page('Home', text('Home'), ['/about', '/plain']),
      '/about': page('About', text('About')),
    });
    const result = await crawl({}, { renderer });
    expect(result.paths).toEqual(['/', '/about', '/plain']);
    expect(result).toMatchObject({ siteType: 'spa', sparseContent: false });
    expect(result.pages[1]).toMatchObject({ title: 'About', url: `${site.url}/about` });
    expect(renderer.asked).toEqual([`${site.url}/`, `${site.url}/about`]);
  });

  test('is read as the server sends it where it cannot be rendered', async ({ site, crawl }) => {
    site.set('/', app('/'));
    const sparse = { ok: true, siteType: 'spa', sparseContent: true };
    expect(await crawl({}, { renderer: rendererOf({}) })).toMatchObject(sparse);
    expect(await crawl()).toMatchObject(sparse);
  });
});
