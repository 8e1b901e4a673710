/** Opens what the application is built on: models, stores and tools, measured and traced. */
import { type BcryptPasswords, openBcryptPasswords } from '../adapters/bcrypt/passwords.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../ports/logger.ts';
import type { Disposables } from './disposables.ts';
import { Instrumentation } from './metrics/instrumentation.ts';
import { ProductMetrics } from './metrics/product-metrics.ts';
import { requireFinishedMigration } from './migration/migration-state.ts';
import { ModelAvailability } from './models/model-availability.ts';
import { type Models, openModels } from './models/models.ts';
import { RELEASE } from './release.ts';
import { openStores, type Stores } from './stores/stores.ts';
import { openTools } from './tools/tools.ts';
import { tracedSearch, tracedUsage } from './tracing/stores.ts';
import { AppendGate } from './tree-heads/append-gate.ts';
import { TreeHeadSigning } from './tree-heads/tree-heads.ts';

/** Identifies the build in logs and metrics. */
export const BUILD = { release: RELEASE, node: process.version };

interface ResourceDeps {
  readonly config: Config;
  readonly options: { readonly models?: Models; readonly passwords?: BcryptPasswords };
  readonly logger: Logger;
  readonly report: (problem: { message: string; error?: unknown; severity?: 'error' }) => void;
  /** Closes each resource. */
  readonly disposables: Disposables;
}

export type Resources = Awaited<ReturnType<typeof openResources>>;

/** @throws Error when one cannot be opened; those opened before are in `disposables` */
export async function openResources({ config, options, logger, report, disposables }: ResourceDeps) {
  const availability = new ModelAvailability(logger);
  const measures = new Instrumentation(availability);
  const product = new ProductMetrics(measures.registry, BUILD);
  const models = measures.models(options.models ?? (await openModels(config, tracedUsage(product.tokensUsed))));
  const unmeasured = await openStores(config, models.embedder, report);
  disposables.add(() => unmeasured.close());
  await requireFinishedMigration(unmeasured.migrationMarker);
  const gate = new AppendGate();
  const stores = instrumentedStores(unmeasured, config, { measures, product, gate });
  const treeHeads = new TreeHeadSigning({
    ...{ config, stores: unmeasured, gate, clock: systemClock, ids: uuidV7Ids, report },
    observer: product.treeHeads,
  });
  disposables.add(() => treeHeads.stop());
  const passwords = options.passwords ?? openBcryptPasswords();
  const tools = await openTools(config, { models, passwords, report, disposables });
  return { availability, measures, product, models, stores, treeHeads, tools };
}

interface Instruments {
  readonly measures: Instrumentation;
  readonly product: ProductMetrics;
  readonly gate: AppendGate;
}

/** The same stores, measured and traced. Appends pass the gate. */
function instrumentedStores(stores: Stores, config: Config, { measures, product, gate }: Instruments): Stores {
  const log = measures.log(stores.log, config.eventStoreUrl === null ? 'sqlite' : 'eventstoredb');
  return {
    ...stores,
    log: { ...log, append: gate.through(log.append) },
    searchIndex: tracedSearch(stores.searchIndex, config.elasticsearchUrl === null ? 'sqlite' : 'elasticsearch'),
    rateLimits: product.rateLimits(stores.rateLimits),
    nodeRateLimits: product.rateLimits(stores.nodeRateLimits),
  };
}
