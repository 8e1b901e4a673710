/** OpenAPI 3.1, built from the routes' declarations. */
import type { FastifyInstance, RouteOptions } from 'fastify';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { descriptionOf, operationObject, pathOf } from './described-route.ts';
import type { JsonObject } from './json.ts';
import { NamedSchemas } from './named-schemas.ts';
import { ABOUT, COMPONENTS } from './overview.ts';

/** Created before any route, since it collects them as they are registered. */
export class ApiDocument {
  readonly #routes: RouteOptions[] = [];
  #text: Promise<string> | undefined;

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      if (descriptionOf(route) !== null) this.#routes.push(route);
    });
  }

  /** Built once, one route at a time, so that the event loop is not held. */
  text(): Promise<string> {
    this.#text ??= this.#make();
    return this.#text;
  }

  async #make(): Promise<string> {
    const budget = new EventLoopBudget();
    const named = new NamedSchemas();
    const paths: { [path: string]: JsonObject } = {};
    for (const route of this.#routes) {
      const described = descriptionOf(route);
      if (described === null) continue;
      await budget.yieldIfUsedUp();
      const item = paths[pathOf(route)] ?? {};
      item[String(route.method).toLowerCase()] = operationObject(route, described, named);
      paths[pathOf(route)] = item;
    }
    await budget.yieldIfUsedUp();
    return JSON.stringify({ ...ABOUT, paths, components: { schemas: named.schemas(), ...COMPONENTS } });
  }
}
