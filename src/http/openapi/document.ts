/** The OpenAPI 3.1 document, made from the routes' own declarations. */
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Turns } from '../../runtime/turns.ts';
import { descriptionOf, operationObject, pathOf } from './described-route.ts';
import type { JsonObject } from './json.ts';
import { NamedSchemas } from './named-schemas.ts';
import { ABOUT, COMPONENTS } from './overview.ts';

/** Made before any route: it listens to their registration. */
export class ApiDocument {
  readonly #routes: RouteOptions[] = [];
  #text: Promise<string> | undefined;

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      if (descriptionOf(route) !== null) this.#routes.push(route);
    });
  }

  /** As JSON. Made when it is first asked for, a route at a time: all at once would hold the event loop. */
  text(): Promise<string> {
    this.#text ??= this.#make();
    return this.#text;
  }

  async #make(): Promise<string> {
    const turns = new Turns();
    const named = new NamedSchemas();
    const paths: { [path: string]: JsonObject } = {};
    for (const route of this.#routes) {
      const described = descriptionOf(route);
      if (described === null) continue;
      await turns.yieldWhenLong();
      const item = paths[pathOf(route)] ?? {};
      item[String(route.method).toLowerCase()] = operationObject(route, described, named);
      paths[pathOf(route)] = item;
    }
    await turns.yieldWhenLong();
    return JSON.stringify({ ...ABOUT, paths, components: { schemas: named.schemas(), ...COMPONENTS } });
  }
}
