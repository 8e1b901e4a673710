/** Starts the service as the environment configures it. */
import { startService } from './composition/service.ts';
import { readConfig } from './config.ts';

const read = readConfig();
if (!read.ok) {
  console.error(`The configuration has faults:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  process.exit(1);
}
const { config } = read;
const service = await startService(config).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`Chatledger listens on ${service.address}
  API documentation  ${service.address}/docs
  Try it             npm run demo, or the walk in README.md
  Data               ${config.dataDir}
  Answers            ${config.openai === null ? 'extractive, from the content itself (set OPENAI_API_KEY or OPENAI_BASE_URL for a model)' : 'by a language model'}`);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A second signal means now.
    if (stopping) process.exit(1);
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
