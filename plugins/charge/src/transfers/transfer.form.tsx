import { formatMoney, useText } from '@kituo/sdk';
import type { RequestOf, transfer } from '@kituo/sdk/contracts';
import { type Action, type AttachedFile, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import { AccountsAfter } from './accounts-after.tsx';
import { ReturnedFlow, useReturnedFlow } from './returned-flow.tsx';
import { accountOptions, TRANSFER_TYPE, type TransferRow } from './transfer-fields.ts';

const CERTIFICATE = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

export interface TransferValues extends Record<string, unknown> {
  readonly transferType: TransferRow['transferType'];
  readonly merchantNo: string | null;
  readonly sourceAccountId: string | null;
  readonly targetAccountId: string | null;
  readonly flowNo: string;
  readonly amountCents: number | null;
  readonly purpose: string;
  readonly voucherIds: AttachedFile | null;
}
const { File, Money, Segmented, Select, Text } = fieldsOf<TransferValues>();

/** What a request begins with: a payment that goes back, or a transfer that is copied; null is neither. */
export type TransferStart = Partial<TransferRow> | null;

/** A new request, or a copy of one that was rejected or withdrawn: its certificate is attached anew. */
export function valuesOf(copyOf: TransferStart): TransferValues {
  return {
    transferType: copyOf?.transferType ?? 'OWN_ACCOUNT',
    merchantNo: copyOf?.merchantNo ?? null,
    sourceAccountId: copyOf?.transferType === 'OWN_ACCOUNT' ? (copyOf.sourceAccountId ?? null) : null,
    targetAccountId: copyOf?.targetAccountId ?? null,
    flowNo: copyOf?.flowNo ?? '',
    amountCents: copyOf?.amountCents ?? null,
    purpose: copyOf?.purpose ?? '',
    voucherIds: null,
  };
}

/** What is not filled in is sent as nothing: the contract says what is missing. */
export function requestOf(values: TransferValues): RequestOf<typeof transfer.submit> {
  const shared = {
    amountCents: values.amountCents ?? Number.NaN,
    purpose: values.purpose,
    voucherIds: values.voucherIds === null ? [] : [values.voucherIds.attachId],
  };
  if (values.transferType === 'RETURN_TO_PAYER') {
    return { transferType: 'RETURN_TO_PAYER', flowNo: values.flowNo.trim(), ...shared };
  }
  return {
    transferType: 'OWN_ACCOUNT',
    merchantNo: values.merchantNo ?? '',
    sourceAccountId: values.sourceAccountId ?? '',
    targetAccountId: values.targetAccountId ?? '',
    ...shared,
  };
}

export function TransferForm(props: { readonly action: Action<TransferStart, TransferValues> }) {
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <Fields />
    </FormDrawer>
  );
}

function Fields() {
  const t = useText();
  const values = useFormValues();
  const isReturn = values['transferType'] === 'RETURN_TO_PAYER';
  const { amountCents } = values;
  const returned = useReturnedFlow(isReturn ? String(values['flowNo'] ?? '') : '');
  const merchantNo = isReturn ? returned.data?.flow?.merchantNo : values['merchantNo'];
  return (
    <>
      <Segmented name="transferType" options={TRANSFER_TYPE} />
      {isReturn ? (
        <>
          <Text name="flowNo" hint={t('transfer.flowHint')} />
          <ReturnedFlow detail={returned} />
        </>
      ) : (
        <>
          <Select name="merchantNo" options={merchantOptions} />
          <Select name="sourceAccountId" options={accountOptions} />
          <Select name="targetAccountId" options={accountOptions} />
        </>
      )}
      <Money name="amountCents" />
      {!isReturn && <AccountsAfter values={values} />}
      <Text name="purpose" isLong maxLength={200} />
      {typeof merchantNo === 'string' && (
        <File name="voucherIds" subjectType="chargeVoucher" subjectNo={merchantNo} rule={CERTIFICATE} />
      )}
      {typeof amountCents === 'number' && amountCents > 0 && (
        <p className="kp-muted">{t('transfer.effect', { money: formatMoney(amountCents) })}</p>
      )}
    </>
  );
}
