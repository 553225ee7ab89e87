import { merchantService, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { balancesOf, suggestedRecharge, undeliveredOf, usualRecharge } from './balance-line.ts';

type Row = merchantService.ServiceRow;

function actionsOn(
  { codes }: Caller,
  row: Pick<Row, 'billingModel' | 'serviceStatus' | 'callbackUrl'>,
): Row['allowedActions'] {
  const can = (action: string) => codes.has(`merchant:config:${action}`);
  const [isSetUp, isEnabled] = [row.billingModel !== null, row.serviceStatus === 'ENABLED'];
  const is = {
    enable: isSetUp && !isEnabled && can('enable'),
    rotateKey: isSetUp && can('rotateKey'),
    update: can('save'),
    creditLine: row.billingModel === 'CREDIT' && can('save'),
    testCallback: row.callbackUrl !== null && can('save'),
    disable: isEnabled && can('disable'),
  };
  return merchantService.serviceAction.options.filter((action) => is[action]);
}

const balance = sql<number>`coalesce(p.balance_cents, 0)`;
const isBelow = sql<boolean>`coalesce(coalesce(p.balance_cents, 0) <= s.alarm_at_cents, false)`;

/** Merchants with their service accounts, those without one too. */
export const merchantServices = defineList(
  merchantService.page,
  (db) =>
    db
      .selectFrom('merchant as m')
      .leftJoin('merchantService as s', 's.merchantNo', 'm.merchantNo')
      .leftJoin('merchantPrepaid as p', 'p.merchantNo', 'm.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('m.merchantNo'),
    key: 'm.merchantNo',
    missing: 'REFERENCE_UNKNOWN',
    filters: {
      companyCode: by.is('m.companyCode'),
      merchantNo: by.is('m.merchantNo'),
      merchantName: by.contains('m.merchantName'),
      billingModel: by.is('s.billingModel'),
      serviceStatus: (status) => sql<boolean>`coalesce(s.service_status, 'DISABLED') = ${status}`,
      isBelowAlarm: (is) => sql<boolean>`${isBelow} = ${is}`,
    },
    sorts: {
      merchantNo: 'm.merchantNo',
      merchantName: 'm.merchantName',
      balanceCents: balance,
      lastCallAt: 's.lastCallAt',
    },
    first: [['m.merchantNo', 'asc']],
    select: (query) =>
      query
        .select(['m.merchantNo', 'm.merchantName', 'm.companyName', 's.services', 's.billingModel', 's.alarmAtCents'])
        .select(['s.callbackUrl', 's.callbackPassedAt', 's.ipAllowList', 's.contactPhone', 's.contactEmail'])
        .select(['s.callbackFailingSince', 's.lastCallAt', 's.serviceStatus', 's.version', 'p.creditLineCents'])
        .select(['s.maturityCode'])
        .select(
          sql<
            string | null
          >`(select r.value ->> 'ruleName' from config_rule_now r where r.rule_id = s.maturity_code)`.as(
            'maturityName',
          ),
        )
        .select([balance.as('balanceCents'), isBelow.as('isBelowAlarm')])
        .select([
          sql<boolean>`exists (select from merchant_api_key k where k.merchant_no = m.merchant_no)`.as('hasKey'),
          sql<number>`(select coalesce(sum(c.amount_cents), 0)::bigint from merchant_consumption c
            where c.merchant_no = m.merchant_no and c.consumption_status <> 'REVERSED'
              and c.consumed_at >= ${startOfBusinessDate(businessDateOf(new Date()))})`.as('consumedTodayCents'),
        ]),
    row: ({ callbackPassedAt, callbackFailingSince, lastCallAt, ...row }, { caller }) => {
      const serviceStatus = row.serviceStatus ?? 'DISABLED';
      return {
        ...row,
        serviceStatus,
        services: row.services ?? [],
        ipAllowList: row.ipAllowList ?? [],
        creditLineCents: row.creditLineCents ?? 0,
        isCallbackPassed: callbackPassedAt !== null,
        callbackFailingSince: callbackFailingSince?.toISOString() ?? null,
        lastCallAt: lastCallAt?.toISOString() ?? null,
        version: row.version ?? 0,
        allowedActions: actionsOn(caller, { ...row, serviceStatus }),
      };
    },
    personal: { contactPhone: 'phone' },
  }),
);

/** What of merchant services is masked, in full for those who hold the page. */
export const merchantServiceReveals = rowReveals(merchantServices, {
  name: 'merchantService',
  title: { en: 'merchant services', zh: '商户服务' },
  page: merchantService.page,
  fields: { contactPhone: 'phone' },
});

/** @throws AppError REFERENCE_UNKNOWN */
export async function readService(
  { merchantNo }: { readonly merchantNo: string },
  call: Call,
): Promise<ReplyOf<typeof merchantService.detail>> {
  const { db } = call;
  const row = await merchantServices.one(merchantNo, call);
  const keys = await db
    .selectFrom('merchantApiKey as k')
    .innerJoin('appUser as u', 'u.userNo', 'k.createdBy')
    .select(['k.keyId', 'k.keyTail', 'u.realName as createdByName', 'k.createdAt', 'k.validUntil'])
    .where('k.merchantNo', '=', merchantNo)
    .orderBy('k.createdAt', 'desc')
    .limit(20)
    .execute();
  const callbacks = await db
    .selectFrom('merchantCallback')
    .select(['callbackId', 'event', 'sentAt', 'tookMs', 'replyStatus', 'fault'])
    .where('merchantNo', '=', merchantNo)
    .orderBy('callbackId', 'desc')
    .limit(20)
    .execute();
  const consumption = await db
    .selectFrom('merchantConsumption')
    .select(['consumptionType', sql<number>`count(*)::int`.as('records')])
    .select([
      sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
      sql<number>`coalesce(sum(amount_cents) filter (where consumed_at > now() - interval '7 days'), 0)::bigint`.as(
        'lastWeekCents',
      ),
    ])
    .where('merchantNo', '=', merchantNo)
    .where('consumptionStatus', '<>', 'REVERSED')
    .where(sql<boolean>`consumed_at > now() - interval '30 days'`)
    .groupBy('consumptionType')
    .orderBy('consumptionType')
    .execute();
  const aWeek = consumption.reduce((sum, { lastWeekCents }) => sum + lastWeekCents, 0);
  const left = Math.max(0, row.balanceCents + row.creditLineCents);
  return {
    row,
    keys: keys.map(({ createdAt, validUntil, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      validUntil: validUntil?.toISOString() ?? null,
    })),
    callbacks: callbacks.map(({ sentAt, ...one }) => ({ ...one, sentAt: sentAt.toISOString() })),
    consumption: consumption.map(({ lastWeekCents: _, ...one }) => one),
    runwayDays: aWeek === 0 ? null : Math.floor((left * 7) / aWeek),
    suggestedRechargeCents: suggestedRecharge(left, aWeek),
    usualRechargeCents: await usualRecharge(db, merchantNo),
    balances: await balancesOf(db, merchantNo, row.balanceCents),
    undelivered: await undeliveredOf(db, merchantNo),
    history: await readHistory(db, 'merchantService', merchantNo),
  };
}
