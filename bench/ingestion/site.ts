/** A website of as many pages as are asked for, in a process of its own: `/<edition>/<page>`, each edition with other words. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGES = Number(process.argv[2] ?? '500');
const LINKS = 20;
const SECTIONS = 6;
const WORDS =
  'order parcel return refund delivery customer account invoice payment warranty repair service product price discount member store opening hours contact support question answer shipping tracking exchange size colour material quality season collection gift card voucher newsletter privacy policy terms conditions address city country express standard morning evening weekend holiday stock available online click collect receipt bank transfer credit debit wallet'.split(
    ' ',
  );

/** The same words for the same page. */
function* wordsOf(seed: number): Generator<string> {
  for (let state = (seed * 2_654_435_761) >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield WORDS[(state >>> 8) % WORDS.length] ?? '';
  }
}

function pageOf(edition: number, page: number): string {
  const words = wordsOf(edition * 1_000_003 + page);
  const some = (count: number) => Array.from({ length: count }, () => words.next().value).join(' ');
  const sections = Array.from({ length: SECTIONS }, (_, n) => {
    const paragraphs = Array.from({ length: 3 }, () => `<p>${some(12)}. ${some(14)}. ${some(10)}.</p>`).join('');
    return `<h2>${some(3)} ${page}.${n}</h2>${paragraphs}<ul><li>${some(5)}</li><li>${some(6)}</li></ul>`;
  });
  const links = Array.from({ length: LINKS }, (_, n) => (page * LINKS + n + 1) % PAGES);
  const menu = links.map((link) => `<li><a href="/${edition}/${link}">Page ${link}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>Page ${page} of ${edition}</title><link rel="stylesheet" href="/a.css"></head>
    <body><header class="site-header"><a href="/">Shop</a></header><nav><ul>${menu}</ul></nav>
    <main><h1>Page ${page} of ${edition}</h1>${sections.join('')}</main><footer><p>All rights reserved</p></footer></body></html>`;
}

const server = createServer((request, response) => {
  const [, edition = '', page = ''] = /^\/(\d+)\/(\d+)$/.exec(request.url ?? '') ?? [];
  if (page === '' || Number(page) >= PAGES) response.writeHead(404).end();
  else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(Number(edition), Number(page)));
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
