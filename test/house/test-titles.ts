import { parseSync, Visitor } from 'oxc-parser';

const TESTS = new Set(['it', 'test']);

type Called = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0];

/** Titles of every test in the source, each with those of the groups it stands in: `group › test`. `%s` and its kin stay as they are. */
export function testTitles(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const within: (string | null)[] = [];
  const titles: string[] = [];
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call);
      within.push(title);
      if (title !== null && rootOf(call.callee) !== 'describe')
        titles.push(within.filter((one) => one !== null).join(' › '));
    },
    'CallExpression:exit': () => void within.pop(),
  }).visit(program);
  return titles;
}

function titleOf({ callee, arguments: [first] }: Called): string | null {
  const root = rootOf(callee);
  if (root !== 'describe' && !TESTS.has(root ?? '')) return null;
  if (first?.type === 'Literal') return typeof first.value === 'string' ? first.value : null;
  return first?.type === 'TemplateLiteral' ? first.quasis.map(({ value }) => value.cooked).join('*') : null;
}

/** `it` of `it`, `it.each` and `it.each([…])`. */
function rootOf(callee: Called['callee']): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : null;
}
