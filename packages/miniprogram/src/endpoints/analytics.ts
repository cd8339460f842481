import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText, unixSeconds } from './request-parts.js';

const day = z.string().regex(/^\d{8}$/, 'must be a date such as 20260102');

/** From one day to another, both included. The platform wants one day, a whole week from Monday, or a whole month. */
const period = z.strictObject({ begin_date: day, end_date: day });

const count = z.number().optional();

const visits = z.looseObject({
  list: z.array(
    z.looseObject({
      ref_date: z.string(),
      session_cnt: count,
      visit_pv: count,
      visit_uv: count,
      visit_uv_new: count,
      /** Seconds. */
      stay_time_uv: count,
      /** Seconds. */
      stay_time_session: count,
      visit_depth: count,
    }),
  ),
});

/** `key` counts the days, weeks or months since. */
const retained = z.array(z.looseObject({ key: z.number(), value: z.number() }));

const retention = z.looseObject({ ref_date: z.string(), visit_uv_new: retained, visit_uv: retained });

const shares = z.array(z.looseObject({ name: z.string().optional(), value: z.number() })).optional();

const portrait = z.looseObject({
  province: shares,
  city: shares,
  genders: shares,
  platforms: shares,
  devices: shares,
  ages: shares,
});

/** Figures about visits. Those of a day are ready in the course of the next morning (61503 until then). */
export const analyticsEndpoints = {
  /** Of one day: visits and shares so far. */
  dailySummary: defineEndpoint({
    name: 'analytics.dailySummary',
    method: 'POST',
    path: '/datacube/getweanalysisappiddailysummarytrend',
    docs: page('data-analysis/others/api_getdailysummary'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: z.looseObject({
      list: z.array(
        z.looseObject({ ref_date: z.string(), visit_total: count, share_pv: count, share_uv: count }),
      ),
    }),
  }),

  /** Visits of one day. */
  dailyVisitTrend: defineEndpoint({
    name: 'analytics.dailyVisitTrend',
    method: 'POST',
    path: '/datacube/getweanalysisappiddailyvisittrend',
    docs: page('data-analysis/visit-trend/api_getdailyvisittrend'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: visits,
  }),

  /** Visits of one week, from Monday to Sunday. */
  weeklyVisitTrend: defineEndpoint({
    name: 'analytics.weeklyVisitTrend',
    method: 'POST',
    path: '/datacube/getweanalysisappidweeklyvisittrend',
    docs: page('data-analysis/visit-trend/api_getweeklyvisittrend'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: visits,
  }),

  /** Visits of one month, from its first day to its last. */
  monthlyVisitTrend: defineEndpoint({
    name: 'analytics.monthlyVisitTrend',
    method: 'POST',
    path: '/datacube/getweanalysisappidmonthlyvisittrend',
    docs: page('data-analysis/visit-trend/api_getmonthlyvisittrend'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: visits,
  }),

  /** Who came on one day and came back on later ones. */
  dailyRetain: defineEndpoint({
    name: 'analytics.dailyRetain',
    method: 'POST',
    path: '/datacube/getweanalysisappiddailyretaininfo',
    docs: page('data-analysis/visit-retain/api_getdailyretain'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: retention,
  }),

  /** Who came in one week and came back in later ones. */
  weeklyRetain: defineEndpoint({
    name: 'analytics.weeklyRetain',
    method: 'POST',
    path: '/datacube/getweanalysisappidweeklyretaininfo',
    docs: page('data-analysis/visit-retain/api_getweeklyretain'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: retention,
  }),

  /** Who came in one month and came back in later ones. */
  monthlyRetain: defineEndpoint({
    name: 'analytics.monthlyRetain',
    method: 'POST',
    path: '/datacube/getweanalysisappidmonthlyretaininfo',
    docs: page('data-analysis/visit-retain/api_getmonthlyretain'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: retention,
  }),

  /** The 200 pages of one day that were seen most. */
  visitPage: defineEndpoint({
    name: 'analytics.visitPage',
    method: 'POST',
    path: '/datacube/getweanalysisappidvisitpage',
    docs: page('data-analysis/others/api_getvisitpage'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: z.looseObject({
      ref_date: z.string().optional(),
      list: z.array(
        z.looseObject({
          page_path: z.string(),
          page_visit_pv: count,
          page_visit_uv: count,
          /** Seconds. */
          page_staytime_pv: count,
          entrypage_pv: count,
          exitpage_pv: count,
          page_share_pv: count,
          page_share_uv: count,
        }),
      ),
    }),
  }),

  /** Where the visits of one day came from, how long they stayed and how deep they went. */
  visitDistribution: defineEndpoint({
    name: 'analytics.visitDistribution',
    method: 'POST',
    path: '/datacube/getweanalysisappidvisitdistribution',
    docs: page('data-analysis/others/api_getvisitdistribution'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: z.looseObject({
      ref_date: z.string().optional(),
      list: z.array(
        z.looseObject({
          /** `access_source_session_cnt`, `access_staytime_info` or `access_depth_info`. */
          index: z.string(),
          item_list: z.array(z.looseObject({ key: z.number(), value: z.number() })),
        }),
      ),
    }),
  }),

  /** Who came: regions, sexes, devices, ages. Over 1, 7 or 30 days. */
  userPortrait: defineEndpoint({
    name: 'analytics.userPortrait',
    method: 'POST',
    path: '/datacube/getweanalysisappiduserportrait',
    docs: page('data-analysis/others/api_getuserportrait'),
    kind: 'read',
    takesSignature: true,
    request: period,
    response: z.looseObject({
      /** One day, or two joined by `-`. */
      ref_date: z.string(),
      visit_uv_new: portrait.optional(),
      visit_uv: portrait.optional(),
    }),
  }),

  /** One figure of a game over time. */
  gameData: defineEndpoint({
    name: 'analytics.gameData',
    method: 'POST',
    path: '/datacube/getgameanalysisdata',
    docs: 'https://developers.weixin.qq.com/minigame/dev/api-backend/open-api/data-analysis/analysis.getGameAnalysisData.html',
    kind: 'read',
    takesSignature: true,
    request: z.strictObject({
      metric: requiredText(),
      granularity: z.int(),
      start_time: unixSeconds,
      end_time: unixSeconds,
      filter_list: z.array(z.strictObject({ dimension: requiredText(), value: requiredText() })).optional(),
      group_list: z.array(requiredText()).optional(),
    }),
    response: z.looseObject({
      data_list: z.array(
        z.looseObject({ timestamp: count, time_label: z.string().optional(), metric_value: z.number() }),
      ),
    }),
  }),
} as const;
