// What collectors do: a row a person and day, with what is behind each figure.

import { collectionMonitor as contract } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { calls, records, repayStat, texts } from './details.ts';
import { live } from './live.ts';
import { workDays } from './work-days.ts';

const file = exportOf(workDays, {
  kind: 'collectionMonitor.export',
  title: { en: 'Export of collectors’ days', zh: '导出催收员日报' },
  page: contract.exportList.access.page,
  params: contract.exportList.request,
  fileStem: 'collector-days',
  subjectType: 'collectorDay',
  columns: [
    { en: 'Collector', zh: '催收员', of: (row) => row.realName },
    { en: 'Group', zh: '组', of: (row) => row.groupName },
    { en: 'Day', zh: '日期', of: (row) => row.workDate },
    { en: 'Cases touched', zh: '跟进案件', of: (row) => row.casesTouched },
    { en: 'Follow-ups', zh: '跟进次数', of: (row) => row.followUps },
    { en: 'Calls', zh: '拨打', of: (row) => row.callsDialled },
    { en: 'Connected', zh: '接通', of: (row) => row.callsConnected },
    { en: 'Talk (s)', zh: '通话（秒）', of: (row) => row.talkSeconds },
    { en: 'SMS', zh: '短信', of: (row) => row.smsSent },
    { en: 'Refused by gate', zh: '被限制拒绝', of: (row) => row.gateRefusals },
    { en: 'Promises', zh: '承诺', of: (row) => row.promisesMade },
    { en: 'Kept', zh: '兑现', of: (row) => row.promisesKept },
    { en: 'Pause (s)', zh: '暂停（秒）', of: (row) => row.pauseSeconds },
    { en: 'Repaid (KES)', zh: '回款（KES）', of: (row) => (row.repaidCents / 100).toFixed(2) },
  ],
});

const page = contract.exportList.access.page;

/** What is behind a day, as files of their own. */
const recordFile = exportOf(records, {
  kind: 'collectionMonitor.recordExport',
  title: { en: 'Export of a collector’s follow-ups', zh: '导出催收员跟进记录' },
  page,
  params: contract.recordExport.request,
  fileStem: 'collector-follow-ups',
  subjectType: 'collectorDay',
  columns: [
    { en: 'Time', zh: '时间', of: (row) => row.at, isTime: true },
    { en: 'Case', zh: '案件', of: (row) => row.caseNo },
    { en: 'Level', zh: '等级', of: (row) => row.caseLevel, codes: 'CASE_LEVEL' },
    { en: 'Contact', zh: '联系人', of: (row) => row.contactPerson, codes: 'CONTACT_PERSON' },
    { en: 'Channel', zh: '渠道', of: (row) => row.contactChannel, codes: 'CONTACT_CHANNEL' },
    { en: 'Outcome', zh: '结果', of: (row) => row.actionCode, codes: 'ACTION_CODE' },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
  ],
});
const contactColumns = [
  { en: 'Time', zh: '时间', of: (row: contract.Contact) => row.at, isTime: true },
  { en: 'Case', zh: '案件', of: (row: contract.Contact) => row.caseNo },
  { en: 'Phone', zh: '手机号', of: (row: contract.Contact) => row.phone },
  { en: 'Refused for', zh: '拦截原因', of: (row: contract.Contact) => row.refusedFor },
  { en: 'Outcome', zh: '结果', of: (row: contract.Contact) => row.outcome },
] as const;
const cost = {
  en: 'Cost (KES)',
  zh: '费用（KES）',
  of: (row: contract.Contact) => (row.costCents === null ? null : (row.costCents / 100).toFixed(2)),
} as const;
const callFile = exportOf(calls, {
  kind: 'collectionMonitor.callDetailExport',
  title: { en: 'Export of a collector’s calls', zh: '导出催收员通话' },
  page,
  params: contract.callDetailExport.request,
  fileStem: 'collector-calls',
  subjectType: 'collectorDay',
  columns: [...contactColumns, { en: 'Talk (s)', zh: '通话（秒）', of: (row) => row.talkSeconds }, cost],
});
const smsFile = exportOf(texts, {
  kind: 'collectionMonitor.smsDetailExport',
  title: { en: 'Export of a collector’s SMS', zh: '导出催收员短信' },
  page,
  params: contract.smsDetailExport.request,
  fileStem: 'collector-sms',
  subjectType: 'collectorDay',
  columns: [
    ...contactColumns,
    { en: 'Template', zh: '模板', of: (row) => row.templateCode },
    { en: 'Account', zh: '账号', of: (row) => row.accountCode },
    cost,
  ],
});

export const collectionMonitor = defineModule({
  name: 'collection-monitor',
  routes: [
    implement(contract.page, workDays.page),
    implement(contract.exportList, file.queue),
    implement(contract.recordPage, records.page),
    implement(contract.callDetailPage, calls.page),
    implement(contract.smsDetailPage, texts.page),
    implement(contract.recordExport, recordFile.queue),
    implement(contract.callDetailExport, callFile.queue),
    implement(contract.smsDetailExport, smsFile.queue),
    implement(contract.repayStat, repayStat),
    implement(contract.live, (_nothing, call) => live(call)),
  ],
  exports: [file.kind, recordFile.kind, callFile.kind, smsFile.kind],
});
