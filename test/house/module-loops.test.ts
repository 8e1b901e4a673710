import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Programs and processes that are bundled apart, or loaded by nothing else. */
const ENTRIES = /^src\/(?:main|cli\/[^/]+|adapters\/images\/image-process)\.ts$/;
const LOOP = /^(?:for|while|do)\b.*/gm;

/** The bundle joins the tops of all modules to one function. V8 compiles a function that loops once more: 1.3 MB of code that runs once. */
it('No module of the service loops at its top', () => {
  const modules = globSync('src/**/*.ts').map((name) => name.replaceAll('\\', '/'));
  const joined = modules.filter((name) => !ENTRIES.test(name));
  expect(joined.length).toBeGreaterThan(300);
  const loops = joined.flatMap((name) =>
    [...readFileSync(name, 'utf8').matchAll(LOOP)].map(([line]) => `${name}: ${line}`),
  );
  expect(loops).toEqual([]);
});
