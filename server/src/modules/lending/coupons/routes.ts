import { coupon } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type CommandCall, implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockCoupon, moveCoupon } from './coupons.ts';
import { lockAsking, refuseGrantOver } from './grant-limits.ts';
import { applyForCoupons, decideCoupons, moveTemplate, saveTemplate } from './grants.ts';
import { applicationExport, couponExport, templateExport } from './export.ts';
import { couponApplications, coupons, readCoupon, templates } from './read.ts';

const whoOf = ({ caller }: CommandCall) => ({
  userNo: caller.userNo,
  scope: caller.scope,
  at: new Date(),
});

async function changeTemplate(
  couponTemplateNo: string,
  command: Parameters<typeof moveTemplate>[2],
  call: CommandCall,
  reason?: string,
) {
  const { templateStatus, merchantNo } = await moveTemplate(call.tx, couponTemplateNo, command, whoOf(call));
  await writeAudit(call.tx, call, {
    action: `couponConfig.${command}`,
    subjectType: 'couponTemplate',
    subjectNo: couponTemplateNo,
    merchantNo,
    after: { templateStatus },
    ...(reason !== undefined && { reason }),
  });
  return { couponTemplateNo, templateStatus };
}

/** A coupon frozen by hand is used by nobody until it is released. */
async function freeze(
  { couponNo, reason }: { readonly couponNo: string; readonly reason: string },
  command: 'freeze' | 'release',
  call: CommandCall,
) {
  const { tx, caller } = call;
  const before = await lockCoupon(tx, couponNo);
  if (!seesMerchant(caller.scope, before.merchantNo)) throw new AppError('COUPON_NOT_FOUND');
  const { heldOrderNo } = before;
  if (heldOrderNo !== null) throw new AppError('COUPON_HELD', { facts: { orderNo: heldOrderNo } });
  const about = { userNo: caller.userNo, reason };
  const { couponStatus } = await moveCoupon(tx, before, command, about);
  await writeAudit(tx, call, {
    action: `coupon.${command}`,
    subjectType: 'coupon',
    subjectNo: couponNo,
    merchantNo: before.merchantNo,
    before: { couponStatus: before.couponStatus },
    after: { couponStatus },
    reason,
  });
  return { couponNo, couponStatus };
}

export const routes = [
  implement(coupon.templatePage, templates.page),
  implement(coupon.templateExport, templateExport.queue),
  implement(coupon.couponExport, couponExport.queue),
  implement(coupon.applicationExport, applicationExport.queue),
  implement(coupon.couponDetail, ({ couponNo }, call) => readCoupon(couponNo, call)),
  implement(coupon.templateSave, async (template, call) => {
    const couponTemplateNo = await saveTemplate(call.tx, template, whoOf(call));
    await writeAudit(call.tx, call, {
      action: 'couponConfig.save',
      subjectType: 'couponTemplate',
      subjectNo: couponTemplateNo,
      merchantNo: template.merchantNo,
      after: template,
    });
    return { couponTemplateNo };
  }),
  implement(coupon.templateAudit, ({ couponTemplateNo, isApproved, reason }, call) =>
    changeTemplate(couponTemplateNo, isApproved ? 'approve' : 'reject', call, reason),
  ),
  implement(coupon.templateEnable, ({ couponTemplateNo }, call) => changeTemplate(couponTemplateNo, 'enable', call)),
  implement(coupon.templateDisable, ({ couponTemplateNo }, call) => changeTemplate(couponTemplateNo, 'disable', call)),
  implement(coupon.couponPage, coupons.page),
  implement(coupon.couponFreeze, (request, call) => freeze(request, 'freeze', call)),
  implement(coupon.couponUnfreeze, (request, call) => freeze(request, 'release', call)),
  implement(coupon.couponGrant, async (grant, call) => {
    const { couponTemplateNo, phones } = grant;
    const { userNo } = call.caller;
    const customers = new Set(phones).size;
    await lockAsking(call.tx, couponTemplateNo, userNo);
    const asked = { customers, quantity: 1, more: customers };
    await refuseGrantOver(call.tx, couponTemplateNo, userNo, asked, 'phones');
    const couponApplicationNo = await applyForCoupons(call.tx, grant, whoOf(call));
    await writeAudit(call.tx, call, {
      action: 'coupon.grant',
      subjectType: 'couponApplication',
      subjectNo: couponApplicationNo,
      after: { couponTemplateNo, customers },
      reason: grant.reason,
    });
    return { couponApplicationNo };
  }),
  implement(coupon.couponAudit, async ({ couponApplicationNo, isApproved, reason }, call) => {
    const decision = { ...whoOf(call), isApproved, reason };
    const { application, couponNos } = await decideCoupons(call.tx, couponApplicationNo, decision);
    const { applicationStatus, merchantNo } = application;
    await writeAudit(call.tx, call, {
      action: 'coupon.audit',
      subjectType: 'couponApplication',
      subjectNo: couponApplicationNo,
      merchantNo,
      before: { applicationStatus: 'PENDING' },
      after: { applicationStatus, issued: couponNos.length },
      ...(reason !== undefined && { reason }),
    });
    return { couponApplicationNo, applicationStatus, issued: couponNos.length };
  }),
  implement(coupon.applicationPage, couponApplications.page),
];
