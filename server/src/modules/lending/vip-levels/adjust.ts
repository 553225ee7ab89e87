import type { ParsedRequestOf, vipLevel } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { awardCoupon } from '../coupons/index.ts';
import { levelNow } from './rules.ts';

const payload = z.strictObject({ customerNo: z.string(), levelNo: z.int(), lastDay: z.string() });

/** @throws AppError CUSTOMER_NOT_FOUND */
async function holderOf(db: Queryable, customerNo: string, scope: DataScope) {
  const found = await db
    .selectFrom('customer as c')
    .leftJoin('vipMember as v', 'v.customerNo', 'c.customerNo')
    .select(['c.merchantNo', 'v.levelNo', 'v.vipSource', 'v.version'])
    .where('c.customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return found;
}

/** One customer's level by hand, until a day; what it brings is the level's. */
export const adjustKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'vipLevel.adjust',
  family: 'vipLevel',
  title: { en: 'Adjust VIP level', zh: '调整会员等级' },
  checkerCode: 'supermarket:config:audit',
  payload,
  async describe(db, { customerNo, levelNo, lastDay }, scope) {
    const { merchantNo, levelNo: held, version } = await holderOf(db, customerNo, scope);
    return {
      subjectNo: customerNo,
      subjectName: customerNo,
      before: { levelNo: held },
      after: { levelNo, lastDay },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ customerNo, levelNo, lastDay }, call) {
    const { tx, caller } = call;
    const { merchantNo, levelNo: held } = await holderOf(tx, customerNo, caller.scope);
    if (lastDay < businessDateOf(new Date())) throw new AppError('CONFIG_DATE_PAST', { fields: ['lastDay'] });
    const { limitStepUpBps: stepUpBps, couponTemplateNo, hotlinePriority } = await levelNow(tx, merchantNo, levelNo);
    const values = {
      levelNo,
      vipSource: 'MANUAL' as const,
      stepUpBps,
      hasHotlinePriority: hotlinePriority === true,
      changedAt: new Date(),
      expiresAt: startOfBusinessDate(addDays(lastDay, 1)),
    };
    await tx
      .insertInto('vipMember')
      .values({ customerNo, merchantNo, ...values })
      .onConflict((conflict) =>
        conflict.column('customerNo').doUpdateSet((eb) => ({ ...values, version: eb('vipMember.version', '+', 1) })),
      )
      .execute();
    if (levelNo !== held) {
      await tx
        .insertInto('vipMove')
        .values({ customerNo, levelBefore: held, levelNo, vipSource: 'MANUAL', movedAt: values.changedAt })
        .execute();
    }
    // Whoever is lifted gets what whoever rises gets.
    if (couponTemplateNo !== null && levelNo > (held ?? -1)) {
      await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, new Date());
    }
    await writeAudit(tx, call, {
      action: 'vipLevel.adjust',
      subjectType: 'customer',
      subjectNo: customerNo,
      merchantNo,
      before: { levelNo: held },
      after: { levelNo, lastDay },
    });
    return { customerNo };
  },
};

export async function requestAdjust(
  { reason, ...wanted }: ParsedRequestOf<typeof vipLevel.memberAdjust>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(adjustKind, wanted, call, reason) };
}
