import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply } from '../list.ts';
import { defineRuleFamily, ruleId } from '../platform/rule-family.ts';

const PAGE = '/AdminContent/OperationSystem/LaunchManagement';
const seen = { page: [PAGE] } as const;

/** MEDIA_PLATFORM */
export const mediaPlatform = z.enum(['GOOGLE', 'FACEBOOK', 'TIKTOK', 'INFLUENCER', 'SMS', 'PARTNER', 'OTHER']);
/** CHANNEL_BILLING. CPI: a registration. CPA: an application. CPS: a disbursed loan. */
export const channelBilling = z.enum(['CPI', 'CPA', 'CPS']);

const cents = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(100_000_000_000));
const fields = {
  /** What the channel is called. */
  ruleName: z
    .string()
    .check(z.trim(), z.minLength(1, 'All options must be filled'), z.maxLength(64, 'At most 64 characters')),
  channelCode: z.string().check(z.trim(), z.regex(/^[A-Z0-9_]{2,32}$/, '2 to 32 capital letters, digits and _')),
  mediaPlatform,
  /**
   * Of the traffic staff. Null: a new channel goes to whoever takes part in automatic assignment and owns least, once it
   * is approved; a version of an old one keeps its owner.
   */
  ownerUserNo: z.nullable(businessNo),
  /** Brings and pays for first loans alone; owned by people who may take first loans. */
  firstLoansOnly: z._default(z.boolean(), false),
  landingUrl: z.string().check(
    z.trim(),
    z.regex(/^https:\/\/[^\s]+$/, 'Must start with https://'),
    z.refine((address) => URL.canParse(address), 'Must start with https://'),
    z.maxLength(500, 'At most 500 characters'),
  ),
  channelBilling,
  unitPriceCents: cents,
  dailyBudgetCents: cents,
  /** Registrations a day (EAT). -1: unlimited. 0: none. */
  dailyCap: z.int().check(z.minimum(-1, '-1, 0 or more'), z.maximum(10_000_000)),
  /** Disabled automatically once more of the first bills of its last 90 days are overdue. Null: never. */
  pauseAtOverduePercent: z._default(
    z.nullable(z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100'))),
    null,
  ),
};
/** An acquisition channel: its link, its price, its budget. */
export const putChannelRule = z.strictObject(fields).check(
  z.refine(({ unitPriceCents, dailyBudgetCents }) => dailyBudgetCents >= unitPriceCents, {
    error: 'Cannot be below the unit price',
    path: ['dailyBudgetCents'],
  }),
);
export type PutChannelRule = z.output<typeof putChannelRule>;

const family = defineRuleFamily({
  name: 'putChannel',
  path: 'putChannel',
  page: PAGE,
  codes: {
    save: 'operation:putChannel:save',
    state: 'operation:putChannel:enable',
    audit: 'operation:putChannel:audit',
  },
  fields: {
    ...fields,
    /** Empty while nobody owns it. */
    ownerName: z.string(),
    spentTodayCents: z.number(),
    clicksToday: z.number(),
    /** Of the days of the filter `figuresOn`; without it of the last seven (EAT), today with them. */
    clicks: z.number(),
    registrations: z.number(),
    applications: z.number(),
    disbursed: z.number(),
    /** Of a hundred loans disbursed in the last 90 days, how many were overdue with their first bill; null for none. */
    firstOverduePercent: z.nullable(z.number()),
    /** At which it was paused automatically; null where it was not, or a later version was approved. */
    pausedPercent: z.nullable(z.number()),
    /** What the last 90 days cost by registration, and by loan of theirs that was repaid on time; null for none. */
    costPerRegistrationCents: z.nullable(z.number()),
    costPerOnTimeCents: z.nullable(z.number()),
  },
  filters: {
    mediaPlatform: z.optional(mediaPlatform),
    channelCode: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))),
    /** Who owns it now. */
    ownerUserNo: z.optional(businessNo),
    /** Days (EAT) of the figures; finds no other channels. */
    figuresOn: dayRange,
    isPaused: z.optional(z.boolean()),
  },
  value: putChannelRule,
});
export type PutChannelRow = z.output<typeof family.row>;
export const { page, exportList, detail, save, state, runPage } = family;

