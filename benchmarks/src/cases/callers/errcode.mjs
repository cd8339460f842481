/** What callers look at, where there is one: the documentation of the platform says that others than 0 are failures. */
export function expectNoErrcode(data) {
  if (data?.errcode) throw new Error(`errcode ${data.errcode}: ${data.errmsg}`);
}
