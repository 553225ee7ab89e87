// Discipline records of employees: recorded or proposed, objected to, confirmed by another person.

import { discipline as contract } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { decideRecord, objectTo, personOf, revokeRecord, saveRecord } from './commands.ts';
import { confirmJob, dismissJob, importRecordsKind, startMany } from './many.ts';
import { disciplineVouchers } from './vouchers.ts';
import { groupSummaryOf, recordExport, records, summaryOf } from './list.ts';
import { proposeMisuse } from './propose-misuse.ts';

export { proposeRecord, withdrawProposal } from './commands.ts';
export { lastObjectionDay } from './objection-days.ts';

export const discipline = defineModule({
  name: 'discipline',
  routes: [
    implement(contract.page, records.page),
    implement(contract.exportList, recordExport.queue),
    implement(contract.summary, summaryOf),
    implement(contract.groupSummary, groupSummaryOf),
    implement(contract.detail, async ({ recordNo }, call) => {
      const row = await records.one(recordNo, call);
      const { voucherIds, sourceRef } = await call.db
        .selectFrom('disciplineRecord')
        .select(['voucherIds', 'sourceRef'])
        .where('recordNo', '=', recordNo)
        .executeTakeFirstOrThrow();
      const vouchers = await fileNamesOf(call.db, voucherIds);
      return { ...row, vouchers, sourceRef, history: await readHistory(call.db, 'disciplineRecord', recordNo) };
    }),
    implement(contract.person, async (form, call) => await personOf(call.db, form, call)),
    implement(contract.save, saveRecord),
    implement(contract.propose, proposeMisuse),
    implement(contract.confirm, (form, call) => decideRecord('confirm', form, call)),
    implement(contract.dismiss, (form, call) => decideRecord('dismiss', form, call)),
    implement(contract.confirmMany, (form, call) => startMany(confirmJob, form, call)),
    implement(contract.dismissMany, (form, call) => startMany(dismissJob, form, call)),
    implement(contract.revoke, revokeRecord),
    implement(contract.appeal, objectTo),
  ],
  jobs: [confirmJob, dismissJob],
  imports: [importRecordsKind],
  exports: [recordExport.kind],
  fileSubjects: [disciplineVouchers],
});
