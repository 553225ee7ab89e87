// What collectors do: a row a person and day, with what is behind each figure.

import { collectionMonitor as contract } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { calls, records, repayStat, texts } from './details.ts';
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
    { en: 'Repaid (KES)', zh: '回款（KES）', of: (row) => (row.repaidCents / 100).toFixed(2) },
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
    implement(contract.repayStat, repayStat),
  ],
  exports: [file.kind],
});
