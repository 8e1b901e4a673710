/** Where the engine is that a distributed test runs against; null, and said, when its variable is not set. */
export function engineUrl(variable: 'ELASTICSEARCH_URL' | 'MONGODB_URL'): string | null {
  const url = process.env[variable];
  if (url !== undefined && url !== '') return url;
  console.log(`${variable} is not set: what needs it is skipped`);
  return null;
}
