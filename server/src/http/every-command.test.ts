import { createHash } from 'node:crypto';
import { fullPath, paymentVisual } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allRoutes } from '../routes.ts';
import { addPerson, createTestApp, signInAs, type TestApp } from '../../testing/test-app.ts';

/*
 * What every command of every module promises, asked of each: no key is refused; a key that was used answers the very
 * bytes it answered; with another request, or for another command, it is refused; while its first call runs, the second
 * is told so. None of these writes anything. Rights are asked of each by the authorization matrix, records and events by
 * the application itself in every test (`record-check.ts`), dry runs by `engine-previews.test.ts`.
 */

const commands = allRoutes.map(({ endpoint }) => endpoint).filter(({ kind }) => kind === 'command');
type Command = (typeof commands)[number];

const node = z.looseObject({
  type: z.optional(z.string()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  required: z.optional(z.array(z.string())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  minItems: z.optional(z.number()),
  minimum: z.optional(z.number()),
  multipleOf: z.optional(z.number()),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
});
type Node = z.output<typeof node>;

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-30',
  'date-time': '2026-11-30T08:00:00Z',
  email: 'somebody@kituo.example',
};

/** Tried first: what has a look ahead in its rule cannot be made up. */
const COMMON = ['254712345678', 'AB12345', 'M0001', '09:00', 'en', 'x'];

function textOf({ format = '', pattern, minLength = 1 }: Node): string {
  const known = FORMATS[format];
  if (known !== undefined) return known;
  if (pattern === undefined) return 'x'.repeat(Math.max(1, minLength));
  const rule = new RegExp(pattern, 'u');
  const common = COMMON.find((text) => rule.test(text) && text.length >= minLength);
  if (common !== undefined) return common;
  const matching = fc.stringMatching(rule).filter((text) => text.length >= minLength);
  return fc.sample(matching, { seed: 1, numRuns: 1 })[0] ?? '';
}

/** A value that a schema takes. */
function sampleOf(schema: unknown): unknown {
  const one: Node = node.safeParse(schema).data ?? {};
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum[0];
  const choices = one.anyOf ?? one.oneOf;
  if (choices) return sampleOf(choices[0]);
  if (one.allOf) return sampleOf(Object.assign({}, one, ...one.allOf, { allOf: undefined }));
  switch (one.type) {
    case 'object': {
      const names = one.required ?? [];
      return Object.fromEntries(names.map((name) => [name, sampleOf(one.properties?.[name] ?? {})]));
    }
    case 'array':
      return Array.from({ length: one.minItems ?? 1 }, () => sampleOf(one.items ?? {}));
    case 'integer':
    case 'number': {
      const step = one.multipleOf ?? 1;
      return Math.ceil(Math.max(1, one.minimum ?? 1) / step) * step;
    }
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(one);
  }
}

const later = { dialTo: '10:00' };
const handed = { collectionUserNo: 'U000005' };
/** What one field alone does not say of a request. */
const MORE: Readonly<Record<string, object>> = {
  'paymentVisual.save': {
    methods: paymentVisual.paymentMethod.options.map((method) => ({ method, isShown: true })),
  },
  'aiTask.create': { merchantNo: 'M0001', ...later },
  'robotPlan.save': later,
  'robotPlanStage.save': later,
  'telemarketingRobotPlan.save': later,
  'marketingRobotPlan.save': { ...later, audience: { userGroupNo: 'UG00000001' } },
  'followApproval.apply': { entryId: 'LE000000001' },
  'feedback.save': { phone: '254712345678' },
  'callOption.save': { optionNames: { en: 'First' } },
  'calling.save': { hoursTo: '18:00' },
  'calling.dial': { entryId: 'LE000000001' },
  'calling.sms': { entryId: 'LE000000001', templateNo: 'ST000000001' },
  'calling.follow': { entryId: 'LE000000001', willingness: 'NO_DEMAND' },
  'dialTask.save': { hoursTo: '18:00' },
  'dialTask.dial': { entryId: 'LE000000001' },
  'dialTask.sms': { entryId: 'LE000000001', templateNo: 'ST000000001' },
  'dialTask.follow': { entryId: 'LE000000001', willingness: 'NO_DEMAND' },
  'autoCancel.save': {
    value: {
      ruleName: 'First',
      productNos: [],
      orderStatus: 'PENDING_DISBURSEMENT',
      waitHours: 1,
      failCodes: [],
      maxAttempts: null,
    },
  },
  'caseAllot.distribute': handed,
  'caseAllotStage.distribute': handed,
  'caseRepay.attributionApply': { lineNos: ['AP0000000001'] },
  'caseRepayStage.attributionApply': { lineNos: ['AP0000000001'] },
  'caseAllot.redistribute': handed,
  'caseAllotStage.redistribute': handed,
  'caseAllotMerge.distribute': handed,
  'caseAllotMerge.redistribute': handed,
  'manualBlacklist.add': { subjectValue: '254712345678' },
  'aiHelp.decrypt': { remark: 'First' },
  'riskList.add': { subjectValue: '254712345678' },
  'hotline.save': {
    contactValue: '254712345678',
    serviceHours: [{ days: ['MON'], from: '08:00', to: '17:00' }],
  },
  'hotline.holidays': { hours: [{ from: '09:00', to: '13:00' }] },
  'intake.evidence': { evidence: { BVN: null } },
  'sensitiveWord.trial': { words: ['first'], exceptions: [] },
  'messageAccount.save': {
    form: {
      accountCode: 'FIRST',
      appId: 'M0001',
      channelType: 'IN_APP',
      sender: 'First',
      isDefault: true,
      dailyCap: -1,
      quietFrom: null,
      quietTo: null,
      smsAccountCode: null,
      endpointUrl: null,
      userName: null,
      phoneNumberId: null,
      whatsAppTemplate: null,
      certificateExpiresOn: null,
      secret: null,
    },
  },
  'appUpdate.save': { releaseNotes: { en: 'First' }, storeUrl: 'https://store.example/app' },
  'announcement.save': { title: { en: 'First', zh: '首个' }, content: { en: 'First', zh: '首个' }, endAt: null },
  'marketProduct.save': {
    form: {
      platformCode: 'P1',
      productName: 'First',
      minAmountCents: 100,
      maxAmountCents: 100,
      minTermDays: 1,
      maxTermDays: 1,
      annualRateBps: 1,
      feesText: 'None',
      otherNames: {},
      logo: null,
      applyUrl: 'https://partner.example/apply',
      billingMode: 'CPA',
      unitPriceCents: 100,
      shareBps: null,
      dailyApplyCap: -1,
      sort: 1,
      vipLevelNo: null,
    },
  },
  'marketProduct.batchPlace': { placement: { sort: 1 } },
  'marketRecommend.replace': { toProductNo: 'MP000002' },
  'marketRecommend.save': {
    value: {
      ruleName: 'First',
      scene: 'HOME',
      modelLevels: [],
      vipLevelNos: [],
      refuseCodes: [],
      marketProductNos: ['MP000001'],
      maxShown: 1,
      rotation: 'FIXED',
      sort: 1,
      startAt: null,
      endAt: null,
    },
  },
  'vipLevel.save': {
    value: {
      ruleName: 'First',
      levelNo: 1,
      minSettledOrders: 1,
      minOnTimePercent: 1,
      maxDpd: 1,
      validDays: 90,
      couponTemplateNo: null,
      limitStepUpBps: 0,
    },
  },
  'putChannel.save': {
    value: {
      ruleName: 'First',
      channelCode: 'FIRST',
      mediaPlatform: 'GOOGLE',
      ownerUserNo: 'U000001',
      landingUrl: 'https://app.example',
      channelBilling: 'CPI',
      unitPriceCents: 1,
      dailyBudgetCents: 1,
      dailyCap: -1,
    },
  },
  'taskAward.save': {
    value: {
      ruleName: 'First',
      activityType: 'PROFILE',
      awardType: 'WALLET',
      awardCents: 100,
      couponTemplateNo: null,
      budgetCents: 100,
      perCustomerMax: 1,
      perDayMax: 1,
      startAt: '2026-11-20T08:00:00Z',
      endAt: '2026-12-20T08:00:00Z',
    },
  },
  'appContent.save': {
    value: {
      ruleName: 'First',
      contentType: 'HELP',
      title: { en: 'First' },
      content: { en: 'First' },
      link: null,
      sort: 1,
      startAt: null,
      endAt: null,
    },
  },
  'partnerPlatform.save': {
    form: {
      platformCode: 'P1',
      platformName: 'First',
      merchantNo: 'M0001',
      settlementMode: 'CPA',
      licenceNo: 'L1',
      licenceExpiresOn: '2026-11-30',
      baseUrl: 'https://partner.example',
      callbackUrl: 'https://partner.example/hook',
      ipAllowList: [],
      contactEmail: 'somebody@partner.example',
    },
  },
  'riskModel.save': {
    value: {
      ruleName: 'First',
      loanType: 'FIRST',
      scorer: 'SCORECARD',
      baseScore: 500,
      attributes: [{ input: 'age', from: '*', points: 0 }],
      endpoint: null,
      timeoutMs: 1_000,
      inputSchema: null,
      levels: [{ modelLevel: 'A', minScore: 0 }],
      fallbackLevel: null,
    },
  },
  'riskModel.traffic': { shares: [{ ruleId: 'R000001', role: 'CHAMPION', trafficPercent: 100 }] },
  'ruleSet.save': {
    value: {
      ruleName: 'First',
      productNos: [],
      awaitsScorer: true,
      rules: [
        {
          priority: 1,
          ruleName: 'First',
          ruleType: 'ADMISSION',
          fieldKey: 'age',
          operator: 'LT',
          threshold: '18',
          decision: 'MANUAL',
          refuseCode: null,
          coolOffDays: 0,
        },
      ],
    },
  },
  'orderAcquire.save': {
    value: {
      ruleName: 'First',
      priority: 1,
      dailyQuota: -1,
      fromTime: '00:00',
      toTime: '23:59',
      loanType: null,
      minAmountCents: 1,
      maxAmountCents: 1,
      modelLevels: [],
    },
  },
  'route.save': {
    value: {
      ruleName: 'First',
      productNos: [],
      payoutType: 'MOBILE_MONEY',
      minAmountCents: 1,
      maxAmountCents: 1,
      fromTime: '00:00',
      toTime: '23:59',
      entries: [{ accountId: 'MPESA_FLOAT', weight: 100, dailyLimitCents: null, floorCents: 0 }],
      failOverCodes: [],
      autoSend: true,
    },
  },
  'appConfig.save': { value: { ruleName: 'first', json: '{}' } },
  'dictionary.save': { label: { en: 'First' } },
  'menu.edit': { menuName: { en: 'First' }, perms: null, externalUrl: null },
  'partnerDay.save': { partnerApplied: 2 },
  'qualitySheet.save': { items: [{ itemName: 'First', weight: 100, isFatal: false }] },
  'unrenewedLoanSms.save': {
    steps: [{ daysSinceSettled: 1, sendTime: '09:00', templateNo: 'ST000000001', couponTemplateNo: null }],
  },
  'smsMarketingTask.save': { userGroupNo: 'UG00000001', arms: [{ templateNo: 'ST000000001', sharePercent: 100 }] },
  'rudderTask.create': { ...later, merchantNo: 'M0001' },
  'rudderTaskStage.create': { ...later, merchantNo: 'M0001' },
  'marketingRobot.create': { ...later, phones: ['254712345678'] },
  'telemarketingRobot.create': { ...later, phones: ['254712345678'] },
  'marketingRobot.update': later,
  'telemarketingRobot.update': later,
  'serviceCouponApply.submit': { phones: ['254712345678'] },
};

function requestOf({ name, request }: Command): Record<string, unknown> {
  const made = sampleOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }));
  return { ...Object(made), ...MORE[name] };
}

