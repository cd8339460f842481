import { createHash } from 'node:crypto';
import { ValidationError } from '@wetempo/core';

/** What a page needs to prove that it may call the JS-SDK. */
export interface PageSignatureInput {
  /** From `jsSdk.getTicket` for `wx.config`, from `jsSdk.getAgentTicket` for `wx.agentConfig`. */
  ticket: string;
  /** Random text of your own; goes to the page as `nonceStr`. */
  nonceStr: string;
  /** Seconds since 1970; goes to the page as `timestamp`. */
  timestamp: number | string;
  /** Address of the page as the browser shows it, query included; a `#fragment` does not count. */
  url: string;
}

/**
 * The `signature` of `wx.config` and of `wx.agentConfig`.
 *
 * @throws {ValidationError} where `url` is no web address, or the ticket is empty
 * @see https://developer.work.weixin.qq.com/document/path/90506
 */
export function signPage({ ticket, nonceStr, timestamp, url }: PageSignatureInput): string {
  if (ticket === '') throw invalid('ticket', 'must not be empty');
  if (!/^https?:\/\//.test(url)) throw invalid('url', 'must begin with http:// or https://');
  const page = url.replace(/#.*$/s, '');
  // Names in alphabetical order, values as they are: nothing of this is percent-encoded.
  const signed = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`;
  return createHash('sha1').update(signed).digest('hex');
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError(`signPage: ${path} ${message}`, { issues: [{ path, message }] });
}
