import type { ClientSettings } from '../client/client-settings.js';
import type { Clock } from '../clock/clock.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { TransportAnswer, TransportRequest } from '../transport/transport.js';
import type { ApiSignatureOptions } from './api-signature-options.js';
import { bodyCipherOf } from './body-cipher.js';
import { type AnswerSeal, openAnswer } from './open-answer.js';
import { type RequestSeal, sealRequest } from './seal-request.js';
import { answerVerifierOf, requestSignerOf } from './signing-keys.js';

/** Protects what travels, beyond TLS: each attempt anew, since its time is part of it. */
export interface CallSealer {
  /** Whether calls of this endpoint are protected. */
  covers(endpoint: AnyEndpoint): boolean;
  seal(request: TransportRequest): TransportRequest;
  /** What was answered, or a failure where nobody proves that the platform said it. */
  open(request: TransportRequest, answer: TransportAnswer): TransportAnswer;
}

export interface ApiSignatureParts {
  readonly appId: string;
  /** The platform's own address, also behind a proxy: it is what is signed. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

/** The settings of a client whose account has the signature switched on; as they were where it has not. */
export function withApiSignature(
  settings: ClientSettings,
  options: ApiSignatureOptions | undefined,
  account: Pick<ApiSignatureParts, 'appId' | 'baseUrl'>,
): ClientSettings {
  if (options === undefined) return settings;
  const { clock, telemetry } = settings;
  return { ...settings, sealer: new ApiSignature(options, { ...account, clock, telemetry }) };
}

const defaultMaxSkewMs = 300_000;

/** Signature and encryption of server APIs (服务端 API 签名加密). */
export class ApiSignature implements CallSealer {
  readonly #parts: ApiSignatureParts;
  readonly #request: RequestSeal;
  readonly #answer: AnswerSeal;
  readonly #endpoints: ReadonlySet<string> | undefined;
  #hasWarned = false;

  /** @param options checked by `apiSignatureShape` */
  constructor(options: ApiSignatureOptions, parts: ApiSignatureParts) {
    const cipher = bodyCipherOf(options.encryption);
    this.#parts = parts;
    this.#request = { cipher, signer: requestSignerOf(options.signing) };
    const maxSkewMs = options.maxSkewMs ?? defaultMaxSkewMs;
    this.#answer = { cipher, verifier: answerVerifierOf(options.platform), maxSkewMs };
    this.#endpoints = options.endpoints && new Set(options.endpoints);
  }

  covers({ name, takesSignature, encoding }: AnyEndpoint): boolean {
    return encoding === 'json' && (this.#endpoints?.has(name) ?? takesSignature);
  }

  seal(request: TransportRequest): TransportRequest {
    const timestamp = Math.floor(this.#parts.clock.now() / 1000);
    return sealRequest(this.#request, request, { ...this.#placeOf(request), timestamp });
  }

  open(request: TransportRequest, answer: TransportAnswer): TransportAnswer {
    if (answer.type === 'failure') return answer;
    const opened = openAnswer(this.#answer, answer, this.#placeOf(request), this.#parts.clock.now());
    switch (opened.type) {
      case 'as-is':
        return answer;
      case 'opened':
        if (opened.isOldCertificate) this.#warnOfCertificate();
        return { ...answer, body: opened.body };
      case 'refused':
        // Read as what it is: an answer that says nothing about what became of the request.
        return { ...answer, headers: {}, body: Buffer.from(`answer not accepted: ${opened.why}`) };
    }
  }

  #placeOf({ path }: TransportRequest) {
    return { urlPath: `${this.#parts.baseUrl}${path}`, appId: this.#parts.appId };
  }

  #warnOfCertificate(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#parts.telemetry.emit({
      type: 'warned',
      topic: 'api-signature-certificate',
      message:
        'apiSignature.platform: the platform is replacing this certificate; download the new one from the console (API 安全) and set its number',
    });
  }
}
