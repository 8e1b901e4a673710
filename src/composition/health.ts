import type { Health } from '../http/deps.ts';
import type { ProjectionEngine } from '../projections/engine/engine.ts';

const LAG_LIMIT_MS = 2_000;

/** Ready once the read models have caught up, until the service is told to stop. */
export function healthOf(engine: ProjectionEngine): Health & { stopping(): void } {
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  engine.caughtUp().then(
    () => {
      if (state === 'starting') state = 'running';
    },
    // What stopped a read model is in its status.
    () => undefined,
  );
  return {
    caughtUp: () => state !== 'starting',
    stopping: () => {
      state = 'stopping';
    },
    async ready() {
      const projections = await statusOf(engine);
      const ready = state === 'running' && projections !== null;
      return { ready, checks: { service: state, projections: projections ?? 'the event log cannot be read' } };
    },
  };
}

async function statusOf(engine: ProjectionEngine): Promise<Record<string, unknown> | null> {
  const late = AbortSignal.timeout(LAG_LIMIT_MS);
  const tooLate = new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null), { once: true }));
  const status = await Promise.race([engine.status().catch(() => null), tooLate]);
  if (status === null) return null;
  return Object.fromEntries(
    status.map(({ projection, checkpoint, ...rest }) => [
      projection,
      { ...rest, checkpoint: checkpoint === null ? null : String(checkpoint) },
    ]),
  );
}
