import { useText } from '@kituo/sdk';
import { fieldsOf, FormDrawer, merchantOptions } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { REPAY_CHANNEL } from '../desk/desk-words.ts';
import { banks, CODE_RULE } from '../parts/codes.ts';
import type { RepayRow } from './account-fields.ts';

export interface RepayValues extends Record<string, unknown> {
  readonly paymentChannel: string | null;
  readonly bankCode: string | null;
  readonly branch: string;
  readonly accountName: string;
  readonly accountNo: string;
  readonly shortCode: string;
  readonly codeRule: RepayRow['codeRule'];
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly merchantNos: string[];
  readonly reason: string;
}
const { Text, Select, Segmented, MultiSelect, Money } = fieldsOf<RepayValues>();

const LEAST_CENTS = 100_00;
const MAX_CENTS = 250_000_00;

function valuesOf(row: RepayRow | null): RepayValues {
  return {
    paymentChannel: row?.paymentChannel ?? null,
    bankCode: row?.bankCode ?? null,
    branch: row?.branch ?? '',
    accountName: row?.accountName ?? '',
    accountNo: '',
    shortCode: row?.shortCode ?? '',
    codeRule: row?.codeRule ?? 'ORDER_NO',
    minCents: row?.minCents ?? LEAST_CENTS,
    maxCents: row?.maxCents ?? MAX_CENTS,
    merchantNos: [...(row?.merchantNos ?? [])],
    reason: '',
  };
}

export const repayRequest = (values: RepayValues) => ({
  paymentChannel: values.paymentChannel ?? '',
  bankCode: values.bankCode ?? '',
  branch: values.branch,
  accountName: values.accountName,
  accountNo: values.accountNo.trim() === '' ? null : values.accountNo,
  shortCode: values.shortCode.trim() === '' ? null : values.shortCode,
  codeRule: values.codeRule,
  minCents: values.minCents ?? Number.NaN,
  maxCents: values.maxCents ?? Number.NaN,
  merchantNos: values.merchantNos,
  reason: values.reason,
});

/** A receiving account, new or changed; it awaits approval. */
export function RepayForm(props: { readonly action: Action<RepayRow | null, RepayValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <p className="kp-muted">{t('account.waitsHint')}</p>
      <div className="kp-pair">
        <Select name="paymentChannel" options={REPAY_CHANNEL} />
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
      <Segmented name="codeRule" options={CODE_RULE} />
      <div className="kp-pair">
        <Money name="minCents" />
        <Money name="maxCents" />
      </div>
      <MultiSelect name="merchantNos" source={merchantOptions} />
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}
