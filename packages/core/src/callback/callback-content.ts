/**
 * The content of a callback, the same whether it came as XML or as JSON: every leaf is the text that stood there, so that
 * ids of 64 bits, leading zeros and `1e5` stay what they are. An empty element is an empty text.
 */
export type CallbackContent = string | readonly CallbackContent[] | CallbackFields;

export interface CallbackFields {
  readonly [name: string]: CallbackContent;
}

export type CallbackFormat = 'xml' | 'json';
