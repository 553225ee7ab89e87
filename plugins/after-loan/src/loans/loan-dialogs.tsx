import { formatMoney, useText } from '@kituo/sdk';
import { loanerAccount } from '@kituo/sdk/contracts';
import { Ask, AskReason, BatchAction, fieldsOf, FormDrawer, remoteOptions } from '@kituo/sdk/page';
import type { LoanRow } from './loan-fields.ts';
import type { OfflineValues, useLoanActions } from './use-loan-actions.ts';

const { Moment, Select, Text, File } = fieldsOf<OfflineValues>();
const { Text: Reason } = fieldsOf<{ readonly reason: string }>();

const accounts = remoteOptions(loanerAccount.options, (all) =>
  all.map(({ accountCode, accountName }) => ({ value: accountCode, label: accountName })),
);

/** The dialogs of what can be done with orders on their way out. */
export function LoanDialogs({ actions }: { readonly actions: ReturnType<typeof useLoanActions> }) {
  const t = useText();
  const sending = (key: string) => (row: LoanRow) =>
    t(key, { money: formatMoney(row.actualLoanAmountCents ?? row.approvedAmountCents), account: row.payoutAccount });
  return (
    <>
      <Ask action={actions.disburse} say={sending('loan.sendText')} />
      <Ask action={actions.replay} say={sending('loan.replayText')} />
      <AskReason action={actions.cancel}>
        <p>{t('loan.cancelText')}</p>
      </AskReason>
      <FormDrawer
        action={actions.offline}
        defaults={(): OfflineValues => ({
          approvalTime: null,
          lendingTime: null,
          loanerAccountId: null,
          disbursementCode: '',
          voucher: null,
          reason: '',
        })}
      >
        {(row) => (
          <>
            <p className="kp-muted">{t('loan.offlineText')}</p>
            <div className="kp-pair">
              <Moment name="approvalTime" />
              <Moment name="lendingTime" />
            </div>
            <Select name="loanerAccountId" options={accounts} />
            <Text name="disbursementCode" maxLength={64} />
            <File name="voucher" subjectType="order" subjectNo={row.orderNo} />
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDrawer>
      {actions.batches.map((batch) => (
        <BatchAction
          key={batch.action.name}
          batch={batch}
          nameOf={(orderNo) => orderNo}
          defaults={() => ({ reason: '' })}
        >
          <p className="kp-muted">{t('loan.batchText')}</p>
          <Reason name="reason" isLong maxLength={200} />
        </BatchAction>
      ))}
    </>
  );
}
