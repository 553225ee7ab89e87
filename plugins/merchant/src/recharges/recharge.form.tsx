import { Money, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import {
  type Action,
  Answered,
  type AttachedFile,
  fieldsOf,
  FormDrawer,
  merchantOptions,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { RECHARGE_CHANNEL } from '../parts/codes.ts';
import type { RechargeRow } from './recharge-fields.ts';

const CERTIFICATE = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

export interface RechargeValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly amountCents: number | null;
  readonly paymentChannel: RechargeRow['paymentChannel'];
  readonly paymentCode: string;
  readonly payerAccount: string;
  readonly paidAt: string | null;
  readonly voucherIds: AttachedFile | null;
}
const fields = fieldsOf<RechargeValues>();
const { File, Moment, Segmented, Select, Text } = fields;

const nothing = (): RechargeValues => ({
  merchantNo: null,
  amountCents: null,
  paymentChannel: 'BANK',
  paymentCode: '',
  payerAccount: '',
  paidAt: null,
  voucherIds: null,
});

/** What is not filled in is sent as nothing: the contract says what is missing. */
export const rechargeOf = ({ voucherIds, payerAccount, ...values }: RechargeValues) => ({
  ...values,
  merchantNo: values.merchantNo ?? '',
  amountCents: values.amountCents ?? Number.NaN,
  paidAt: values.paidAt ?? '',
  ...(payerAccount.trim() !== '' && { payerAccount }),
  voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
});

/** Money that a merchant paid in: whose, how much, by which payment, and its proof. */
export function RechargeForm(props: { readonly action: Action<null, RechargeValues> }) {
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Select name="merchantNo" options={merchantOptions} />
      <Balance />
      <fields.Money name="amountCents" />
      <Segmented name="paymentChannel" options={RECHARGE_CHANNEL} />
      <div className="kp-pair">
        <Text name="paymentCode" maxLength={64} />
        <Moment name="paidAt" />
      </div>
      <Text name="payerAccount" isOptional maxLength={64} />
      <Voucher />
    </FormDrawer>
  );
}

/** What the chosen merchant has now. */
function Balance() {
  const t = useText();
  const { merchantNo } = useFormValues();
  const account = useDetail(prepaid.account, typeof merchantNo === 'string' ? { merchantNo } : null);
  if (typeof merchantNo !== 'string') return null;
  return (
    <Answered detail={account}>
      {({ balanceCents, creditLineCents }) => (
        <p className="kp-muted">
          {t('recharge.balance')} <Money cents={balanceCents} /> · {t('recharge.creditLine')}{' '}
          <Money cents={creditLineCents} />
        </p>
      )}
    </Answered>
  );
}

function Voucher() {
  const { merchantNo } = useFormValues();
  if (typeof merchantNo !== 'string') return null;
  return <File name="voucherIds" subjectType="merchantVoucher" subjectNo={merchantNo} rule={CERTIFICATE} />;
}
