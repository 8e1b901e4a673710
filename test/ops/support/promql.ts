/** Parses PromQL with Prometheus' own grammar. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface PromQl {
  /** True when the whole text is an expression. */
  readonly isValid: boolean;
  readonly selectors: readonly Selector[];
  /** Labels that an aggregation groups by. */
  readonly grouping: readonly string[];
}

export function parsePromQl(text: string): PromQl {
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  const within: string[] = [];
  let isValid = true;
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      const word = text.slice(from, to);
      if (type.isError) isValid = false;
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (name === 'Identifier' && within.at(-1) === 'VectorSelector' && selector !== undefined) selector.metric = word;
      if (name === 'LabelName') {
        if (within.includes('GroupingLabels')) grouping.push(word);
        else selector?.labels.push(word);
      }
      within.push(name);
    },
    leave() {
      within.pop();
    },
  });
  return { isValid, selectors, grouping };
}
