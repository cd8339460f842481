import type { CorpOptions, MemberOptions } from './corp-options.js';

/** Letters, digits and `_-@.`, at most 64 bytes, beginning with a letter or a digit. */
const USERID = /^[A-Za-z0-9][\w@.-]{0,63}$/;
const NUMBER = /^[1-9]\d{0,9}$/;

/** Whom the recipients of one message come to. */
export interface Reached {
  readonly userids: ReadonlySet<string>;
  readonly invaliduser: readonly string[];
  readonly invalidparty: readonly string[];
  readonly invalidtag: readonly string[];
  readonly unlicenseduser: readonly string[];
}

/** The address book of one corp. */
export class Members {
  readonly #listed: Map<string, MemberOptions> | undefined;

  constructor(option: CorpOptions['members']) {
    if (option === undefined || option === 'everyone') return;
    const members = option.map((member) => (typeof member === 'string' ? { userid: member } : member));
    this.#listed = new Map(members.map((member) => [member.userid.toLowerCase(), member]));
  }

  has(userid: unknown): boolean {
    return typeof userid === 'string' && this.find(userid) !== undefined;
  }

  /** The platform tells userids apart without regard to case. */
  find(userid: string): MemberOptions | undefined {
    if (this.#listed !== undefined) return this.#listed.get(userid.toLowerCase());
    return USERID.test(userid) ? { userid } : undefined;
  }

  list(): MemberOptions[] {
    return [...(this.#listed?.values() ?? [])];
  }

  add(userid: string): void {
    this.#listed?.set(userid.toLowerCase(), { userid });
  }

  remove(userid: string): void {
    this.#listed?.delete(userid.toLowerCase());
  }

  /** Takes the three recipient fields apart. Where `touser` is `@all`, the other two do not count. */
  reach(touser: string, toparty: string, totag: string): Reached {
    if (touser === '@all') return { ...NOBODY, userids: this.#everyone() };
    const users = partsOf(touser);
    const parties = partsOf(toparty).map((id) => ({ id, members: this.#group('departments', 'party', id) }));
    const tags = partsOf(totag).map((id) => ({ id, members: this.#group('tags', 'tag', id) }));
    const known = users.flatMap((userid) => this.find(userid) ?? []);
    const groups = [...parties, ...tags].flatMap(({ members }) => members);
    return {
      userids: new Set([...known.filter(isLicensed).map(({ userid }) => userid), ...groups]),
      invaliduser: users.filter((userid) => this.find(userid) === undefined),
      invalidparty: parties.filter(({ members }) => members.length === 0).map(({ id }) => id),
      invalidtag: tags.filter(({ members }) => members.length === 0).map(({ id }) => id),
      unlicenseduser: known.filter((member) => !isLicensed(member)).map(({ userid }) => userid),
    };
  }

  #everyone(): Set<string> {
    return new Set(
      this.#listed === undefined
        ? ['@all']
        : this.list()
            .filter(isLicensed)
            .map(({ userid }) => userid),
    );
  }

  #group(kind: 'departments' | 'tags', name: string, id: string): string[] {
    if (!NUMBER.test(id)) return [];
    if (this.#listed === undefined) return [`${name}:${id}`];
    const belongs = (member: MemberOptions) => member[kind]?.includes(Number(id)) === true;
    return this.list()
      .filter((member) => belongs(member) && isLicensed(member))
      .map(({ userid }) => userid);
  }
}

const NOBODY: Reached = {
  userids: new Set(),
  invaliduser: [],
  invalidparty: [],
  invalidtag: [],
  unlicenseduser: [],
};

function isLicensed({ licensed }: MemberOptions): boolean {
  return licensed !== false;
}

function partsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split('|')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ];
}
