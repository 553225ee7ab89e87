import { type ParsedRequestOf, transfer } from '@kituo/sdk/contracts';
import { type CommandCall, implement } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { previewOneKey, releaseByOneKey } from './batch.ts';
import { previewTransfer, readAccounts, readPeople } from './accounts.ts';
import { transferExport } from './export.ts';
import { readTransfer, transfers, withBalances } from './read.ts';
import { type CashTransfer, lockTransfer } from './store.ts';
import { releaseWithRecord } from './release.ts';
import { refuseUnattached } from './vouchers.ts';
import { askOwnTransfer, askReturn, decideTransfer, flowNoOf, giveUpTransfer } from './transfers.ts';

async function submitTransfer(form: ParsedRequestOf<typeof transfer.submit>, call: CommandCall) {
  const { tx, caller } = call;
  const { amountCents, purpose, voucherIds } = form;
  const asked = {
    amountCents,
    purpose,
    voucherIds,
    applicantUserNo: caller.userNo,
    scope: caller.scope,
  };
  const transferNo =
    form.transferType === 'OWN_ACCOUNT'
      ? await askOwnTransfer(tx, {
          ...asked,
          merchantNo: form.merchantNo,
          sourceAccountCode: form.sourceAccountId,
          targetAccountCode: form.targetAccountId,
        })
      : await askReturn(tx, { ...asked, flowNo: await flowNoOf(tx, form.flowNo) });
  await refuseUnattached(tx, voucherIds);
  await tell(call, 'submit', null, await lockTransfer(tx, transferNo));
  return { transferNo, transferStatus: 'SUBMITTED' as const };
}

async function tell(
  call: CommandCall,
  action: string,
  before: CashTransfer['transferStatus'] | null,
  { transferNo, merchantNo, transferStatus, amountCents }: CashTransfer,
  reason?: string,
): Promise<void> {
  await writeAudit(call.tx, call, {
    action: `transferApply.${action}`,
    subjectType: 'transfer',
    subjectNo: transferNo,
    merchantNo,
    ...(before !== null && { before: { transferStatus: before } }),
    after: { transferStatus, amountCents },
    ...(reason !== undefined && { reason }),
  });
}

async function decide(
  { transferNo, auditRemark }: { readonly transferNo: string; readonly auditRemark?: string | undefined },
  isApproved: boolean,
  call: CommandCall,
) {
  const { userNo, scope } = call.caller;
  const decision = { isApproved, userNo, scope, auditRemark: auditRemark ?? null, at: new Date() };
  const done = await decideTransfer(call.tx, transferNo, decision);
  await tell(call, isApproved ? 'approve' : 'reject', 'SUBMITTED', done, auditRemark);
  return { transferNo, transferStatus: done.transferStatus };
}

export const routes = [
  implement(transfer.page, transfers.page),
  implement(transfer.exportList, transferExport.queue),
  implement(transfer.auditPage, async (request, call) => {
    const found = await transfers.page(request, call);
    return { ...found, rows: await withBalances(call.db, found.rows) };
  }),
  implement(transfer.detail, ({ transferNo }, call) => readTransfer(transferNo, call)),
  implement(transfer.accounts, readAccounts),
  implement(transfer.people, readPeople),
  implement(transfer.preview, previewTransfer),
  implement(transfer.submit, submitTransfer),
  implement(transfer.giveUp, async ({ transferNo }, call) => {
    const done = await giveUpTransfer(call.tx, transferNo, call.caller);
    await tell(call, 'giveUp', 'SUBMITTED', done);
    return { transferNo, transferStatus: done.transferStatus };
  }),
  implement(transfer.approve, (request, call) => decide(request, true, call)),
  implement(transfer.reject, (request, call) => decide(request, false, call)),
  implement(transfer.release, ({ transferNo }, call) => releaseWithRecord(transferNo, call)),
  implement(transfer.oneKeyPreview, previewOneKey),
  implement(transfer.oneKeyPayout, releaseByOneKey),
];
