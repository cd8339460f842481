import { z } from 'zod';
import { envVersion, text, unixSeconds } from './request-parts.js';

/** A page that a link opens; both may be empty. */
export const linkedPage = {
  /** Without parameters. @default the first page */
  path: text().optional(),
  query: text().optional(),
  env_version: envVersion.optional(),
};

/** When a link ends; 30 days at most. */
export const expiry = {
  is_expire: z.boolean().optional(),
  /** 0: at `expire_time`, 1: after `expire_interval` days. */
  expire_type: z.union([z.literal(0), z.literal(1)]).optional(),
  expire_time: unixSeconds.optional(),
  expire_interval: z.int().min(1, 'must be at least 1').max(30, 'must be at most 30').optional(),
};

/** 0: what the link leads to, 1: how many may yet open links today. */
export const queryType = z.union([z.literal(0), z.literal(1)]).optional();

/** What the platform tells of a link. */
export const linkInfo = z.looseObject({
  appid: z.string().optional(),
  path: z.string().optional(),
  query: z.string().optional(),
  /** Seconds since 1970. */
  create_time: z.number().optional(),
  /** Seconds since 1970; 0 where it does not end. */
  expire_time: z.number().optional(),
  env_version: z.string().optional(),
});

export const quotaInfo = z.looseObject({ remain_visit_quota: z.number().optional() });
