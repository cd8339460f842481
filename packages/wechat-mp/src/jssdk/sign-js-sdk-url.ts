import { createHash } from 'node:crypto';
import { ValidationError } from '@wetempo/core';

/** What a page needs to prove to WeChat that it may call the JS-SDK. */
export interface JsSdkSignatureInput {
  /** Ticket of kind `jsapi`, from `ticket.get`; good for 2 hours, to be cached like the access token. */
  ticket: string;
  /** Random text of your own; goes to the page as `nonceStr`. */
  nonceStr: string;
  /** Seconds since 1970; goes to the page as `timestamp`. */
  timestamp: number | string;
  /** Address of the page as the browser shows it, query included; a `#fragment` does not count. */
  url: string;
}

/**
 * The `signature` of `wx.config`.
 *
 * @throws {ValidationError} where `url` is no web address, or the ticket is empty
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/JS-SDK.html
 */
export function signJsSdkUrl({ ticket, nonceStr, timestamp, url }: JsSdkSignatureInput): string {
  if (ticket === '') throw invalid('ticket', 'must not be empty');
  if (!/^https?:\/\//.test(url)) throw invalid('url', 'must begin with http:// or https://');
  const page = url.replace(/#.*$/s, '');
  // Names in alphabetical order, values as they are: nothing of this is percent-encoded.
  const signed = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`;
  return createHash('sha1').update(signed).digest('hex');
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError(`signJsSdkUrl: ${path} ${message}`, { issues: [{ path, message }] });
}
