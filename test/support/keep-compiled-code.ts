/** Vitest kills its processes, and Node writes its compile cache only at an orderly end: so each test file writes what it has added. */
import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

afterAll(() => flushCompileCache());
