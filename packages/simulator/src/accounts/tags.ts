const MAX_TAGS = 100;
const MAX_TAGS_PER_USER = 20;
const MAX_NAME_BYTES = 30;
/** 0, 1 and 2 belong to the platform; 2 is the starred group. */
const FIRST_OWN_ID = 100;

export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly members: ReadonlySet<string>;
}

interface StoredTag {
  readonly id: number;
  name: string;
  readonly members: Set<string>;
}

type TagErrcode = 45056 | 45058 | 45059 | 45157 | 45158 | 45159;

/** The tags of one account and who wears them. */
export class Tags {
  readonly #tags = new Map<number, StoredTag>();
  #nextId = FIRST_OWN_ID;

  list(): readonly Tag[] {
    return [...this.#tags.values()];
  }

  create(name: unknown): Tag | TagErrcode {
    const wrong = this.#nameErrcode(name);
    if (wrong !== undefined) return wrong;
    if (this.#tags.size >= MAX_TAGS) return 45056;
    const tag = { id: this.#nextId, name: String(name), members: new Set<string>() };
    this.#nextId += 1;
    this.#tags.set(tag.id, tag);
    return tag;
  }

  rename(id: unknown, name: unknown): TagErrcode | undefined {
    const tag = this.#find(id);
    if (typeof tag === 'number') return tag;
    const wrong = name === tag.name ? undefined : this.#nameErrcode(name);
    if (wrong === undefined) tag.name = String(name);
    return wrong;
  }

  delete(id: unknown): TagErrcode | undefined {
    const tag = this.#find(id);
    if (typeof tag === 'number') return tag;
    this.#tags.delete(tag.id);
    return undefined;
  }

  members(id: unknown): string[] | TagErrcode {
    const tag = this.#find(id);
    return typeof tag === 'number' ? tag : [...tag.members];
  }

  /** Tags all of them or none. */
  put(id: unknown, openids: readonly string[]): TagErrcode | undefined {
    const tag = this.#find(id);
    if (typeof tag === 'number') return tag;
    const full = openids.some(
      (openid) => !tag.members.has(openid) && this.idsOf(openid).length >= MAX_TAGS_PER_USER,
    );
    if (full) return 45059;
    for (const openid of openids) tag.members.add(openid);
    return undefined;
  }

  take(id: unknown, openids: readonly string[]): TagErrcode | undefined {
    const tag = this.#find(id);
    if (typeof tag === 'number') return tag;
    for (const openid of openids) tag.members.delete(openid);
    return undefined;
  }

  idsOf(openid: string): number[] {
    return this.list()
      .filter((tag) => tag.members.has(openid))
      .map((tag) => tag.id);
  }

  #find(id: unknown): StoredTag | TagErrcode {
    if (typeof id === 'number' && id >= 0 && id < FIRST_OWN_ID) return 45058;
    return (typeof id === 'number' ? this.#tags.get(id) : undefined) ?? 45159;
  }

  #nameErrcode(name: unknown): TagErrcode | undefined {
    if (typeof name !== 'string' || name === '') return 45157;
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 45158;
    return this.list().some((tag) => tag.name === name) ? 45157 : undefined;
  }
}
