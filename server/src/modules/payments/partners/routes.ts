import { partner } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { reportByKey } from './api-report.ts';
import { applicationExport, readApplications } from './applications.ts';
import { confirmBatch, confirmKind, reopenKind, settleKind } from './changes.ts';
import { partnerDayExport } from './export.ts';
import { partnerDays, productsSeen, readDay } from './read.ts';
import { saveReport } from './save-report.ts';

export const routes = [
  implement(partner.page, partnerDays.page),
  implement(partner.exportList, partnerDayExport.queue),
  implement(partner.applications, readApplications),
  implement(partner.exportApplications, applicationExport.queue),
  implement(partner.products, async (_, call) => await productsSeen(call)),
  implement(partner.one, ({ partnerDayNo }, call) => readDay(partnerDayNo, call)),
  implement(partner.apiReport, reportByKey),
  implement(partner.save, async (form, call) => await saveReport(form, call)),
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
