/** Opens what the application is built on: models, stores and tools, measured and traced. */
import { type BcryptPasswords, openBcryptPasswords } from '../adapters/bcrypt/passwords.ts';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Report } from '../ports/report.ts';
import type { Disposables } from './disposables.ts';
import { Instrumentation } from './metrics/instrumentation.ts';
import { ProductMetrics } from './metrics/product-metrics.ts';
import { requireFinishedMigration } from './migration/migration-state.ts';
import { ModelAvailability } from './models/model-availability.ts';
import { type Models, openModels } from './models/models.ts';
import { RELEASE } from './release.ts';
import { openStores, type Stores } from './stores/stores.ts';
import { openTools } from './tools/tools.ts';
import { tracedSearch, tracedUsage } from './tracing/traced-stores.ts';
import { AppendGate } from './tree-heads/append-gate.ts';
import { TreeHeadSigning } from './tree-heads/tree-heads.ts';

/** Identifies the build in logs and metrics. */
export const BUILD = { release: RELEASE, node: process.version };

/** Times in log lines and of the event log's server then differ noticeably from recorded times. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000;

interface ResourceDeps {
  readonly config: Config;
  readonly options: { readonly models?: Models; readonly passwords?: BcryptPasswords; readonly clock?: Clock };
  readonly logger: Logger;
  readonly report: Report;
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
  const opened = await openStores(config, models.embedder, report);
  disposables.own(opened);
  const { clock = opened.clock } = options;
  reportClockDifference(clock, report);
  const unmeasured = { ...opened, clock };
  await requireFinishedMigration(unmeasured.migrationMarker);
  const gate = new AppendGate();
  const stores = instrumentedStores(unmeasured, config, { measures, product, gate });
  const treeHeads = new TreeHeadSigning({
    config,
    stores: unmeasured,
    gate,
    clock,
    ids: uuidV7Ids,
    report,
    observer: product.treeHeads,
  });
  disposables.add(() => treeHeads.stop());
  const passwords = options.passwords ?? openBcryptPasswords();
  const tools = await openTools(config, { models, passwords, clock, report, disposables });
  return { availability, measures, product, models, stores, treeHeads, tools };
}

function reportClockDifference(clock: Clock, report: ResourceDeps['report']): void {
  const aheadMs = Date.now() - clock.now();
  if (Math.abs(aheadMs) < MAX_CLOCK_DIFFERENCE_MS) return;
  const difference = `${Math.round(Math.abs(aheadMs) / 1000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  report({
    message: `The clock of this machine is ${difference} MongoDB's, which is used instead. Synchronize both, as by NTP`,
  });
}

interface Instruments {
  readonly measures: Instrumentation;
  readonly product: ProductMetrics;
  readonly gate: AppendGate;
}

/** The same stores, measured and traced. Appends pass the gate. */
function instrumentedStores(stores: Stores, config: Config, { measures, product, gate }: Instruments): Stores {
  const system = config.eventStoreUrl === null ? 'sqlite' : 'eventstoredb';
  const log = measures.log(stores.log, system, stores.clock);
  return {
    ...stores,
    log: { ...log, append: gate.through(log.append) },
    searchIndex: tracedSearch(stores.searchIndex, config.elasticsearchUrl === null ? 'sqlite' : 'elasticsearch'),
    rateLimits: product.rateLimits(stores.rateLimits),
    nodeRateLimits: product.rateLimits(stores.nodeRateLimits),
  };
}
