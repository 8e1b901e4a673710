/**
 * Records a data folder with the program of a checkout, and what its interface answered:
 * `node scripts/launch.cjs test/releases/record.ts ../old-checkout 0.1.0`. Run it for a release before its successor changes
 * events or read models; `data-folders.test.ts` opens every recorded folder.
 */
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ProcessClient } from '../support/processes/process-client.ts';
import { startServiceProcess } from '../support/processes/service-process.ts';
import { readAll, signIn, useService } from './acts.ts';

const [checkout = '', release = ''] = process.argv.slice(2);
const target = join(import.meta.dirname, 'fixtures', release);
const data = mkdtempSync(join(tmpdir(), 'recorded-'));
const service = await startServiceProcess({ DATA_DIR: data, PUBLIC_URL: 'http://localhost:3000' }, checkout);
const client = new ProcessClient(service.address);
const paths = await useService(client);
service.signal('SIGTERM');
await service.exited;

// Counts of key usage are written a moment later: read from the folder as it was closed.
const again = await startServiceProcess({ DATA_DIR: data, PUBLIC_URL: 'http://localhost:3000' }, checkout);
client.address = again.address;
const answers = await readAll(client, await signIn(client), paths);
again.signal('SIGTERM');
await again.exited;

rmSync(target, { recursive: true, force: true });
// Write-ahead logs are empty after a clean stop, and locks belong to the process.
const isKept = (name: string) => !/-(?:wal|shm)$|^lock\.db/.test(name);
for (const file of globSync('**/*', { cwd: data, withFileTypes: true }).filter(
  (entry) => entry.isFile() && isKept(entry.name),
)) {
  const path = join(file.parentPath, file.name);
  const copy = join(target, 'data', relative(data, path));
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(path, copy);
}
writeFileSync(join(target, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
rmSync(data, { recursive: true });
