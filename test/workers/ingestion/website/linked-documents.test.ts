import { describe, expect } from 'vitest';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, pdfOf, wordParagraph } from '../../../support/files/documents.ts';
import { png } from '../../../support/files/images.ts';
import { page } from '../../../support/servers/test-site.ts';
import { test, text } from './crawl-test.ts';

describe('A document that pages link to', () => {
  const csv = 'name,price\nanvil,99\n';
  const setDocument = (type: string, body: string | Buffer = csv) => ({ headers: { 'content-type': type }, body });

  test('is read as a page of the crawl', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/prices.csv']));
    site.set('/prices.csv', setDocument('text/csv'));
    const { pages } = await crawl();
    expect(pages[1]).toMatchObject({ title: 'prices', url: `${site.url}/prices.csv` });
    expect(pages[1]?.blocks).toEqual([{ kind: 'table', header: 'name | price', rows: ['anvil | 99'] }]);
  });

  test('is read by its name where the content type says nothing', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/a.csv', '/b.csv?v=1', '/c.bin']));
    site.set('/a.csv', setDocument('application/octet-stream'));
    site.set('/b.csv?v=1', setDocument('text/plain', csv.replace('99', '100')));
    site.set('/c.bin', setDocument('application/octet-stream'));
    const { paths, pages } = await crawl();
    expect(paths).toEqual(['/', '/a.csv', '/b.csv?v=1']);
    expect(pages[2]?.blocks[0]).toMatchObject({ kind: 'table', rows: ['anvil | 100'] });
  });

  test('is read by the name under which a program sends it, whatever the content type', async ({ site, crawl }) => {
    const named = (disposition: string, type = 'application/octet-stream') => ({
      headers: { 'content-type': type, 'content-disposition': disposition },
      body: csv,
    });
    site.set('/', page('Home', text('Home'), ['/dl?id=1', '/dl?id=2', '/dl?id=3', '/dl?id=4']));
    site.set('/dl?id=1', named('attachment; filename="Price list.csv"'));
    site.set('/dl?id=2', {
      ...named("attachment; filename*=UTF-8''..%2F..%2Fetc%2FGr%C3%B6%C3%9Fen.csv", 'x/y'),
      body: `${csv}bell,5\n`,
    });
    site.set('/dl?id=3', named('attachment; filename=setup.exe'));
    site.set('/dl?id=4', named('attachment'));
    const { pages, skipped } = await crawl();
    expect(pages.map(({ title }) => title)).toEqual(['Home', 'Price list', 'Größen']);
    expect(Object.keys(skipped)).toEqual(['/dl?id=3', '/dl?id=4']);
  });

  test('is known by its first bytes where a server calls it a page', async ({ site, crawl }) => {
    const html = 'text/html; charset=utf-8';
    site.set('/', page('Home', text('Home'), ['/brochure', '/terms.docx', '/picture']));
    site.set('/brochure', setDocument(html, Buffer.from(pdfOf([['Anvils of every size.']]))));
    site.set('/terms.docx', setDocument(html, Buffer.from(docxOf(wordParagraph('Anvils are delivered on Mondays.')))));
    site.set('/picture', setDocument(html, Buffer.from(await png(200))));
    const { pages, skipped } = await crawl();
    expect(pages.map(documentText).slice(1)).toEqual(['Anvils of every size.', 'Anvils are delivered on Mondays.']);
    expect(skipped).toEqual({ '/picture': 'The page is a file of another kind' });
  });

  test('is decoded by the charset of its content type', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/d.txt']));
    site.set('/d.txt', setDocument('text/plain; charset=iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1')));
    expect((await crawl()).pages.map(documentText)[1]).toBe('Grüße');
  });
});
