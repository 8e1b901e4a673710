/** The layers of src/ as data. `docs/architecture.md` says why. Type-only imports count: a type is knowledge too. */

interface Layer {
  readonly name: string;
  /** Paths relative to the root of the project; the first layer that matches is the module's. */
  readonly files: RegExp;
  /** Layers that it may import, besides its own; `'any'` for the composition root. */
  readonly mayUse: readonly string[] | 'any';
  /** Allowed packages and `node:` modules; any when absent. */
  readonly packages?: readonly string[];
  /** May import a module by a URL from elsewhere: the check is where `new URL(…, import.meta.url)` makes it. */
  readonly loadsByUrl?: boolean;
  /** Folders right under this one do not import each other. */
  readonly siblingsApartUnder?: string;
}

const INNER = ['domain', 'ports', 'text', 'lib'] as const;
const LOGGED = [...INNER, 'event-log', 'commands', 'projections'] as const;

export const LAYERS: readonly Layer[] = [
  { name: 'domain', files: /^src\/domain\//, mayUse: [], packages: ['typebox', 'ts-pattern'] },
  { name: 'lib', files: /^src\/lib\//, mayUse: [] },
  { name: 'text', files: /^src\/text\//, mayUse: [] },
  { name: 'ports', files: /^src\/ports\//, mayUse: ['domain', 'text'] },
  { name: 'event-log', files: /^src\/event-log\//, mayUse: INNER },
  { name: 'commands', files: /^src\/commands\//, mayUse: [...INNER, 'event-log'] },
  { name: 'projections', files: /^src\/projections\//, mayUse: [...INNER, 'event-log'] },
  { name: 'reading', files: /^src\/reading\//, mayUse: INNER, loadsByUrl: true },
  { name: 'answering', files: /^src\/answering\//, mayUse: LOGGED },
  { name: 'audit', files: /^src\/audit\//, mayUse: [...LOGGED, 'answering'] },
  { name: 'workers', files: /^src\/workers\//, mayUse: [...LOGGED, 'reading'] },
  { name: 'http', files: /^src\/http\//, mayUse: [...LOGGED, 'answering', 'audit'] },
  { name: 'shared by adapters', files: /^src\/adapters\/shared\//, mayUse: INNER },
  {
    name: 'adapters',
    files: /^src\/adapters\//,
    mayUse: [...INNER, 'shared by adapters'],
    siblingsApartUnder: 'src/adapters/',
    loadsByUrl: true,
  },
  { name: 'config', files: /^src\/(?:config|settings)\.ts$/, mayUse: ['domain', 'ports', 'lib'] },
  { name: 'composition', files: /^src\/(main\.ts|(cli|composition)\/.+)$/, mayUse: 'any' },
];

/** Folders below each of these import one another without cycles. Modules right in it do not count. */
export const FOLDERS_WITHOUT_CYCLES_UNDER: readonly string[] = [
  'src/domain/',
  'src/text/',
  'src/ports/',
  'src/event-log/',
  'src/projections/',
  'src/reading/',
  'src/answering/',
  'src/audit/',
  'src/workers/',
  'src/http/',
  'src/adapters/sqlite/',
  'src/adapters/mongodb/',
  'src/adapters/elasticsearch/',
  'src/adapters/eventstoredb/',
  'src/composition/',
  'src/cli/',
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
    package: /^@grpc\/grpc-js$/,
    onlyIn: /^src\/adapters\/eventstoredb\//,
    because: 'only the client of EventStoreDB speaks gRPC',
  },
  {
    package: /^@opentelemetry\/api$/,
    onlyIn: /^src\/lib\/tracing\.ts$/,
    because: 'one file keeps personal data out of spans',
  },
  {
    package: /^mongodb$/,
    onlyIn: /^src\/adapters\/mongodb\//,
    because: 'one client a process, and its errors carry what was sent',
  },
  {
    package: /^sharp$/,
    onlyIn: /^src\/adapters\/images\/reencode-image\.ts$/,
    because: 'native decoders of strangers’ bytes run in a process of their own',
  },
  {
    package: /^(node:sqlite|sqlite-vec|@elastic\/elasticsearch|openai)$/,
    onlyIn: /^src\/adapters\//,
    because: 'a store or model is reached through its port',
  },
];
