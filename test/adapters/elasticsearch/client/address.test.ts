import { describe, expect, it } from 'vitest';
import { elasticsearchAddress } from '../../../../src/adapters/elasticsearch/client/address.ts';

describe('The address of Elasticsearch', () => {
  it('names the server, and what index names begin with', () => {
    expect(elasticsearchAddress('http://127.0.0.1:9200')).toEqual({ url: 'http://127.0.0.1:9200/' });
    expect(elasticsearchAddress('https://ada:s%40cret@search.example/engine?prefix=staging')).toEqual({
      url: 'https://ada:s%40cret@search.example/engine',
      prefix: 'staging',
    });
  });

  it.for(['nowhere', 'http://ada:secret@host:9200?index=secret', 'http://ada:secret@host:9200?prefix=a&prefix=b'])(
    'is refused without being repeated when it is none: %s',
    (text) => {
      expect(() => elasticsearchAddress(text)).toThrow(/^ELASTICSEARCH_URL (?!.*secret)/);
    },
  );
});
