import type { BrowserContext, Page } from 'playwright-core';
import type { RenderedPage } from '../../../ports/content/page-renderer.ts';
import { statusReason } from '../status-reason.ts';

/** Resource types without text. */
const BLOCKED_RESOURCE_TYPES = new Set([
  'image',
  'media',
  'font',
  'websocket',
  'eventsource',
  'manifest',
  'texttrack',
  'ping',
]);
/** Longest wait for network idle after `DOMContentLoaded`. */
const NETWORK_IDLE_TIMEOUT_MS = 6_000;
/** Time for scripts to process the last response. */
const SETTLE_MS = 100;

/** Loads the page, waits for network idle and returns the document. */
export async function renderIn(
  context: BrowserContext,
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<RenderedPage> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const isWanted = /^https?:/.test(request.url()) && !BLOCKED_RESOURCE_TYPES.has(request.resourceType());
    await (isWanted ? route.continue() : route.abort()).catch(() => {});
  });
  const page = await context.newPage();
  context.on('page', (popup) => void popup.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  const loading = page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.timeoutMs });
  loading.catch(() => {});
  const response = await Promise.race([loading, brokenOff(page)]);
  const status = response?.status() ?? 0;
  if (status < 200 || status > 299) return { ok: false, reason: statusReason(status) };
  await page.waitForLoadState('networkidle', { timeout: NETWORK_IDLE_TIMEOUT_MS }).catch(() => {});
  await page.waitForTimeout(SETTLE_MS);
  const { url: at, html } = await documentOf(page, limits.maxBytes);
  if (html.length >= limits.maxBytes) return { ok: false, reason: 'The page is too large once it is rendered' };
  return { ok: true, url: at, bytes: Buffer.from(html) };
}

/** Rejects when the main document breaks off, which the browser would wait for. */
function brokenOff(page: Page): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  page.on('requestfailed', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    reject(new Error(request.failure()?.errorText ?? 'The page failed to load'));
  });
  return promise;
}

/** Reads from an isolated world, where the page's scripts cannot forge the result, and truncates inside the page's process. */
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
