import { describe } from 'vitest';
import { openElasticsearchIndex } from '../../../src/adapters/elasticsearch/search-index.ts';
import {
  contractDimensions,
  describePreviousIndexesContract,
  describeSearchIndexContract,
} from '../../contracts/search-index.ts';
import { ownPrefix } from '../../support/engines/elasticsearch.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';

const url = engineUrl('ELASTICSEARCH_URL');

describe.skipIf(url === null)('With a real Elasticsearch:', () => {
  describeSearchIndexContract('Elasticsearch', () => {
    const options = {
      url: url ?? '',
      prefix: ownPrefix(url ?? ''),
      embedderId: 'test/8',
      dimensions: contractDimensions,
    };
    return () => openElasticsearchIndex(options);
  });

  describePreviousIndexesContract('Elasticsearch', () => {
    const place = { url: url ?? '', prefix: ownPrefix(url ?? '') };
    return (embedderId, dimensions) => openElasticsearchIndex({ ...place, embedderId, dimensions });
  });
});
