/** Tells people at their terminal, or programs in the log, that the service runs. */
import type { Config } from '../../config.ts';
import { secondsSince } from '../seconds-since.ts';
import type { RunningService } from '../service.ts';
import { logsText } from './log.ts';

/** The log stays pure JSON lines, so the welcome goes to standard error, and only to a terminal. */
export function welcome(config: Config, { address, app }: RunningService): void {
  const answers =
    config.openai === null
      ? 'extractive (set OPENAI_API_KEY or OPENAI_BASE_URL for a language model)'
      : 'by language model';
  const mail = config.mail === null ? 'off (set SMTP_URL to mail owners)' : 'on';
  const consoleLine = config.roles.includes('http') ? `  Console             ${address}/console\n` : '';
  const text = `
Chatledger listens on ${address}
${consoleLine}  API documentation   ${address}/docs
  Try it              register in the console, or npm run demo
  Data                ${config.dataDir}
  Answers             ${answers}
  Mail                ${mail}
`;
  if (logsText(config)) {
    process.stdout.write(`${text}\n`);
    return;
  }
  app.log.info({ address, dataDir: config.dataDir, answers, mail, seconds: secondsSince(0) }, 'Service started');
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
