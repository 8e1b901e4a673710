/**
 * The pictures at the top of the README: the widget on a shop's page, and the console. `RECORD_PICTURES=1 npx vitest run
 * test/console/pictures.test.ts` makes them again.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { askAsVisitors } from '../../src/composition/demo/demo-visitors.ts';
import { type PreparedDemo, prepareDemo } from '../../src/composition/demo/prepare-demo.ts';
import { openPage, siteOf } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { cookiesOf, Owner } from '../support/http/service.ts';
import { visitorOn } from '../support/widget/shop.ts';
import { consoleOfFile, DESKTOP } from './support/console.ts';

const FOLDER = 'docs/images';
const MAX_BYTES = 200 * 1024;
const SCHEMES = ['light', 'dark'] as const;
const SCALE = 2;
const fileOf = (name: string) => `${FOLDER}/${name}.webp`;

describe.each(['widget', 'console'])('The picture of the %s in the README', (name) => {
  it.each(SCHEMES)('is there in %s, and loads quickly', async (scheme) => {
    const file = fileOf(`${name}-${scheme}`);
    expect(readFileSync('README.md', 'utf8')).toContain(`"${file}"`);
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
    expect(await sharp(file).metadata()).toMatchObject({
      width: DESKTOP.width * SCALE,
      height: DESKTOP.height * SCALE,
    });
  });
});

const isRecording = process.env.RECORD_PICTURES !== undefined && chromiumPath !== null;

describe.runIf(isRecording)('Recording the pictures', () => {
  const { open, service, browser } = consoleOfFile();
  let demo: PreparedDemo;
  beforeAll(async () => {
    const { address } = service().running;
    demo = await prepareDemo(address);
    await askAsVisitors(address, demo);
  }, 180_000);

  it.each(SCHEMES)('of the console: %s', async (colorScheme) => {
    const { email, password } = demo;
    const signedIn = await service().call('POST', '/api/auth/login', { body: { email, password } });
    const owner = new Owner(service(), cookiesOf(signedIn));
    const { data } = await owner.call<{ chatbots: { id: string }[] }>('GET', '/chatbots');
    const path = `/chatbots/${data.chatbots[0]?.id}/conversations`;
    const { page } = await open({ owner, path, colorScheme, deviceScaleFactor: SCALE });
    await page.getByRole('link', { name: /mia/ }).click();
    await page.getByText('Rated helpful').waitFor();
    await page.mouse.move(0, 0);
    await store(page, `console-${colorScheme}`);
  });

  it.each(SCHEMES)('of the widget on a page: %s', async (colorScheme) => {
    const { chatbotId, apiKey } = demo;
    const site = await shopSite({ chatbotId, apiKey, apiUrl: `${service().running.address}/api` });
    const { page } = await openPage(browser(), { colorScheme, viewport: DESKTOP, deviceScaleFactor: SCALE });
    await page.goto(site);
    const visitor = visitorOn(page);
    await visitor.open();
    await visitor.askAndRead('When do I get my money back?');
    await store(page, `widget-${colorScheme}`);
  });
});

/** The demo's page at an address of its own. */
function shopSite(config: object): Promise<string> {
  const types: Readonly<Record<string, string>> = {
    css: 'text/css',
    html: 'text/html; charset=utf-8',
    js: 'text/javascript',
  };
  const { apiUrl } = config as { apiUrl: string };
  return siteOf((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const name = { '/': 'page.html', '/demo/page.css': 'page.css', '/demo/page.js': 'page.js' }[pathname];
    if (name === undefined) return void response.writeHead(404).end();
    const text = readFileSync(`demo/${name}`, 'utf8')
      .replace('"__CONFIG__"', () => JSON.stringify(config))
      .replace('"/widget.js"', `"${apiUrl.replace(/\/api$/, '')}/widget.js"`);
    response.writeHead(200, { 'content-type': types[name.split('.')[1] ?? ''] ?? '' }).end(text);
  });
}

async function store(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    fileOf(name),
    await sharp(await page.screenshot())
      .webp({ quality: 76, effort: 6 })
      .toBuffer(),
  );
}
