/** `npm run demo`: starts the service in a temporary folder, with a chatbot that has read a shop's site and this project's documentation. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCompileCache } from '../composition/compile-cache.ts';
import type { DemoAccess } from '../composition/demo/demo-page.ts';
import { errorMessage } from '../lib/thrown.ts';
import { asksForHelp, exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run demo

Starts the service in a temporary folder, with a chatbot that has read a sample shop's site and this documentation. Ctrl-C stops
it and deletes its data. PORT names another port than 3000.

Exit status: 0 stopped, 1 it could not start, 2 wrong usage.`;

const words = process.argv.slice(2);
if (asksForHelp(words)) exitWithHelp(USAGE);
if (words.length > 0) exitWithUsage(USAGE, 'The demo takes no arguments.');

startCompileCache();
const { environmentWithoutStores } = await import('../config.ts');
const { configOrExit } = await import('./config-or-exit.ts');

// Stores named by the environment are never touched.
const configured = configOrExit({ LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty' }, environmentWithoutStores());
/** The demo's own documents alone take some thirty additions. */
const ingestion = { count: 300, seconds: 3600 };

const { demoPage } = await import('../composition/demo/demo-page.ts');
const { askAsVisitors } = await import('../composition/demo/demo-visitors.ts');
const { prepareDemo } = await import('../composition/demo/prepare-demo.ts');
const { run } = await import('../composition/run.ts');

const dataDir = await mkdtemp(join(tmpdir(), 'chatledger-demo-')).catch((error: unknown) => {
  const reason = errorMessage(error);
  console.error(`The demo needs a temporary folder. Set TMPDIR to one that it may write to (${reason}).`);
  process.exit(1);
});
const deleteData = () => rm(dataDir, { recursive: true, force: true });
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (isStopping = true));
let access: DemoAccess | null = null;
const service = await run(
  { ...configured, registration: 'open', rates: { ...configured.rates, ingestion }, dataDir },
  { extensions: [demoPage(() => access)], afterwards: deleteData },
);
const demo = await prepareDemo(service.address).catch(async (error: unknown) => {
  // The shutdown refuses the requests of the preparation, then ends the process.
  if (isStopping) return new Promise<never>(() => undefined);
  console.error(`The demo could not be prepared: ${errorMessage(error)}`);
  await service.stop();
  await deleteData();
  process.exit(1);
});
access = { chatbotId: demo.chatbotId, apiKey: demo.apiKey };
// A language model may take its time: the page does not wait for it.
askAsVisitors(service.address, access).catch(() => undefined);
console.log(`Chatledger has read a small shop's site and its own documentation: ${demo.pages} documents, ${demo.chunks} passages.

  Chat with it        ${service.address}/demo
  Console             ${service.address}/console
  Owner               ${demo.email}, password ${demo.password}
  API documentation   ${service.address}/docs

or stream an answer:

  curl -N ${service.address}/api/chat/${demo.chatbotId}/message \\
    -H 'X-Widget-Key: ${demo.apiKey}' -H 'Origin: ${service.address}' -H 'Content-Type: application/json' \\
    -d '{"sessionId": "my-session", "message": "How do I start the service?"}'

Ctrl-C stops the demo and deletes its data.`);
