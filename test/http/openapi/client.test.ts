import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../../support/http/shared-service.ts';

const run = promisify(execFile);
const service = sharedService();
/** TypeScript's package exports no program. */
const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
/** Inside the project, so that the program finds the types of Node. */
const folder = mkdtempSync(join(import.meta.dirname, 'client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROJECT = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    skipLibCheck: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'built',
  },
  include: ['*.ts'],
};

describe('A client that was generated from the OpenAPI document', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await service().document()));
    const output = { target: 'api.ts', client: 'fetch', override: { fetch: { useRuntimeFetcher: true } } } as const;
    await generate({ input: 'openapi.json', output }, folder, { logLevel: 'error' });
    writeFileSync(join(folder, 'program.ts'), readFileSync(join(import.meta.dirname, 'client-program.txt')));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  }, 60_000);

  it('has types for what a program registers, makes, asks and reads, and works', async () => {
    const compiled = await run(process.execPath, [COMPILER, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe('');
    const { stdout } = await run(process.execPath, [join(folder, 'built/program.js'), service().running.address]);
    expect(JSON.parse(stdout)).toEqual({
      name: 'Ada',
      status: 'ready',
      welcome: 'Hello!',
      answer: expect.stringMatching(/nine to six[\s\S]*\n\[SUGGESTIONS\] /),
      feedback: 'positive',
      roles: ['user', 'assistant'],
      refused: 'CHATBOT_NOT_FOUND',
    });
  }, 60_000);
});
