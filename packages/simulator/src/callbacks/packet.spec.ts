import { describe, expect, it } from 'vitest';
import { openPacket, sealPacket, signatureOf } from './packet.js';

/** Published examples of the platforms and of open libraries. */
const SIGNED: readonly [parts: readonly string[], signature: string][] = [
  [['AAAAA', '1714036504', '1514711492'], 'f464b24fc39322e44b38aa78f5edd27bd1441696'],
  [['AAAAA', '1714037059', '486452656'], '899cf89e464efb63f54ddac96b0a0a235f53aa78'],
  [
    [
      'kjr2TKI8umCBfVF3wAHk8JiPwma5VBme',
      '1583940690',
      'VHh7ymSeb0jc4lSb',
      '6KmUQuPVu7UhjyVqRdbo5SfcRqaHvbUlKSHFvBV2ZuR6TIlKsygcfeSd1GDplg1C5KSKr6UPHCaC/nIX3ZNt9w==',
    ],
    '1ba3cb09c0d2c2b3ed6900d37f91a6efae6cb011',
  ],
];

const ECHOES: readonly [receiveId: string, key: string, encrypted: string, text: string][] = [
  [
    'wx5823bf96d3bd56c7',
    'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
    'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
    '1616140317555161061',
  ],
  [
    'wx49f0ab532d5d035a',
    'kWxPEV2UEDyxWpmPdKC3F4dgPDmOvfKX1HGnEUDS1aR',
    '4ByGGj+sVCYcvGeQYhaKIk1o0pQRNbRjxybjTGblXrBaXlTXeOo1+bXFXDQQb1o6co6Yh9Bv41n7hOchLF6p+Q==',
    '5927782489442352469',
  ],
];

describe('packets of callbacks', () => {
  it.each(SIGNED)('the signature over %j is the published one', (parts, signature) => {
    expect(signatureOf(...parts)).toBe(signature);
    expect(signatureOf(...[...parts].reverse())).toBe(signature);
  });

  it.each(ECHOES)('those of %s open as published', (receiveId, key, encrypted, text) => {
    expect(openPacket(encrypted, key)).toEqual({ text, receiveId });
  });

  it('are sealed to the published bytes', () => {
    const sealed = sealPacket(
      { text: '我是中文abcd123', receiveId: 'wxb11529c136998cb6' },
      'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
      Buffer.from('aaaabbbbccccdddd'),
    );
    expect(sealed).toBe(
      'jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==',
    );
    expect(signatureOf('pamtest', '1409304348', 'xxxxxx', sealed)).toBe(
      '82c962d39941aa48552f90ef55aa323dc620cc10',
    );
  });

  it('open for every length of text, also where a whole block is padding', () => {
    const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
    for (let length = 0; length < 70; length += 1) {
      const packet = { text: 'x'.repeat(length), receiveId: 'wx1' };
      expect(openPacket(sealPacket(packet, key), key)).toEqual(packet);
    }
  });
});
