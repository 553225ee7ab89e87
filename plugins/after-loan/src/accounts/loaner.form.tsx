import { useText } from '@kituo/sdk';
import { fieldsOf, FormDrawer, merchantOptions } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { banks, LENDING_CHANNEL } from '../parts/codes.ts';
import type { LoanerRow } from './account-fields.ts';

export interface LoanerValues extends Record<string, unknown> {
  readonly loanerName: string;
  readonly lendingChannel: string | null;
  readonly bankCode: string | null;
  readonly branch: string;
  readonly accountName: string;
  readonly accountNo: string;
  readonly shortCode: string;
  readonly dailyLimitCents: number | null;
  readonly merchantNos: string[];
  readonly reason: string;
}
const { Text, Select, MultiSelect, Money } = fieldsOf<LoanerValues>();

function valuesOf(row: LoanerRow | null): LoanerValues {
  return {
    loanerName: row?.loanerName ?? '',
    lendingChannel: row?.lendingChannel ?? null,
    bankCode: row?.bankCode ?? null,
    branch: row?.branch ?? '',
    accountName: row?.accountName ?? '',
    accountNo: '',
    shortCode: row?.shortCode ?? '',
    dailyLimitCents: row?.dailyLimitCents ?? null,
    merchantNos: [...(row?.merchantNos ?? [])],
    reason: '',
  };
}

export const loanerRequest = (values: LoanerValues) => ({
  loanerName: values.loanerName,
  lendingChannel: values.lendingChannel ?? '',
  bankCode: values.bankCode ?? '',
  branch: values.branch,
  accountName: values.accountName,
  accountNo: values.accountNo.trim() === '' ? null : values.accountNo,
  shortCode: values.shortCode.trim() === '' ? null : values.shortCode,
  dailyLimitCents: values.dailyLimitCents ?? Number.NaN,
  merchantNos: values.merchantNos,
  reason: values.reason,
});

/** A payout account, new or changed; it awaits approval. */
export function LoanerForm(props: { readonly action: Action<LoanerRow | null, LoanerValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <p className="kp-muted">{t('account.waitsHint')}</p>
      <Text name="loanerName" maxLength={64} />
      <div className="kp-pair">
        <Select name="lendingChannel" options={LENDING_CHANNEL} />
        <Select name="bankCode" options={banks} />
      </div>
      <div className="kp-pair">
        <Text name="branch" maxLength={64} />
        <Text name="accountName" maxLength={64} />
      </div>
      <div className="kp-pair">
        <Text name="accountNo" isOptional maxLength={20} hint={t('account.numberHint')} />
        <Text name="shortCode" isOptional maxLength={7} hint={t('account.shortHint')} />
      </div>
      <Money name="dailyLimitCents" />
      <MultiSelect name="merchantNos" source={merchantOptions} />
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}
