import { coupon, type ParsedRequestOf, type ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lockTemplate } from './grants.ts';

const CODE = 'customerService:coupon:config';
const ruleOf = z.object(coupon.useRule.shape);
type Moved = ReplyOf<typeof serviceCoupon.configSave>;

/** Coupons asked for since midnight EAT by a setting, whichever its version, rejected applications aside. */
const appliedToday = () => sql<number>`(select coalesce(sum(a.quantity * cardinality(a.customer_nos)), 0)::bigint
  from coupon_application a where a.coupon_template_no = c.coupon_template_no and a.config_no is not null
    and a.application_status <> 'REJECTED'
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
        .select(['t.couponType', 't.amountCents', 't.validityDays', 't.useRule', 'u.realName as makerName'])
        .select(['k.realName as checkerName', 'c.decisionReason', 'c.updatedAt', 'c.versionNo', 'c.approvedAt'])
        .select('c.supersededAt')
        .select(appliedToday().as('appliedToday')),
    row: (
      { makerUserNo, updatedAt, approvedAt, supersededAt, useRule, ...row },
      { caller },
    ): serviceCoupon.ConfigRow => {
      const may = caller.codes.has(CODE);
      const isCurrent = may && supersededAt === null;
      const decides = may && row.configStatus === 'PENDING_APPROVAL' && makerUserNo !== caller.userNo;
      const is = {
        approve: decides,
        reject: decides,
        update: isCurrent && (row.configStatus === 'ENABLED' || row.configStatus === 'DISABLED'),
        enable: isCurrent && row.configStatus === 'DISABLED',
        disable: may && row.configStatus === 'ENABLED',
      };
      const order = ['approve', 'reject', 'update', 'enable', 'disable'] as const;
      return {
        ...row,
        useRule: ruleOf.parse(useRule),
        effectiveFrom: approvedAt?.toISOString() ?? null,
        updatedAt: updatedAt.toISOString(),
        allowedActions: order.filter((action) => is[action]),
      };
    },
  }),
);

/** Enabled templates of the caller's merchants, with how many agents may ask for their coupons. */
export async function readTemplateOptions({
  db,
  caller,
}: Call): Promise<ReplyOf<typeof serviceCoupon.templateOptions>> {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('couponTemplate as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.couponTemplateNo as value', 't.couponContent', 'm.merchantName'])
    .select(['t.couponType', 't.amountCents', 't.validityDays', 't.useRule'])
    .select(
      sql<number>`(select count(*)::int from app_user u where u.user_status = 'NORMAL'
        and exists (select from user_merchant b where b.user_no = u.user_no and b.merchant_no = t.merchant_no)
        and exists (select from user_role ur join role_code rc on rc.role_no = ur.role_no
          where ur.user_no = u.user_no and rc.code = 'customerService:coupon:apply'))`.as('agents'),
    )
    .where('t.templateStatus', '=', 'ENABLED');
  if (merchantNos) query = query.where('t.merchantNo', 'in', [...merchantNos, '']);
  const rows = await query.orderBy('t.couponTemplateNo').execute();
  return rows.map(({ couponContent, merchantName, useRule, ...row }) => ({
    ...row,
    label: `${couponContent} · ${merchantName}`,
    useRule: ruleOf.parse(useRule),
  }));
}

/**
 * Writes a setting, or the next version of one, for another person to approve.
 * @throws AppError COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, COUPON_CONFIG_EXISTS, COUPON_CONFIG_NOT_FOUND,
 * ILLEGAL_TRANSITION
 */
export async function saveConfig(
  { configNo, ...form }: ParsedRequestOf<typeof serviceCoupon.configSave>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  // Locked: two settings of one coupon wait for each other here.
  const template = await lockTemplate(tx, form.couponTemplateNo, caller.scope);
  if (template.templateStatus !== 'ENABLED')
    throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['couponTemplateNo'] });
  const before = await refuseSecond(tx, configNo ?? null, form.couponTemplateNo);
  const { merchantNo } = template;
  const made = await tx
    .insertInto('serviceCouponConfig')
    .values({
      ...form,
      merchantNo,
      makerUserNo: caller.userNo,
      versionNo: (before?.versionNo ?? 0) + 1,
      replaces: before?.configNo ?? null,
    })
    .returning(['configNo', 'configStatus'])
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'serviceCouponConfig.save',
    subjectType: 'serviceCouponConfig',
    subjectNo: made.configNo,
    merchantNo,
    after: { ...form, ...(before && { replaces: before.configNo }) },
  });
  return made;
}

/** The setting of a coupon that a new version replaces; a coupon has one, and one version that awaits approval. */
async function refuseSecond(tx: Tx, configNo: string | null, couponTemplateNo: string) {
  const settings = await tx
    .selectFrom('serviceCouponConfig')
    .select(['configNo', 'configStatus', 'versionNo'])
    .where('couponTemplateNo', '=', couponTemplateNo)
    .where('configStatus', '<>', 'REJECTED')
    .where('supersededAt', 'is', null)
    .execute();
  const inForce = settings.find(({ configStatus }) => configStatus !== 'PENDING_APPROVAL');
  if (configNo !== null && inForce?.configNo !== configNo) throw new AppError('COUPON_CONFIG_NOT_FOUND');
  if (settings.length > (configNo === null ? 0 : 1)) {
    throw new AppError('COUPON_CONFIG_EXISTS', { fields: ['couponTemplateNo'] });
  }
  return inForce;
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
  if (before.supersededAt !== null) throw new AppError('COUPON_CONFIG_OFF');
  const now = new Date();
  if (command === 'approve') {
    await tx
      .updateTable('serviceCouponConfig')
      .set((eb) => ({ configStatus: 'DISABLED', supersededAt: now, version: eb('version', '+', 1) }))
      .where('couponTemplateNo', '=', before.couponTemplateNo)
      .where('configStatus', 'in', ['ENABLED', 'DISABLED'])
      .where('supersededAt', 'is', null)
      .execute();
  }
  await tx
    .updateTable('serviceCouponConfig')
    .set((eb) => ({
      configStatus,
      ...(command === 'approve' && { approvedAt: now }),
      updatedAt: now,
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
