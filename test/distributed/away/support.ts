/** A service whose ways to its engines can be cut. */
import { expect, onTestFinished, vi } from 'vitest';
import { newInstallation } from '../../support/engines/engines.ts';
import { TcpProxy } from '../../support/engines/tcp-proxy.ts';
import { type ApiResponse, TestService } from '../../support/http/service.ts';

/** Milliseconds after which a request gives up on a store, with a margin for a busy machine. */
const ANSWERED_WITHIN_MS = 15_000;
/** Milliseconds within which the service recovers by itself once the engine is back. */
const BACK_WITHIN_MS = 40_000;

export interface CutOffService {
  readonly service: TestService;
  /** The way to the engine. */
  readonly way: TcpProxy;
}

/** A service of the running test that reaches one of its engines through a proxy. */
export async function serviceBehind(
  variable: 'EVENTSTORE_URL' | 'MONGODB_URL' | 'ELASTICSEARCH_URL',
): Promise<CutOffService> {
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  const engine = installation.environment[variable];
  if (engine === undefined) throw new Error(`${variable} is not set`);
  const way = await TcpProxy.before(engine);
  onTestFinished(() => way.close());
  const address = way.addressOf(engine);
  const service = await TestService.start({ [variable]: address }, { installation });
  onTestFinished(() => service.stop());
  return { service, way };
}

/** Answers to the requests, each within the time that a request may take. */
export function answersInTime<Answers extends Record<string, Promise<ApiResponse>>>(
  asked: Answers,
): Promise<{ [Name in keyof Answers]: Awaited<Answers[Name]> }> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('A request was not answered in time')), ANSWERED_WITHIN_MS);
  const all = Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const));
  return Promise.race([all, late.promise])
    .then((answers) => Object.fromEntries(answers) as { [Name in keyof Answers]: Awaited<Answers[Name]> })
    .finally(() => clearTimeout(timer));
}

/** Expects 503 with `Retry-After`. */
export function expectUnavailable(answers: Readonly<Record<string, ApiResponse>>): void {
  for (const [what, { status, code, headers }] of Object.entries(answers)) {
    const retryAfter = Number(headers.get('retry-after'));
    expect({ what, status, code }).toEqual({ what, status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(retryAfter, what).toBeGreaterThan(0);
  }
}

export async function readiness(service: TestService): Promise<{ status: number; checks: Record<string, unknown> }> {
  const { status, text } = await service.call('GET', '/readyz');
  return { status, checks: (JSON.parse(text) as { checks: Record<string, unknown> }).checks };
}

export async function becomesReady(service: TestService): Promise<void> {
  const isReady = async () => {
    const { status, checks } = await readiness(service);
    if (status !== 200) throw new Error(`Not ready: ${JSON.stringify(checks)}`);
  };
  await vi.waitFor(isReady, { timeout: BACK_WITHIN_MS, interval: 200 });
}
