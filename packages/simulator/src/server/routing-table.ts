import type { Route } from './route.js';

/** Official Accounts and Mini Programs share their paths and tokens; WeCom has its own. */
export type Family = 'app' | 'corp';

/** Which endpoints there are. Where both families have a path, the kind of the token decides. */
export class RoutingTable {
  readonly #routes: Readonly<Record<Family, Map<string, Route[]>>> = { app: new Map(), corp: new Map() };

  /** Takes the place of a route of the same family, path and method. */
  set(route: Route): void {
    const routes = this.#routes[familyOf(route)];
    const others = (routes.get(route.path) ?? []).filter(({ method }) => method !== route.method);
    routes.set(route.path, [...others, route]);
  }

  has(path: string, family: Family): boolean {
    return this.#routes[family].has(path);
  }

  /** Those of a path, one for each method. */
  at(path: string, family: Family): readonly Route[] {
    const other = family === 'app' ? 'corp' : 'app';
    return this.#routes[family].get(path) ?? this.#routes[other].get(path) ?? [];
  }

  /** Every route, in the order in which they were set. */
  all(): Route[] {
    return [...this.#routes.app.values(), ...this.#routes.corp.values()].flat();
  }
}

function familyOf(route: Route): Family {
  return route.auth === 'corp-token' ? 'corp' : 'app';
}
