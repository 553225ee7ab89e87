import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

const short = z.string().check(z.maxLength(128));

/** One tracked event, the spec's fields plus `duration`, `path` and the moment. */
export const trackingEvent = z.object({
  /** Unique an event; the same id sent again by the same person is kept once a day. */
  eventId: z.string().check(z.minLength(1), z.maxLength(64)),
  /** VIEW and OUT come in pairs; EXIT is leaving OrderDetail or OrderAudit that had a source. */
  eventType: z.string().check(z.minLength(1), z.maxLength(32)),
  pageName: short,
  systemCode: z.optional(short),
  /** An IANA name: `Africa/Nairobi`. */
  timeZone: z.optional(short),
  orderNo: z.optional(z.nullable(short)),
  type: z.optional(z.nullable(short)),
  /** The session's token. Its public half is kept, its secret never. */
  token: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  isLogin: z.optional(z.boolean()),
  appId: z.optional(short),
  appName: z.optional(short),
  os: z.optional(short),
  channel: z.optional(short),
  deviceModel: z.optional(short),
  appVersion: z.optional(short),
  country: z.optional(short),
  /** Milliseconds on the page; with OUT. */
  duration: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(604_800_000)))),
  /** The route without its query. */
  path: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  occurredAt: z.optional(z.iso.datetime({ offset: true })),
});
export type TrackingEvent = z.output<typeof trackingEvent>;

export const report = defineEndpoint({
  name: 'tracking.report',
  method: 'POST',
  path: '/burying-point-platform/report',
  access: 'public',
  kind: 'signal',
  summary: 'Takes one tracking event, or up to 100 as `events`; limited per address',
  request: z.union([
    z.object({ events: z.array(trackingEvent).check(z.minLength(1), z.maxLength(100)) }),
    trackingEvent,
  ]),
  reply: z.object({ accepted: z.number() }),
});
