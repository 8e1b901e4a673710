import type { Embedder } from '../../ports/models.ts';
import { ANALYSIS_VERSION } from '../../text/analysis/analysis-version.ts';

/** Words of another analysis are migrated like vectors of another model (docs/decisions/0014-blue-green-index-migration.md). */
export const indexIdentity = ({ id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>) => ({
  embedderId: `${id}/analysis-${ANALYSIS_VERSION}`,
  dimensions,
});
