import { keepCompiledCode } from './composition/compiled-code.ts';

keepCompiledCode();
const { configOrExit, run } = await import('./composition/run.ts');
const { welcome } = await import('./composition/logging/welcome.ts');

const config = configOrExit();
welcome(config, await run(config));
