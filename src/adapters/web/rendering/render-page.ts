import type { BrowserContext, Page } from 'playwright-core';
import type { RenderedPage } from '../../../ports/page-renderer.ts';

/** What a page looks like is nothing to us. */
const NOT_LOADED = new Set(['image', 'media', 'font', 'websocket', 'eventsource', 'manifest', 'texttrack', 'ping']);
/** How long after its markup a page may go on to ask for things until it is taken as it is. */
const SETTLED_WITHIN_MS = 6_000;
/** Of what waits for the network to be quiet, the rest of the time is for what scripts do with the last answer. */
const AFTERWARDS_MS = 100;

/** Loads the page, lets its scripts run until it is quiet, and takes the document as it stands then. */
export async function renderIn(
  context: BrowserContext,
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<RenderedPage> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const isWanted = /^https?:/.test(request.url()) && !NOT_LOADED.has(request.resourceType());
    await (isWanted ? route.continue() : route.abort()).catch(() => {});
  });
  const page = await context.newPage();
  context.on('page', (popup) => void popup.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  const loading = page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.timeoutMs });
  loading.catch(() => {});
  const response = await Promise.race([loading, brokenOff(page)]);
  const status = response?.status() ?? 0;
  if (status < 200 || status > 299) return { ok: false, reason: `The server answered with status ${status}` };
  await page.waitForLoadState('networkidle', { timeout: SETTLED_WITHIN_MS }).catch(() => {});
  await page.waitForTimeout(AFTERWARDS_MS);
  const { url: at, html } = await documentOf(page, limits.maxBytes);
  if (html.length >= limits.maxBytes) return { ok: false, reason: 'The page is too large once it is rendered' };
  return { ok: true, url: at, bytes: Buffer.from(html) };
}

/** Rejects when the document itself ends in the middle: the browser would wait for the rest of it. */
function brokenOff(page: Page): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  page.on('requestfailed', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    reject(new Error(request.failure()?.errorText ?? 'The page broke off'));
  });
  return promise;
}

/** Asked in a world of its own: the page's scripts cannot make up an answer, and it is cut before it leaves the page's process. */
async function documentOf(page: Page, maxCharacters: number): Promise<{ url: string; html: string }> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const frameId = frameTree.frame.id;
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'reading' });
  const evaluated = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: `document.documentElement.outerHTML.slice(0, ${maxCharacters})`,
    returnByValue: true,
  });
  const value: unknown = evaluated.result.value;
  return { url: frameTree.frame.url, html: typeof value === 'string' ? value : '' };
}
