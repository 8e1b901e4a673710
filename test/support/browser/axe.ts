import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of axe on the page, shadow roots included. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Result {
      violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Result> } };
    const { violations: found } = await axe.run({ resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} ${JSON.stringify(node.target)} ${node.failureSummary}`),
    );
  });
}
