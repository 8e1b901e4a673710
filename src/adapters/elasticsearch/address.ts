export interface ElasticsearchAddress {
  /** Where requests go, with user and password when the engine wants them. */
  readonly url: string;
  /** Begins the names of all indices of this installation; absent when the address does not say. */
  readonly prefix?: string;
}

/** ELASTICSEARCH_URL is no address of the form it must have. Says nothing of what it holds: there may be a password in it. */
class ElasticsearchUrlInvalid extends Error {
  override readonly name = 'ElasticsearchUrlInvalid';
  constructor(fault: string) {
    super(`ELASTICSEARCH_URL ${fault}: it must be like https://user:password@host:9200?prefix=chatledger`);
  }
}

/**
 * Takes the address apart as it is configured: `https://user:password@host:9200/path?prefix=name`. The path is that of a proxy before
 * the engine; installations that share an engine differ in the prefix.
 * @throws ElasticsearchUrlInvalid
 */
export function elasticsearchAddress(text: string): ElasticsearchAddress {
  if (!URL.canParse(text)) throw new ElasticsearchUrlInvalid('is no address');
  const url = new URL(text);
  const options = [...url.searchParams];
  const [option, another] = options;
  if (another !== undefined || (option !== undefined && option[0] !== 'prefix')) {
    throw new ElasticsearchUrlInvalid('has an option that nobody knows');
  }
  url.search = '';
  url.hash = '';
  return { url: url.href, ...(option === undefined ? {} : { prefix: option[1] }) };
}
