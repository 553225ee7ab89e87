import { call, formatMoney, Money, useText } from '@kituo/sdk';
import { refund, type ReplyOf, type RequestOf } from '@kituo/sdk/contracts';
import {
  type Action,
  type AttachedFile,
  defineDictionary,
  dictionaryOptions,
  fieldsOf,
  FormDrawer,
  type OptionSource,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';
import { OpenBill } from './open-bill.tsx';

/** To whom: back to the payer, to another phone, or to a bank card. */
const REFUND_PAYEE = defineDictionary('REFUND_PAYEE', {
  PAYER: 'waiting',
  MOBILE_MONEY: 'waiting',
  BANK: 'waiting',
});
const reasons = dictionaryOptions('REFUND_REASON');
const banks = dictionaryOptions('BANK_NAME_TYPE');
const CERTIFICATE = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

export interface RefundValues extends Record<string, unknown> {
  readonly orderNo: string;
  readonly phone: string;
  readonly flowNo: string | null;
  readonly amountCents: number | null;
  readonly payeeKind: string;
  readonly accountName: string;
  readonly eWalletAccount: string;
  readonly bankCode: string | null;
  readonly bankCardNo: string;
  readonly voucherIds: AttachedFile | null;
  readonly reasonCode: string | null;
  readonly remark: string;
}
const fields = fieldsOf<RefundValues>();
const { File, Phone, Segmented, Select, Text } = fields;

const nothing = (): RefundValues => ({
  orderNo: '',
  phone: '',
  flowNo: null,
  amountCents: null,
  payeeKind: 'PAYER',
  accountName: '',
  eWalletAccount: '',
  bankCode: null,
  bankCardNo: '',
  voucherIds: null,
  reasonCode: null,
  remark: '',
});

type Submit = RequestOf<typeof refund.submit>;

function payeeOf(values: RefundValues): Submit['payee'] {
  const { accountName, bankCardNo, eWalletAccount } = values;
  if (values.payeeKind === 'MOBILE_MONEY') {
    return { payoutType: 'MOBILE_MONEY', payoutSubType: 'MPESA', accountName, eWalletAccount };
  }
  if (values.payeeKind === 'BANK') {
    return { payoutType: 'BANK', payoutSubType: 'ACCOUNT', accountName, bankCode: values.bankCode ?? '', bankCardNo };
  }
  return null;
}

export function refundOf(values: RefundValues): Submit {
  return {
    flowNo: values.flowNo ?? '',
    amountCents: values.amountCents ?? Number.NaN,
    payee: payeeOf(values),
    voucherIds: values.voucherIds === null ? [] : [values.voucherIds.attachId],
    reasonCode: values.reasonCode,
    remark: values.remark,
  };
}

/** An order or a phone, the credit of a payment, how much of it, to whom and why. */
export function RefundForm(props: { readonly action: Action<null, RefundValues> }) {
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Fields />
    </FormDrawer>
  );
}

/** As the numbers look when they are whole. */
const ORDER = /^LO\d{6,}$/;
const PHONE = /^254\d{9}$/;

function useCredit(values: Readonly<Record<string, unknown>>) {
  const orderNo = useSettled(String(values['orderNo'] ?? '').trim());
  const phone = useSettled(String(values['phone'] ?? '').trim());
  const request = {
    ...(ORDER.test(orderNo) && { orderNo }),
    ...(PHONE.test(phone) && { phone }),
  };
  const isAsked = 'orderNo' in request || 'phone' in request;
  return { detail: useDetail(refund.creditPage, isAsked ? request : null), request };
}

type Credit = ReplyOf<typeof refund.creditPage>['rows'][number];

function Fields() {
  const t = useText();
  const values = useFormValues();
  const { detail, request } = useCredit(values);
  const credits = detail.data?.rows ?? [];
  const chosen = credits.find(({ flowNo }) => flowNo === values['flowNo']) ?? null;
  const flows: OptionSource = {
    kind: 'remote',
    name: `refund.creditPage:${JSON.stringify(request)}`,
    load: async (signal) =>
      (await call(refund.creditPage, request, { signal, showLoading: false, quiet: true })).rows.map(
        ({ flowNo, paymentCode, freeCents }) => ({
          value: flowNo,
          label: `${paymentCode} · ${formatMoney(freeCents)}`,
        }),
      ),
  };
  const { payeeKind, amountCents } = values;
  return (
    <>
      <Text name="orderNo" isOptional hint={t('refund.orderHint')} />
      <Phone name="phone" isOptional />
      {detail.data !== null && credits.length === 0 && <p role="status">{t('refund.noCredit')}</p>}
      {credits.length > 0 && <Select name="flowNo" options={flows} />}
      {chosen !== null && <Chosen credit={chosen} />}
      <fields.Money name="amountCents" />
      <Segmented name="payeeKind" options={REFUND_PAYEE} />
      {payeeKind !== 'PAYER' && <Text name="accountName" maxLength={128} />}
      {payeeKind === 'MOBILE_MONEY' && <Phone name="eWalletAccount" />}
      {payeeKind === 'BANK' && (
        <>
          <Select name="bankCode" options={banks} />
          <Text name="bankCardNo" />
        </>
      )}
      {chosen !== null && (
        <File
          name="voucherIds"
          subjectType="chargeVoucher"
          subjectNo={chosen.merchantNo}
          rule={CERTIFICATE}
          isOptional={payeeKind === 'PAYER'}
          {...(payeeKind !== 'PAYER' && { hint: t('refund.otherHint') })}
        />
      )}
      <Select name="reasonCode" options={reasons} isOptional />
      <Text name="remark" isLong maxLength={200} />
      {chosen !== null && typeof amountCents === 'number' && amountCents > 0 && (
        <p>{t('refund.effect', { money: formatMoney(amountCents), payment: chosen.paymentCode })}</p>
      )}
    </>
  );
}

function Chosen({ credit }: { readonly credit: Credit }) {
  const t = useText();
  return (
    <>
      <p className="kp-muted">
        {credit.customerName} · {t('refund.payer')}:{' '}
        {[credit.payerName, credit.payerPhone].filter(Boolean).join(' ') || t('refund.unknownPayer')} ·{' '}
        {t('refund.free')} <Money cents={credit.freeCents} />
        {credit.heldCents > 0 && (
          <>
            {' '}
            · {t('field.heldCents')} <Money cents={credit.heldCents} />
          </>
        )}
      </p>
      <OpenBill openBill={credit.openBill} />
    </>
  );
}
