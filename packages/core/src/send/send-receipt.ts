/** Proof that the platform accepted a message. */
export interface SendReceipt {
  readonly requestId: string;
  readonly status: 'sent';
  /**
   * The platform's id of the message in decimal; 64 bits, so never a number. Absent only where the endpoint's answer
   * names none, as for customer-service messages.
   */
  readonly msgid?: string;
  /** Requests that left for this message, in whichever process. */
  readonly attempts: number;
  /** The message had been sent before under this `requestId`; nothing was sent now. */
  readonly replayed: boolean;
  /** What else the platform said, for example which recipients it dropped. */
  readonly details?: Record<string, unknown>;
}

/**
 * Word that a message is kept by the send store and will be sent by whichever process of the account has room. Ask for what
 * became of it by `sends.receipt`.
 */
export interface AcceptedReceipt {
  readonly requestId: string;
  readonly status: 'pending';
  /** From now until it is tried, at the earliest. */
  readonly dueInMs: number;
  /** It had been accepted before under this `requestId`, or is being sent right now. */
  readonly replayed: boolean;
}

/** What a message that may be queued is answered with. */
export type AnyReceipt = SendReceipt | AcceptedReceipt;

/** The receipt of a message whose platform names an id, as it does for template messages. */
export interface IdentifiedReceipt extends SendReceipt {
  readonly msgid: string;
}
