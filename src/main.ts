import { keepCompiledCode } from './composition/compiled-code.ts';

keepCompiledCode();
const { configOrExit, run } = await import('./composition/run.ts');

const config = configOrExit();
const { address } = await run(config);
const answers =
  config.openai === null
    ? 'extractive (set OPENAI_API_KEY or OPENAI_BASE_URL for a language model)'
    : 'by language model';
console.log(`Chatledger listens on ${address}
${config.roles.includes('http') ? `  Console             ${address}/console\n` : ''}  API documentation   ${address}/docs
  Try it              register in the console, or npm run demo
  Data                ${config.dataDir}
  Answers             ${answers}`);
