/** Ends the work of something that uses a client. */
type End = () => Promise<void>;

/** One for the ESM and the CJS copy of this package in a process. */
const key = Symbol.for('wetempo.client-users');

function allUsers(): WeakMap<object, Set<End>> {
  const present: unknown = Reflect.get(globalThis, key);
  if (present instanceof WeakMap) return present;
  const users = new WeakMap<object, Set<End>>();
  Reflect.set(globalThis, key, users);
  return users;
}

/** `end` runs before the client closes, whatever order Nest calls its hooks in (F135). It may be called again. */
export function endBefore(client: object, end: End): void {
  const users = allUsers();
  const ends = users.get(client) ?? new Set();
  users.set(client, ends.add(end));
}

/** Resolves when nothing uses the client any more. */
export async function endUsersOf(client: object): Promise<void> {
  await Promise.allSettled([...(allUsers().get(client) ?? [])].map((end) => end()));
}
