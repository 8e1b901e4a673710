import type { Piscina } from 'piscina';

type PoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/**
 * A pool whose threads may fail to start, as while `npm ci` replaces the modules beside a running service. Without a listener, the failure
 * would end the process; and the pool would keep its tasks for ever. Loads the library on demand, for a fast start of the service.
 * @param onBroken called before the waiting tasks fail; the pool is of no more use. With null when the library cannot be loaded
 */
export async function openThreadPool<Task, Result>(
  options: PoolOptions,
  onBroken: (pool: Piscina<Task, Result> | null) => void,
): Promise<Piscina<Task, Result>> {
  const { Piscina } = await import('piscina').catch((error: unknown) => {
    onBroken(null);
    throw error;
  });
  const pool = new Piscina<Task, Result>(options);
  pool.on('error', () => {
    // A thread that is left takes the tasks that wait.
    if (pool.threads.length > 0 || pool.queueSize === 0) return;
    onBroken(pool);
    void pool.destroy();
  });
  return pool;
}
