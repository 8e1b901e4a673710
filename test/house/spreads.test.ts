import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Each element of what is spread into a call takes room on the stack: a hundred thousand of them overflow it. */
const SPREAD_INTO_LIST = /\.(?:push|unshift)\(\s*\.\.\./g;

it('No list is made longer by spreading another one into a call', () => {
  const modules = globSync('src/**/*.ts');
  expect(modules.length).toBeGreaterThan(300);
  const spreads = modules.flatMap((module) => {
    const source = readFileSync(module, 'utf8');
    return [...source.matchAll(SPREAD_INTO_LIST)].map(({ index }) => `${module}: ${source.slice(index, index + 60)}`);
  });
  expect(spreads).toEqual([]);
});
