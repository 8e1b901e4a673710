/** Tells that the service runs: people on their terminal, programs in the log. */
import type { Config } from '../../config.ts';
import type { RunningService } from '../service.ts';
import { logsText } from './log.ts';

/** The log stays pure JSON lines: the welcome goes to standard error then, and only where somebody reads it. */
export function welcome(config: Config, { address, app }: RunningService): void {
  const answers =
    config.openai === null
      ? 'extractive (set OPENAI_API_KEY or OPENAI_BASE_URL for a language model)'
      : 'by language model';
  const says = `Chatledger listens on ${address}`;
  const consoleLine = config.roles.includes('http') ? `  Console             ${address}/console\n` : '';
  const text = `
${says}
${consoleLine}  API documentation   ${address}/docs
  Try it              register in the console, or npm run demo
  Data                ${config.dataDir}
  Answers             ${answers}
`;
  if (logsText(config)) {
    process.stdout.write(`${text}\n`);
    return;
  }
  app.log.info({ address, dataDir: config.dataDir, answers }, says);
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
