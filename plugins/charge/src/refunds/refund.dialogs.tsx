import { formatMoney, useText } from '@kituo/sdk';
import { Ask, AskReason, fieldsOf, FormDialog } from '@kituo/sdk/page';
import type { RefundRow } from './refund-fields.ts';
import type { RefundActions, RemarkValues, VerifyValues } from './use-refund-actions.ts';

const verifying = fieldsOf<VerifyValues>();
const remarking = fieldsOf<RemarkValues>();

/** The dialogs of what finance does with one refund. */
export function RefundDialogs({ actions }: { readonly actions: RefundActions }) {
  const t = useText();
  const pay = ({ amountCents, payeeName }: RefundRow) =>
    t('refundAudit.payText', { money: formatMoney(amountCents), payee: payeeName });
  return (
    <>
      <FormDialog
        action={actions.verify}
        defaults={(): VerifyValues => ({ registeredName: '', registeredIdCardNo: '' })}
      >
        {({ payeeName, payeeAccount, refundChannel }) => (
          <>
            <p>
              {t('refund.payee')}: {payeeName} · {payeeAccount}
            </p>
            <verifying.Text name="registeredName" hint={t('refundAudit.verifyHint')} maxLength={128} />
            {refundChannel === 'MPESA' && <verifying.IdCard name="registeredIdCardNo" />}
          </>
        )}
      </FormDialog>
      <FormDialog action={actions.payeeCheck} defaults={(): RemarkValues => ({ auditRemark: '' })}>
        {({ payerName, payeeName, payeeAccount }) => (
          <>
            <p>
              {t('refund.payer')}: {payerName ?? '-'}
              <br />
              {t('refund.payee')}: {payeeName} · {payeeAccount}
            </p>
            <remarking.Text name="auditRemark" isLong isOptional maxLength={200} />
          </>
        )}
      </FormDialog>
      <AskReason action={actions.ignoreVerify} hint={t('refundAudit.ignoreHint')} />
      <Ask action={actions.payout} say={pay} />
      <Ask action={actions.reRefund} say={pay} />
    </>
  );
}
