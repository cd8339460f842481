/**
 * The platform's id of a message as a decimal string; `undefined` where there is none, which includes 0: that is what a
 * refused message has.
 */
export function messageIdOf(msgid: string | number | undefined): string | undefined {
  const digits = String(msgid);
  return /^[1-9]\d*$/.test(digits) ? digits : undefined;
}
