import { type ParsedRequestOf, type ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lockTemplate } from './grants.ts';

const CODE = 'customerService:coupon:config';
type Moved = ReplyOf<typeof serviceCoupon.configSave>;

/** Coupons asked for since midnight EAT by a setting, rejected applications aside. */
const appliedToday = () => sql<number>`(select coalesce(sum(a.quantity * cardinality(a.customer_nos)), 0)::bigint
  from coupon_application a where a.config_no = c.config_no and a.application_status <> 'REJECTED'
    and a.created_at >= ${startOfBusinessDate(businessDateOf(new Date()))})`;

/** Which coupons agents may ask for. */
export const serviceConfigs = defineList(
  serviceCoupon.configs,
  (db) =>
    db
      .selectFrom('serviceCouponConfig as c')
      .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo'),
  (by) => ({
    scope: by.ofMerchants('c.merchantNo'),
    key: 'c.configNo',
    missing: 'COUPON_CONFIG_NOT_FOUND',
    filters: {
      couponContent: by.contains('c.couponContent'),
      couponType: by.is('t.couponType'),
      merchantNo: by.is('c.merchantNo'),
      configStatus: by.is('c.configStatus'),
      updatedAt: by.days('c.updatedAt'),
    },
    sorts: { updatedAt: 'c.updatedAt' },
    first: [['c.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'c.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'c.makerUserNo')
        .leftJoin('appUser as k', 'k.userNo', 'c.checkerUserNo')
        .select(['c.configNo', 'c.couponTemplateNo', 'c.couponContent', 'c.merchantNo', 'm.merchantName'])
        .select(['c.perSendLimit', 'c.perDayLimit', 'c.perApplicationLimit', 'c.configStatus', 'c.makerUserNo'])
        .select(['t.couponType', 't.amountCents', 't.validityDays', 'u.realName as makerName'])
        .select(['k.realName as checkerName', 'c.decisionReason', 'c.updatedAt'])
        .select(appliedToday().as('appliedToday')),
    row: ({ makerUserNo, updatedAt, ...row }, { caller }): serviceCoupon.ConfigRow => {
      const may = caller.codes.has(CODE);
      const decides = may && row.configStatus === 'PENDING_APPROVAL' && makerUserNo !== caller.userNo;
      const is = {
        approve: decides,
        reject: decides,
        enable: may && row.configStatus === 'DISABLED',
        disable: may && row.configStatus === 'ENABLED',
      };
      const order = ['approve', 'reject', 'enable', 'disable'] as const;
      return { ...row, updatedAt: updatedAt.toISOString(), allowedActions: order.filter((action) => is[action]) };
    },
  }),
);

/** Enabled templates of the caller's merchants. */
export async function readTemplateOptions({ db, caller }: Call): Promise<{ value: string; label: string }[]> {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('couponTemplate as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.couponTemplateNo as value', 't.couponContent', 'm.merchantName'])
    .where('t.templateStatus', '=', 'ENABLED');
  if (merchantNos) query = query.where('t.merchantNo', 'in', [...merchantNos, '']);
  const rows = await query.orderBy('t.couponTemplateNo').execute();
  return rows.map(({ value, couponContent, merchantName }) => ({ value, label: `${couponContent} · ${merchantName}` }));
}

/** @throws AppError COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, COUPON_CONFIG_EXISTS */
export async function saveConfig(
  form: ParsedRequestOf<typeof serviceCoupon.configSave>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  // Locked: two settings of one coupon wait for each other here.
  const template = await lockTemplate(tx, form.couponTemplateNo, caller.scope);
  if (template.templateStatus !== 'ENABLED')
    throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['couponTemplateNo'] });
  const live = await tx
    .selectFrom('serviceCouponConfig')
    .select('configNo')
    .where('couponTemplateNo', '=', form.couponTemplateNo)
    .where('configStatus', '<>', 'REJECTED')
    .executeTakeFirst();
  if (live) throw new AppError('COUPON_CONFIG_EXISTS', { fields: ['couponTemplateNo'] });
  const { merchantNo } = template;
  const made = await tx
    .insertInto('serviceCouponConfig')
    .values({ ...form, merchantNo, makerUserNo: caller.userNo })
    .returning(['configNo', 'configStatus'])
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'serviceCouponConfig.save',
    subjectType: 'serviceCouponConfig',
    subjectNo: made.configNo,
    merchantNo,
    after: form,
  });
  return made;
}

const MOVES = {
  approve: ['PENDING_APPROVAL', 'ENABLED'],
  reject: ['PENDING_APPROVAL', 'REJECTED'],
  disable: ['ENABLED', 'DISABLED'],
  enable: ['DISABLED', 'ENABLED'],
} as const;

/** @throws AppError COUPON_CONFIG_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER */
export async function moveConfig(
  { configNo, reason }: ParsedRequestOf<typeof serviceCoupon.configApprove>,
  command: keyof typeof MOVES,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockOne(tx, tx.selectFrom('serviceCouponConfig').selectAll().where('configNo', '=', configNo), {
    missing: 'COUPON_CONFIG_NOT_FOUND',
    subject: `service coupon ${configNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
  const [from, configStatus] = MOVES[command];
  if (before.configStatus !== from) {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'coupon setting', state: before.configStatus, command },
    });
  }
  const isDecision = command === 'approve' || command === 'reject';
  if (isDecision && before.makerUserNo === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  await tx
    .updateTable('serviceCouponConfig')
    .set((eb) => ({
      configStatus,
      updatedAt: new Date(),
      version: eb('version', '+', 1),
      ...(isDecision && { checkerUserNo: caller.userNo, decisionReason: reason ?? null }),
    }))
    .where('configNo', '=', configNo)
    .execute();
  await writeAudit(tx, call, {
    action: `serviceCouponConfig.${command}`,
    subjectType: 'serviceCouponConfig',
    subjectNo: configNo,
    merchantNo: before.merchantNo,
    before: { configStatus: before.configStatus },
    after: { configStatus },
    ...(reason !== undefined && { reason }),
  });
  return { configNo, configStatus };
}
