/** Alerts and dashboard ask for what `/metrics` tells, and nothing else. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serviceOfFile } from '../support/http/service.ts';
import { parsePromQl } from './support/promql.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}

const rulesFile = parse(readFileSync('ops/alerts.yaml', 'utf8')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = rulesFile.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as Dashboard;
const guide = readFileSync('docs/operations/monitoring.md', 'utf8');

/** Grafana puts a duration or a value in the place of its variables. */
const filledIn = (expr: string) =>
  expr.replaceAll(/\$__(?:rate_interval|range)/g, '5m').replaceAll(/\$\w+_price/g, '1');
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => [title, filledIn(expr), legendFormat] as const),
);
const expressions: readonly (readonly [name: string, expr: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...queries.map(([title, expr]) => [title, expr] as const),
];

/** Labels that Prometheus adds to every sample. */
const SCRAPE_LABELS = ['instance', 'job'];

const service = serviceOfFile();
/** Labels by the name of the sample. */
const told = new Map<string, Set<string>>();
let types: readonly (readonly [name: string, type: string])[] = [];

beforeAll(async () => {
  const owner = await service().owner();
  const { id } = await owner.chatbot();
  await owner.text(id, 'Hours', 'The shop is open every day from nine to six.');
  const widget = await owner.widget(id);
  await widget.ask('visitor', 'When is the shop open?');
  const { text } = await service().call('GET', '/metrics');
  types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]);
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = told.get(name) ?? new Set(SCRAPE_LABELS);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    told.set(name, known);
  }
});

/** Metrics that need more than a chat to have a sample. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  chatledger_model_tokens_total: ['model', 'kind'],
  chatledger_rate_limited_requests_total: ['limit'],
};

describe('Metrics of the service', () => {
  const isOurs = ([name]: (typeof types)[number]) => name.startsWith('chatledger_');

  it('end in `_total` where they count, and in `_seconds` where they measure time', () => {
    expect(types.filter(isOurs).length).toBeGreaterThan(20);
    for (const [name, type] of types.filter(isOurs)) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram' || /age|lag|duration|timestamp/.test(name)) expect(name).toMatch(/_seconds$/);
    }
  });

  it('are all in the monitoring guide', () => {
    for (const [name] of types.filter(isOurs)) expect(guide).toContain(`\`${name}\``);
  });
});

describe('Alerts and dashboard', () => {
  it.each(expressions)('ask in PromQL for metrics and labels that exist: %s', (_, expr) => {
    const { isValid, selectors, grouping } = parsePromQl(expr);
    expect([expr, isValid]).toEqual([expr, true]);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, labels } of selectors) {
      const known = told.get(metric) ?? new Set([...(SILENT[metric] ?? []), ...SCRAPE_LABELS]);
      expect(told.has(metric) || metric in SILENT, metric).toBe(true);
      for (const label of [...labels, ...grouping]) expect([...known], `${label} of ${metric}`).toContain(label);
    }
  });

  it('declare the metrics that the service tells only later', () => {
    for (const name of Object.keys(SILENT)) expect(types.map(([declared]) => declared)).toContain(name);
  });

  it('rate and increase counters alone', () => {
    const counters = types.filter(([, type]) => type === 'counter').map(([name]) => name);
    const histograms = types.filter(([, type]) => type === 'histogram').map(([name]) => name);
    const rising = [...counters, ...histograms.flatMap((name) => [`${name}_bucket`, `${name}_count`, `${name}_sum`])];
    for (const [, expr] of expressions) {
      for (const [, metric = ''] of expr.matchAll(/(?:rate|increase)\((\w+)/g)) expect(rising).toContain(metric);
    }
  });
});

describe('An alert', () => {
  it.each(rules)('says how urgent it is, what happens, and stands in the monitoring guide: $alert', (rule) => {
    expect(rule.alert).toMatch(/^Chatledger[A-Z]\w+$/);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.for).toMatch(/^\d+[smh]$/);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.description).toMatch(/[.]$/);
    expect(guide).toContain(`| \`${rule.alert}\` |`);
    const { grouping, selectors } = parsePromQl(rule.expr);
    const labels = new Set([...grouping, ...selectors.flatMap(({ metric }) => [...(told.get(metric) ?? [])])]);
    for (const [, label = ''] of JSON.stringify(rule.annotations).matchAll(/\$labels\.(\w+)/g)) {
      expect([...labels]).toContain(label);
      // An aggregation drops every label that it does not group by.
      if (/^(?:sum|max|min|histogram_quantile)\b/.test(rule.expr)) expect(grouping).toContain(label);
    }
  });

  it('is told about once', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('The dashboard', () => {
  it('lays its panels side by side, with names of their own', () => {
    const cells = new Set<string>();
    for (const { gridPos } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x).toBeLessThan(24);
          expect(cells).not.toContain(`${x} ${y}`);
          cells.add(`${x} ${y}`);
        }
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
  });

  it.each(queries)('names its lines by labels that remain: %s', (_, expr, legend) => {
    const { grouping, selectors } = parsePromQl(expr);
    const remaining = grouping.length > 0 ? grouping : selectors.flatMap(({ metric }) => [...(told.get(metric) ?? [])]);
    for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(remaining).toContain(label);
  });

  it('defines the variables that it uses', () => {
    const names = dashboard.templating.list.map(({ name }) => name);
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(?!__)([a-z]\w*)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(names));
  });
});
