/** Answers of the widget's endpoints as a test says them, in the place of the service's. */
import type { Page, Route } from 'playwright-core';

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

interface Faked {
  readonly config?: object;
  readonly history?: readonly object[];
}

export async function fakeApi(page: Page, { config, history }: Faked): Promise<void> {
  if (config !== undefined) await page.route(/\/api\/chat\/[^/]+\/config$/, (route) => fulfil(route, { config }));
  if (history === undefined) return;
  await page.route(/\/api\/chat\/[^/]+\/history/, (route) => fulfil(route, { messages: history, nextBefore: null }));
}

function fulfil(route: Route, data: object): Promise<void> {
  if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: HEADERS });
  return route.fulfill({ status: 200, headers: HEADERS, json: { success: true, data } });
}

/** Refuses as the service does. */
export function refuse(route: Route, status: number, message: string, retryAfter?: string): Promise<void> {
  if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: HEADERS });
  const headers = { ...HEADERS, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) };
  return route.fulfill({ status, headers, json: { success: false, message, code: 'X', requestId: 'r' } });
}
