import { coupon } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { dayIn, importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockAsking, refuseGrantOver } from './grant-limits.ts';
import { applyForCoupons } from './grants.ts';

const form = z.strictObject(coupon.grantedForm);
type Form = z.output<typeof form>;

/** The customer of a row. @throws AppError COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, COUPON_PHONES_UNKNOWN, CONFIG_DATE_PAST */
async function customerOf(db: Queryable, row: Form, { scope }: { readonly scope: DataScope }): Promise<string> {
  const template = await db
    .selectFrom('couponTemplate')
    .select(['merchantNo', 'templateStatus'])
    .where('couponTemplateNo', '=', row.couponTemplateNo)
    .executeTakeFirst();
  const fields = ['couponTemplateNo'];
  if (!template || !seesMerchant(scope, template.merchantNo)) {
    throw new AppError('COUPON_TEMPLATE_NOT_FOUND', { fields });
  }
  if (template.templateStatus !== 'ENABLED') throw new AppError('COUPON_TEMPLATE_OFF', { fields });
  if (row.effectiveOn !== undefined && row.effectiveOn < businessDateOf(new Date())) {
    throw new AppError('CONFIG_DATE_PAST', { fields: ['effectiveOn'] });
  }
  const customer = await db
    .selectFrom('customer')
    .select('customerNo')
    .where('merchantNo', '=', template.merchantNo)
    .where('phone', '=', row.phone)
    .executeTakeFirst();
  if (!customer) throw new AppError('COUPON_PHONES_UNKNOWN', { fields: ['phone'], facts: { count: 1 } });
  return customer.customerNo;
}

/** The application of the file that a row belongs to: rows alike in all but the number are one, until it was decided. */
async function applicationOf(tx: Tx, row: Form, jobNo: string) {
  return await tx
    .selectFrom('couponApplication')
    .select(['couponApplicationNo', 'customerNos'])
    .where('importJobNo', '=', jobNo)
    .where('couponTemplateNo', '=', row.couponTemplateNo)
    .where('effectiveOn', '=', row.effectiveOn ?? businessDateOf(new Date()))
    .where('reason', '=', row.reason)
    .where('applicationStatus', '=', 'PENDING')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Coupons by file: each row names a customer; rows of one coupon, day and reason are one application. */
export const grantImport: ImportKind<Form> = {
  kind: 'coupon.import',
  title: { en: 'Import of coupon grants', zh: '导入发券名单' },
  code: 'operation:coupon:grant',
  columns: importColumns([
    ['couponTemplateNo', 'Template number', '券模板编号', true, 'CT000001'],
    ['phone', 'Phone', '手机号', true, '254712345678'],
    ['effectiveOn', 'Valid from', '生效日期', false, '2026-12-01'],
    ['reason', 'Reason', '原因', true, 'Paid on time for a year'],
  ]),
  toInput: ({ effectiveOn = '', ...cells }) => ({
    ...cells,
    ...(effectiveOn.trim() !== '' && { effectiveOn: dayIn(effectiveOn) }),
  }),
  form,
  unique: [['couponTemplateNo', 'phone']],
  nameColumn: 'phone',
  async check(row, { db, caller }) {
    await customerOf(db, row, caller);
    await refuseGrantOver(db, row.couponTemplateNo, caller.userNo, { customers: 1, quantity: 1, more: 1 }, 'phone');
  },
  async apply(row, run) {
    const { tx, caller, jobNo } = run;
    const { couponTemplateNo, phone, effectiveOn, reason } = row;
    await lockAsking(tx, couponTemplateNo, caller.userNo);
    const customerNo = await customerOf(tx, row, caller);
    const found = await applicationOf(tx, row, jobNo);
    const customers = (found?.customerNos.length ?? 0) + 1;
    await refuseGrantOver(tx, couponTemplateNo, caller.userNo, { customers, quantity: 1, more: 1 }, 'phone');
    const of = { userNo: caller.userNo, scope: caller.scope, at: new Date() };
    const couponApplicationNo =
      found?.couponApplicationNo ??
      (await applyForCoupons(tx, { couponTemplateNo, phones: [phone], effectiveOn, reason }, of));
    const customerNos = [...new Set([...(found?.customerNos ?? []), customerNo])].toSorted();
    await tx
      .updateTable('couponApplication')
      .set({ importJobNo: jobNo, customerNos })
      .where('couponApplicationNo', '=', couponApplicationNo)
      .execute();
    await writeAudit(tx, asCommand(run), {
      action: 'coupon.listed',
      subjectType: 'couponApplication',
      subjectNo: couponApplicationNo,
      after: { couponTemplateNo, customerNo },
      reason,
    });
    return { couponApplicationNo };
  },
};
