const ENGINES = {
  EVENTSTOREDB_PROGRAM: 'EventStoreDB',
  MONGODB_URL: 'MongoDB',
  ELASTICSEARCH_URL: 'Elasticsearch',
} as const;

/**
 * Address of the engine for a distributed test; null when its variable is not set. For EventStoreDB the variable names the
 * program, not an address: test processes start servers that they may kill.
 */
export function engineUrl(variable: keyof typeof ENGINES): string | null {
  const url = process.env[variable];
  return url === undefined || url === '' ? null : url;
}

/** Once a run, before its tests: what is not set is embedded, and said. */
export function setup(): void {
  for (const [variable, engine] of Object.entries(ENGINES)) {
    if (engineUrl(variable as keyof typeof ENGINES) !== null) continue;
    console.log(
      `${variable} is not set: what ${engine} would keep is embedded, and the tests that need it are skipped.`,
    );
  }
}
