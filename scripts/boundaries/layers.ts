/**
 * The layout of src/ as data: which layer a module belongs to and what that layer may name. `docs/architecture.md` says why.
 * Type-only imports count like any other: a type is knowledge too.
 */

interface Layer {
  readonly name: string;
  /** Paths relative to the root of the project; the first layer that matches is the module's. */
  readonly files: RegExp;
  /** Names of layers of which it may import modules, besides its own; `'any'` for the composition root. */
  readonly mayUse: readonly string[] | 'any';
  /** The only packages and `node:` modules it may name; any when absent. */
  readonly packages?: readonly string[];
  /** May import a module by a URL it was handed: the name is checked where `new URL(…, import.meta.url)` makes it. */
  readonly loadsByUrl?: boolean;
  /** Each folder right under this one is a world of its own: siblings do not import one another. */
  readonly siblingsApartUnder?: string;
}

/** Helpers that know nothing of the product. */
const RUNTIME = 'runtime';
const INNER = ['domain', 'ports', 'log', 'text', RUNTIME] as const;

export const LAYERS: readonly Layer[] = [
  { name: 'domain', files: /^src\/domain\//, mayUse: [], packages: ['typebox', 'ts-pattern'] },
  { name: 'ports', files: /^src\/ports\//, mayUse: ['domain', 'text'] },
  { name: 'text', files: /^src\/text\//, mayUse: [] },
  { name: RUNTIME, files: /^src\/runtime\//, mayUse: [] },
  { name: 'log', files: /^src\/log\//, mayUse: INNER },
  { name: 'commands', files: /^src\/commands\//, mayUse: INNER },
  { name: 'read models', files: /^src\/projections\/[^/]+\.ts$/, mayUse: INNER },
  { name: 'projections', files: /^src\/projections\//, mayUse: [...INNER, 'read models'] },
  { name: 'queries', files: /^src\/queries\//, mayUse: [...INNER, 'read models'] },
  {
    name: 'reading',
    files: /^src\/workers\/ingestion\/(html|decoding|documents)\//,
    mayUse: ['domain', 'ports', 'text', RUNTIME],
  },
  {
    name: 'answering',
    files: /^src\/workers\/answering(\/|\.ts$)/,
    mayUse: [...INNER, 'commands', 'queries', 'read models', 'workers', 'reading'],
  },
  {
    name: 'workers',
    files: /^src\/workers\//,
    mayUse: [...INNER, 'commands', 'queries', 'read models', 'answering', 'reading'],
  },
  { name: 'http', files: /^src\/http\//, mayUse: [...INNER, 'commands', 'queries', 'answering'] },
  { name: 'shared by adapters', files: /^src\/adapters\/[^/]+\.ts$/, mayUse: ['domain', 'ports', 'text', RUNTIME] },
  {
    name: 'adapters',
    files: /^src\/adapters\//,
    mayUse: ['domain', 'ports', 'text', RUNTIME, 'reading', 'shared by adapters'],
    siblingsApartUnder: 'src/adapters/',
    loadsByUrl: true,
  },
  { name: 'config', files: /^src\/config\.ts$/, mayUse: ['domain', 'ports'] },
  {
    name: 'composition',
    files: /^src\/(main\.ts|demo\.ts|parked\.ts|composition\.ts|composition\/.+)$/,
    mayUse: 'any',
  },
];

interface PackageRule {
  readonly package: RegExp;
  readonly onlyIn: RegExp;
  readonly because: string;
}

export const PACKAGE_RULES: readonly PackageRule[] = [
  {
    package: /^@eventstore\/db-client$/,
    onlyIn: /^src\/adapters\/eventstoredb\/client\.ts$/,
    because: 'one broken stream rejects every append of its process, so one file makes the one client',
  },
  {
    package: /^mongodb$/,
    onlyIn: /^src\/adapters\/mongodb\//,
    because: 'one client a process, and its errors carry what was sent',
  },
  {
    package: /^sharp$/,
    onlyIn: /^src\/adapters\/images\/remake-image\.ts$/,
    because: 'native decoders of strangers’ bytes run in a process of their own',
  },
  {
    package: /^(node:sqlite|sqlite-vec|@elastic\/elasticsearch|openai)$/,
    onlyIn: /^src\/adapters\//,
    because: 'a store or model is reached through its port',
  },
];
