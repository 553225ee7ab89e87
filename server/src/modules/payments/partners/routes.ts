import { partner } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { confirmBatch, confirmKind, reopenKind, settleKind } from './changes.ts';
import { saveDay } from './days.ts';
import { partnerDays, readDay } from './read.ts';

export const routes = [
  implement(partner.page, partnerDays.page),
  implement(partner.one, ({ partnerDayNo }, call) => readDay(partnerDayNo, call)),
  implement(partner.save, async (form, call) => {
    const { tx, caller } = call;
    const { userNo, scope } = caller;
    const saved = await saveDay(tx, { ...form, userNo, scope, at: new Date() });
    const { partnerDayNo, merchantNo, dayStatus, dueCents, partnerApplied, approved } = saved;
    await writeAudit(tx, call, {
      action: 'partnerDay.saved',
      subjectType: 'partnerDay',
      subjectNo: partnerDayNo,
      merchantNo,
      ...(form.partnerDayNo !== undefined && { before: { dayStatus } }),
      after: { dayStatus, dueCents, partnerApplied, approved },
      ...(form.remark !== undefined && form.remark !== '' && { reason: form.remark }),
    });
    return { partnerDayNo, dayStatus, dueCents };
  }),
  implement(partner.confirm, async ({ partnerDayNo, reason }, call) => {
    const requested = { partnerDayNo, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(confirmKind, requested, call, reason) };
  }),
  implement(partner.reopen, async ({ partnerDayNo, reason }, call) => {
    const requested = { partnerDayNo, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(reopenKind, requested, call, reason) };
  }),
  implement(partner.batchConfirm, ({ partnerDayNos, reason }, call) =>
    confirmBatch.ask('confirm', partnerDayNos, reason, call),
  ),
  implement(partner.settle, async ({ reason, ...payment }, call) => {
    const requested = { ...payment, makerUserNo: call.caller.userNo };
    return { changeNo: await requestChange(settleKind, requested, call, reason) };
  }),
];
