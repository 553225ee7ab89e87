import { type ParsedRequestOf, serviceCoupon } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { decideApplication } from './service-apply.ts';

const params = z.strictObject({
  isApproved: z.boolean(),
  reason: z.optional(serviceCoupon.rejectMany.request.shape.reason),
});

/** Applications decided one by one: one's own, and those whose limits ran out, fail with the reason. */
export const decideCouponsKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'serviceCouponAudit.decide',
  title: { en: 'Decide coupon applications', zh: '批量审核优惠券申请' },
  code: 'customerService:coupon:audit',
  params,
  runItem: async ({ subjectNo }, { isApproved, reason }, run) =>
    await decideApplication({ couponApplicationNo: subjectNo, reason }, isApproved, asCommand(run)),
});

const itemsOf = (couponApplicationNos: readonly string[]) =>
  [...new Set(couponApplicationNos)].map((subjectNo) => ({ subjectNo, input: null }));

export async function approveApplications(
  { couponApplicationNos }: ParsedRequestOf<typeof serviceCoupon.approveMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(decideCouponsKind, { isApproved: true }, call, itemsOf(couponApplicationNos)) };
}
export async function rejectApplications(
  { couponApplicationNos, reason }: ParsedRequestOf<typeof serviceCoupon.rejectMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const decision = { isApproved: false, reason };
  return { jobNo: await createJob(decideCouponsKind, decision, call, itemsOf(couponApplicationNos)) };
}
