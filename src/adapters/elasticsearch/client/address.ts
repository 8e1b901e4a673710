export interface ElasticsearchAddress {
  /** May hold a user and a password. */
  readonly url: string;
  /** Absent when the URL gives none. */
  readonly prefix?: string;
}

/** The message never repeats the URL, which may hold a password. */
class ElasticsearchUrlInvalid extends Error {
  override readonly name = 'ElasticsearchUrlInvalid';
  constructor(fault: string) {
    super(`ELASTICSEARCH_URL ${fault}: expected a URL like https://user:password@host:9200?prefix=chatledger`);
  }
}

/**
 * Parses `https://user:password@host:9200/path?prefix=name`. The path belongs to a proxy before the engine.
 * @throws ElasticsearchUrlInvalid
 */
export function elasticsearchAddress(text: string): ElasticsearchAddress {
  if (!URL.canParse(text)) throw new ElasticsearchUrlInvalid('is not a URL');
  const url = new URL(text);
  const options = [...url.searchParams];
  const [option, secondOption] = options;
  if (secondOption !== undefined || (option !== undefined && option[0] !== 'prefix')) {
    throw new ElasticsearchUrlInvalid('has an unknown option');
  }
  url.search = '';
  url.hash = '';
  return { url: url.href, ...(option === undefined ? {} : { prefix: option[1] }) };
}
