/**
 * Users of a package in one setting.
 *
 * @param name the system of `--systems` that they belong to
 * @param settings what the package's `open` takes
 */
export function variant(name, title, packageName, settings) {
  return { name, title, packageName, settings };
}

/** Those that were asked for and that can run here. */
export function chosenOf(variants, names, redis) {
  return variants.filter(({ name, settings }) => names.includes(name) && (redis || !settings.redis));
}
