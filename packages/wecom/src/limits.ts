import type { PlatformLimits } from '@wetempo/core';

const hourMs = 3_600_000;

/**
 * What WeCom lets a company call, from its page on frequency limits (document 90454, of 2023-08-28). What is published
 * for one IP is left out: those figures are above the company's.
 */
export const wecomLimits: PlatformLimits = {
  perRecipientEndpoints: ['message.send'],
  // What is over either of them is dropped without an error.
  perRecipient: [
    { max: 30, windowMs: 60_000 },
    { max: 1000, windowMs: hourMs },
  ],
  endpoints: {
    // The day's figure is 200 times the size of the account, which only the company knows: `perDay` is left to it.
    'message.send': { countsPeople: true },
    'jsSdk.getAgentTicket': { max: 100, windowMs: hourMs },
  },
  organisation: {
    everyEndpoint: { perMinute: 10_000, max: 150_000, windowMs: hourMs },
    endpoints: {
      // Messages to members and the look-up of a visitor do not count towards the company's figures.
      'message.send': {},
      'auth.getUserInfo': {},
      'appChat.create': { perDay: 1000 },
      'appChat.update': { max: 1000, windowMs: hourMs },
      'appChat.send': { perMinute: 20_000, max: 300_000, windowMs: hourMs },
      'approval.getDetail': { perMinute: 600 },
      'jsSdk.getTicket': { max: 400, windowMs: hourMs },
    },
  },
};
