/** A command that is asked for help, or used wrongly, answers at once: the service behind it is imported once its words are understood. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** Helpers and the words of the command. The service has hundreds. */
const MOST_MODULES = 8;
const STATIC_IMPORT = /^(?:import|export) (?!type )[^;]*? from '([^']+)';$/gm;

/** Modules and packages that Node loads before the first line of the module runs. */
function loadedAtOnce(module: string, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(module);
  if (!module.startsWith('src/')) return seen;
  for (const [, specifier = ''] of readFileSync(module, 'utf8').matchAll(STATIC_IMPORT)) {
    const imported = specifier.startsWith('.') ? posix.join(posix.dirname(module), specifier) : specifier;
    if (!imported.startsWith('node:') && !seen.has(imported)) loadedAtOnce(imported, seen);
  }
  return seen;
}

const commands = ['src/main.ts', ...globSync('src/cli/*.ts').filter(isCommand)];

function isCommand(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith('/** `npm run ');
}

test.each(commands)('%s starts without the service and without a package', (command) => {
  const loaded = [...loadedAtOnce(command)];
  expect(loaded.filter((module) => !module.startsWith('src/'))).toEqual([]);
  expect(loaded.length).toBeLessThanOrEqual(MOST_MODULES);
});

test('A service starts without answering and without the analysis of text, which load with its first use', () => {
  const loaded = [...loadedAtOnce('src/composition/run.ts')];
  expect(loaded).toContain('src/answering/lazy-chat.ts');
  const late = /^src\/(?:answering\/extractive|answering\/retrieval\/retrieve|text\/analysis\/analyse)|stemmers/;
  expect(loaded.filter((module) => late.test(module))).toEqual([]);
});

test('The commands are found', () => {
  const names = commands.map((path) => posix.basename(path, '.ts')).sort();
  expect(names).toEqual(['accounts', 'audit', 'backup', 'demo', 'keys', 'main', 'migrate', 'parked', 'restore']);
});
