import { expect, test, vi } from 'vitest';
import { isolatedThreadEnvironment } from '../../src/lib/thread-environment.ts';

test('An isolated thread sees no variable but the one of the compile cache, and none where that is not set', () => {
  vi.stubEnv('MASTER_KEY', 'secret');
  try {
    vi.stubEnv('NODE_COMPILE_CACHE', '/cache');
    expect(isolatedThreadEnvironment()).toEqual({ NODE_COMPILE_CACHE: '/cache' });
    vi.stubEnv('NODE_COMPILE_CACHE', undefined);
    expect(isolatedThreadEnvironment()).toEqual({});
  } finally {
    vi.unstubAllEnvs();
  }
});
