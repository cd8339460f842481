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

/** The receipt of a message whose platform names an id, as it does for template messages. */
export interface IdentifiedReceipt extends SendReceipt {
  readonly msgid: string;
}
