import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CONSOLE = new URL('../../console/', import.meta.url);

/** Classes that begin a rule outside of any other rule. */
function classesOf(styles: string): readonly string[] {
  let depth = 0;
  return styles.split('\n').flatMap((line) => {
    const begun = depth === 0 ? /^\.([\w-]+)\s*[,{]/.exec(line)?.[1] : undefined;
    depth += line.split('{').length - line.split('}').length;
    return begun === undefined ? [] : [begun];
  });
}

it('Styles of the console are all in one document: a class is styled by one style sheet', () => {
  const sheets = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const sheetOf = new Map<string, string>();
  const twice: string[] = [];
  for (const sheet of sheets) {
    for (const name of new Set(classesOf(readFileSync(new URL(sheet, CONSOLE), 'utf8')))) {
      const other = sheetOf.get(name);
      if (other !== undefined) twice.push(`.${name}: ${other} and ${sheet}`);
      sheetOf.set(name, sheet);
    }
  }
  expect(sheetOf.size).toBeGreaterThan(50);
  expect(twice).toEqual([]);
});