const replyOf = (name: string) => JSON.stringify({ code: 0, msg: '', data: { keptFor: name } });
const hashOf = (request: unknown) => createHash('sha256').update(JSON.stringify(request)).digest();
const keyOf = (what: string, { name }: Command) => `${what}-${name}`.padEnd(16, '-').slice(0, 64);

let app: TestApp;
let token = '';
let userNo = '';
beforeAll(async () => {
  app = await createTestApp();
  const accesses = commands.flatMap(({ access }) => (typeof access === 'string' ? [] : [access]));
  const codes = new Set(accesses.flatMap((access) => ('code' in access ? access.code : [])));
  const pages = new Set(accesses.flatMap((access) => ('page' in access ? access.page : [])));
  const rights = { codes: [...codes], pages: [...pages] };
  ({ userNo } = await addPerson(app.database, 'every.commander', rights));
  ({ token } = await signInAs(app, 'every.commander'));
  const { db } = app.database;
  const kept = commands.flatMap((command) => {
    const payloadHash = hashOf(command.request.parse(requestOf(command)));
    const row = { userNo, endpoint: command.name, payloadHash, reply: replyOf(command.name) };
    return [
      { ...row, idempotencyKey: keyOf('same', command) },
      { ...row, idempotencyKey: keyOf('payload', command), payloadHash: hashOf('another request') },
      { ...row, idempotencyKey: keyOf('command', command), endpoint: 'another.command' },
    ];
  });
  await db.insertInto('idempotencyRecord').values(kept).execute();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** Bytes come in pieces: their own tests upload them. */
const asked = commands.filter(({ name }) => name !== 'file.uploadAttach');

async function call(command: Command, key: string | null) {
  const request = requestOf(command);
  const url = fullPath(command).replace(/\{(\w+)\}/g, (_, name: string) => String(request[name]));
  const inPath = new Set([...fullPath(command).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const body = Object.entries(request).filter(([name]) => !inPath.has(name));
  const headers = { 'auth-token': token, ...(key !== null && { 'idempotency-key': key }) };
  const payload = Object.fromEntries(body);
  return await app.http.inject({ method: 'POST', url, headers, payload });
}

async function errorsOf(what: string | null): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const command of asked) {
    const reply = await call(command, what === null ? null : keyOf(what, command));
    found[command.name] = reply.json().data.error;
  }
  return found;
}
const all = (error: string) => Object.fromEntries(asked.map(({ name }) => [name, error]));

async function traces(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from audit_log where action not like 'auth.%') as records,
    (select count(*) from idempotency_record) as keys, (select count(*) from job) as jobs,
    (select count(*) from order_event) as moves, (select count(*) from journal) as journals`.execute(app.database.db);
  return rows;
}

it('answers a key that was used with the bytes it answered then', async () => {
  const before = await traces();
  const answered: Record<string, string> = {};
  for (const command of asked) answered[command.name] = (await call(command, keyOf('same', command))).body;
  expect(answered).toEqual(Object.fromEntries(asked.map(({ name }) => [name, replyOf(name)])));
  expect(await traces()).toEqual(before);
});

it('refuses a call without a key, and a key that was another request’s or another command’s', async () => {
  const before = await traces();
  expect(await errorsOf(null)).toEqual(all('IDEMPOTENCY_KEY_MISSING'));
  expect(await errorsOf('payload')).toEqual(all('IDEMPOTENCY_KEY_REUSED'));
  expect(await errorsOf('command')).toEqual(all('IDEMPOTENCY_KEY_REUSED'));
  expect(await traces()).toEqual(before);
});

it('says of a key whose first call still runs that it is in flight', async () => {
  const before = await traces();
  const held = asked.map((command) => `${userNo} ${keyOf('flight', command)}`);
  await app.database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${held}::text[]) as key`.execute(tx);
    expect(await errorsOf('flight')).toEqual(all('IN_FLIGHT'));
  });
  expect(await traces()).toEqual(before);
});

it('walks every command there is', () => {
  expect(asked.length).toBeGreaterThan(220);
  expect(asked.every(({ method, access }) => method === 'POST' && access !== 'public')).toBe(true);
});
