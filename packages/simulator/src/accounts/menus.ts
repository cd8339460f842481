import type { JsonObject } from '../server/incoming-request.js';

export interface ConditionalMenu {
  readonly menuid: number;
  readonly button: unknown;
  readonly matchrule: JsonObject;
}

/** The default menu of one account and those for certain users. */
export class Menus {
  readonly #maxConditional: number;
  readonly #conditional = new Map<number, ConditionalMenu>();
  #nextId = 208_396_001;
  defaultMenu: { readonly menuid: number; readonly button: unknown } | undefined;

  constructor(maxConditional: number | undefined) {
    this.#maxConditional = maxConditional ?? 100;
  }

  set(button: unknown): void {
    this.defaultMenu = { menuid: this.#takeId(), button };
  }

  /** Takes all menus away, also the conditional ones. */
  clear(): void {
    this.defaultMenu = undefined;
    this.#conditional.clear();
  }

  /** Newest first: the order in which they are matched. */
  get conditional(): ConditionalMenu[] {
    return [...this.#conditional.values()].reverse();
  }

  /** Undefined when there is no room for one more. */
  addConditional(button: unknown, matchrule: JsonObject): ConditionalMenu | undefined {
    if (this.#conditional.size >= this.#maxConditional) return undefined;
    const menu = { menuid: this.#takeId(), button, matchrule };
    this.#conditional.set(menu.menuid, menu);
    return menu;
  }

  deleteConditional(menuid: unknown): boolean {
    return this.#conditional.delete(Number(menuid));
  }

  /** What a user with these tags sees. */
  match(tagIds: readonly number[]): unknown {
    const special = this.conditional.find(({ matchrule }) => tagIds.includes(Number(matchrule.tag_id)));
    return (special ?? this.defaultMenu)?.button;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }
}