export const owners = defineEndpoint({
  name: 'putChannel.owners',
  method: 'GET',
  path: 'putChannel/owners',
  access: seen,
  kind: 'query',
  summary: 'Traffic staff who may own channels, and whether first loans alone',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string(), firstLoanWhitelist: z.boolean() })),
});

export const funnel = defineEndpoint({
  name: 'putChannel.funnel',
  method: 'GET',
  path: 'putChannel/funnel/{ruleId}',
  access: seen,
  kind: 'query',
  summary: 'A channel’s link and its funnel of the last 14 days (EAT), the newest first. NOT_FOUND',
  request: z.object({ ruleId }),
  reply: z.object({
    /** Its path on the server. Signed: nobody makes up another channel. Null while no version is in force. */
    link: z.nullable(z.string()),
    days: z.array(
      z.object({
        bizDate: z.string(),
        clicks: z.number(),
        registrations: z.number(),
        applications: z.number(),
        disbursed: z.number(),
        spentCents: z.number(),
      }),
    ),
    /** How it changed hands, the newest first. */
    handovers: z.array(
      z.object({
        handoverId: z.number(),
        fromName: z.string(),
        toName: z.string(),
        reason: z.string(),
        at: z.string(),
        /** Of the month (EAT) up to the handover. */
        spentCents: z.number(),
        dailyBudgetCents: z.number(),
        dailyCap: z.number(),
        firstOverduePercent: z.nullable(z.number()),
        acceptedAt: z.nullable(z.string()),
        /** Whether the caller is the successor and has not accepted. */
        mayAccept: z.boolean(),
      }),
    ),
  }),
});

export const handOver = defineEndpoint({
  name: 'putChannel.handOver',
  method: 'POST',
  path: 'putChannel/handOver',
  access: { code: ['operation:putChannel:save'] },
  kind: 'command',
  summary:
    'Gives channels another owner, each with a sheet of its spend, cap and first overdue. REFERENCE_UNKNOWN, CHANNEL_FIRST_LOANS, CHANNEL_OWNED, NOT_FOUND',
  request: z.strictObject({
    ruleIds: z.array(ruleId).check(z.minLength(1, 'Choose at least one'), z.maxLength(100)),
    toUserNo: businessNo,
    reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(200)),
  }),
  reply: z.object({ moved: z.number() }),
});

const many = z.array(ruleId).check(z.minLength(1, 'Choose at least one'), z.maxLength(1_000));
const said = z.string().check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(200));

export const handOverMany = defineEndpoint({
  name: 'putChannel.handOverMany',
  method: 'POST',
  path: 'putChannel/handOver/batch',
  access: { code: ['operation:putChannel:save'] },
  kind: 'command',
  summary: 'Gives selected channels another owner, by a job. REFERENCE_UNKNOWN',
  request: z.strictObject({ ruleIds: many, toUserNo: businessNo, reason: said }),
  reply: exportReply,
});

export const disableMany = defineEndpoint({
  name: 'putChannel.disableMany',
  method: 'POST',
  path: 'putChannel/disable/batch',
  access: { code: ['operation:putChannel:enable'] },
  kind: 'command',
  summary: 'Disables selected channels at once, by a job',
  request: z.strictObject({ ruleIds: many, reason: said }),
  reply: exportReply,
});

export const acceptHandover = defineEndpoint({
  name: 'putChannel.acceptHandover',
  method: 'POST',
  path: 'putChannel/handOver/accept',
  access: seen,
  kind: 'command',
  summary: 'The successor has read the sheet. NOT_FOUND',
  request: z.strictObject({ handoverId: z.int().check(z.minimum(1)) }),
  reply: z.object({ handoverId: z.number(), acceptedAt: z.string() }),
});

export const arrive = defineEndpoint({
  name: 'putChannel.arrive',
  method: 'GET',
  path: 'noAuth/app/channel/{token}',
  access: 'public',
  kind: 'query',
  summary:
    'Where a channel’s link leads: its landing page, or the app store and no channel once it is used up. NOT_FOUND',
  request: z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  reply: z.object({
    /** What the app hands in with the registration; null where nobody is paid for it. */
    channelCode: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
});

export const go = defineEndpoint({
  name: 'putChannel.go',
  method: 'GET',
  path: 'noAuth/app/go/{token}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary:
    'The link itself: leads to the landing page with the channel as its parameter `channel`, or to the app store without one once it is used up. NOT_FOUND',
  request: z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  reply: z.string(),
});
