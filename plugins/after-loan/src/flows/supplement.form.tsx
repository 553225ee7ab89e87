import { Button, Failed, Money, useText } from '@kituo/sdk';
import { flow, repayAccount } from '@kituo/sdk/contracts';
import { fieldsOf, FormDrawer, remoteOptions, useDetail, useFormValues, useWriteField } from '@kituo/sdk/page';
import type { Action, OptionSource } from '@kituo/sdk/page';
import { REPAY_CHANNEL } from '../desk/desk-words.ts';
import type { DraftRow } from './flow-fields.ts';
import { QueryChannel } from './query-channel.tsx';
import type { SupplementValues } from './use-draft-actions.ts';

const { Phone, Select, Text, Money: Amount, Moment, File } = fieldsOf<SupplementValues>();
const PHONE = /^254\d{9}$/;

const accounts = remoteOptions(repayAccount.options, (all) =>
  all.map(({ accountCode, accountName }) => ({ value: accountCode, label: accountName })),
);

function valuesOf(row: DraftRow | null): SupplementValues {
  return {
    phone: '',
    draftNo: row?.draftNo ?? null,
    orderNo: row?.orderNo ?? null,
    paymentChannel: row?.paymentChannel ?? 'MPESA',
    paymentCode: row?.paymentCode ?? '',
    accountId: row?.accountId ?? null,
    amountCents: row?.amountCents ?? null,
    repayTime: row?.repayTime ?? null,
    payerName: row?.payerName ?? '',
    voucher: null,
    remark: row?.remark ?? '',
  };
}

/** A flow that the channel never told us of: whose it is comes first, then what was paid. */
export function SupplementForm(props: { readonly action: Action<DraftRow | null, SupplementValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <Whose />
      <Loan />
      <div className="kp-pair">
        <Select name="paymentChannel" options={REPAY_CHANNEL} />
        <Text name="paymentCode" maxLength={64} />
      </div>
      <Select name="accountId" options={accounts} />
      <QueryChannel>
        {(isTold, isPayerTold) => (
          <>
            <div className="kp-pair">
              <Amount name="amountCents" isDisabled={isTold} />
              <Moment name="repayTime" isDisabled={isTold} />
            </div>
            <Text
              name="payerName"
              isOptional
              isDisabled={isPayerTold}
              maxLength={128}
              {...(isPayerTold && { hint: t('flow.payerTold') })}
            />
          </>
        )}
      </QueryChannel>
      <Text name="remark" isLong maxLength={200} />
    </FormDrawer>
  );
}

/** The number, first of all; a draft's customer is known, and another one is named on demand. */
function Whose() {
  const t = useText();
  const { draftNo } = useFormValues();
  const write = useWriteField();
  if (typeof draftNo !== 'string') return <Phone name="phone" />;
  return (
    <div>
      <Button
        size="small"
        text={t('flow.anotherCustomer')}
        onClick={() => {
          write('draftNo', null);
          write('orderNo', null);
        }}
      />
    </div>
  );
}

/** The loans of the phone, or of the draft's customer, what each owes, and the proof that is kept with the chosen one. */
function Loan() {
  const t = useText();
  const { phone, draftNo, orderNo } = useFormValues();
  const whose =
    typeof draftNo === 'string' ? { draftNo } : typeof phone === 'string' && PHONE.test(phone) ? { phone } : null;
  const check = useDetail(flow.checkPhone, whose);
  if (whose === null) return <p className="kp-muted">{t('flow.phoneFirst')}</p>;
  if (check.error !== null) return <Failed error={check.error} onRetry={check.refresh} />;
  const orders = check.data?.orders ?? [];
  if (check.data !== null && orders.length === 0) return <p role="alert">{t('flow.noLoans')}</p>;
  const source: OptionSource = {
    kind: 'remote',
    name: `flow.checkPhone:${JSON.stringify(whose)}:${orders.length}`,
    load: async () =>
      await Promise.resolve(orders.map((one) => ({ value: one.orderNo, label: one.orderNo, hint: one.customerName }))),
  };
  const chosen = orders.find((one) => one.orderNo === orderNo);
  return (
    <>
      <Select name="orderNo" options={source} />
      {chosen && (
        <>
          <p className="kp-muted">
            {chosen.customerName} · {t('flow.owes')} <Money cents={chosen.outstandingCents} />
          </p>
          <File name="voucher" isOptional subjectType="order" subjectNo={chosen.orderNo} hint={t('flow.voucherHint')} />
        </>
      )}
    </>
  );
}
