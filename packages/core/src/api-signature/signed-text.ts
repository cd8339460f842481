/** What both sides put in front of a body to sign it, and into its encryption. */
export interface SignedPlace {
  /** Scheme, host and path, without the query. */
  readonly urlPath: string;
  readonly appId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The text that is signed: four lines, and no line break at the end. */
export function signedText({ urlPath, appId, timestamp }: SignedPlace, body: string): Buffer {
  return Buffer.from(`${urlPath}\n${appId}\n${timestamp}\n${body}`);
}

/** What the encryption is bound to. */
export function additionalData({ urlPath, appId, timestamp }: SignedPlace, sn: string): Buffer {
  return Buffer.from(`${urlPath}|${appId}|${timestamp}|${sn}`);
}
