import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { UsageObserver } from '../../adapters/openai/options.ts';
import { ANSWER_OUTCOMES, type AnswerObserver } from '../../answering/answer-observer.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { SourceStatus } from '../../projections/data-sources/queries.ts';
import type { TreeHeadObserver } from '../../workers/tree-heads/tree-head-publisher.ts';
import { withinScrape } from './scrape-timeout.ts';
import { treeHeadMetrics } from './tree-head-metrics.ts';

/** Seconds. */
const FIRST_TOKEN_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 30];

export class ProductMetrics implements AnswerObserver {
  readonly #registers: Registry[];
  readonly #answers: Counter<'outcome'>;
  readonly #firstToken: Histogram;
  readonly #tokens: Counter<'model' | 'kind'>;
  readonly #limited: Counter<'limit'>;
  /** Signing of tree heads of the event log. */
  readonly treeHeads: TreeHeadObserver;

  constructor(registry: Registry, build: { readonly release: string; readonly node: string }) {
    const registers = [registry];
    this.#registers = registers;
    this.#answers = new Counter({
      name: 'chatledger_answers_total',
      help: 'Answers to visitors by outcome',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of ANSWER_OUTCOMES) this.#answers.inc({ outcome }, 0);
    this.#firstToken = new Histogram({
      name: 'chatledger_answer_first_token_seconds',
      help: 'Time from a visitor question to the first token of its answer',
      buckets: FIRST_TOKEN_BUCKETS,
      registers,
    });
    this.#tokens = new Counter({
      name: 'chatledger_model_tokens_total',
      help: 'Tokens that model endpoints reported',
      labelNames: ['model', 'kind'],
      registers,
    });
    this.#limited = new Counter({
      name: 'chatledger_rate_limited_requests_total',
      help: 'Requests refused by a rate limit, by limit',
      labelNames: ['limit'],
      registers,
    });
    this.treeHeads = treeHeadMetrics(registry);
    new Gauge({
      name: 'chatledger_build_info',
      help: 'Always 1; labels name the release and the Node version',
      labelNames: ['release', 'node'],
      registers,
    }).set({ ...build }, 1);
  }

  readonly answered: AnswerObserver['answered'] = ({ outcome, firstTokenMs }) => {
    this.#answers.inc({ outcome });
    if (firstTokenMs !== null) this.#firstToken.observe(firstTokenMs / 1000);
  };

  readonly tokensUsed: UsageObserver = (model, kind, tokens) => {
    this.#tokens.inc({ model, kind }, tokens);
  };

  rateLimits(limits: RateLimits): RateLimits {
    return {
      consume: async (limit, key, points = 1) => {
        const taken = await limits.consume(limit, key, points);
        // A charge of several points belongs to a request that was refused for another reason, so it is not counted as rate
        // limited.
        if (!taken.allowed && points === 1) this.#limited.inc({ limit: limit.name });
        return taken;
      },
    };
  }

  /** @param count called on each scrape */
  watchSources(count: () => Promise<Readonly<Record<SourceStatus, number>>>): void {
    new Gauge({
      name: 'chatledger_sources',
      help: 'Data sources of the installation by status',
      labelNames: ['status'],
      registers: this.#registers,
      async collect() {
        this.reset();
        const counted = await withinScrape(count());
        for (const [status, sources] of Object.entries(counted ?? {})) this.set({ status }, sources);
      },
    });
  }
}
