import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** `null` when the specifier is computed and so cannot be checked. */
  readonly specifier: string | null;
  readonly line: number;
}

/**
 * Imports and re-exports (type-only ones too), `import()`, `import('x').Type`, and worker modules named by `new URL('./x.ts',
 * import.meta.url)`.
 * @throws when the source does not parse
 */
export function importsOf(path: string, source: string): Import[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);

  const imports: Import[] = [];
  const add = (specifier: string | null, offset: number) =>
    imports.push({ specifier, line: source.slice(0, offset).split('\n').length });

  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.start),
    ExportAllDeclaration: (node) => add(node.source.value, node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start);
    },
    TSImportType: (node) => add(node.source.value, node.start),
    ImportExpression: (node) => add(textOf(node.source), node.start),
    NewExpression: (node) => {
      const [target, base] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || !target || !base) return;
      if (source.slice(base.start, base.end) !== 'import.meta.url') return;
      const specifier = textOf(target);
      if (specifier?.endsWith('.ts')) add(specifier, node.start);
    },
  }).visit(program);
  return imports;
}

function textOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
