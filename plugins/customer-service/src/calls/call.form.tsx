import { EatTime, useText } from '@kituo/sdk';
import { inCallRecord, type RequestOf, type telephony } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, useDetail, useFormValues } from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';
import { type CallRow, hotlines, IN_CALL_REASON, IN_CALL_STATUS } from './call-fields.ts';

type Save = RequestOf<typeof inCallRecord.save>;
type Update = RequestOf<typeof inCallRecord.update>;

export interface CallValues extends Record<string, unknown> {
  readonly phone: string;
  readonly reasonType: Save['reasonType'];
  readonly content: string;
  readonly resolveStatus: Save['resolveStatus'];
  readonly nextFollowAt: string | null;
  readonly email: string | null;
  readonly hotline: string | null;
  readonly orderNo: string | null;
}
const { Moment, Phone, Segmented, Select, Text } = fieldsOf<CallValues>();

const nothing = (): CallValues => ({
  phone: '',
  reasonType: 'REPAYMENT',
  content: '',
  resolveStatus: 'RESOLVED',
  nextFollowAt: null,
  email: '',
  hotline: null,
  orderNo: null,
});

const saidOf = ({ reasonType, content, resolveStatus, nextFollowAt, email }: CallValues) => ({
  reasonType,
  content,
  resolveStatus,
  nextFollowAt,
  // Shown masked: left empty, the one on record stays.
  ...(email !== null && email.trim() !== '' && { email: email.trim() }),
});
/** Of a call that was taken here, its number and duration are known to the server. */
export const callOf = (taken: telephony.OwnCall | null, values: CallValues): Save => ({
  ...saidOf(values),
  ...(taken === null ? { phone: values.phone, hotline: values.hotline } : { callNo: taken.callNo }),
  orderNo: values.orderNo,
});
export const changedCallOf = ({ recordNo }: CallRow, values: CallValues): Update => ({ ...saidOf(values), recordNo });

/** A call as it is written down: the number first, which says who it is, unless it was taken here. */
export function CallForm({ action }: { readonly action: Action<telephony.OwnCall | null, CallValues> }) {
  return (
    <FormDrawer action={action} defaults={nothing}>
      {(taken) => (taken === null ? <Caller /> : <Taken own={taken} />)}
    </FormDrawer>
  );
}

function Taken({ own }: { readonly own: telephony.OwnCall }) {
  const t = useText();
  return (
    <>
      <p>
        {own.customerName ?? t('calls.stranger')} · {own.phone}
      </p>
      <Said />
    </>
  );
}

/** The same of a call that is recorded already: whose it was stays. */
export function CallUpdateForm({ action }: { readonly action: Action<CallRow, CallValues> }) {
  return (
    <FormDrawer
      action={action}
      defaults={(row) => ({
        ...nothing(),
        reasonType: row.reasonType ?? 'OTHER',
        content: row.content ?? '',
        resolveStatus: row.resolveStatus,
        nextFollowAt: row.nextFollowAt,
      })}
    >
      {({ email }) => <Said keptEmail={email} />}
    </FormDrawer>
  );
}

const PHONE = /^254\d{9}$/;

function Caller() {
  const t = useText();
  const { phone } = useFormValues();
  const typed = useSettled(String(phone ?? '').trim());
  const { data } = useDetail(inCallRecord.checkPhone, PHONE.test(typed) ? { phone: typed } : null);
  if (data === null) {
    return (
      <>
        <Phone name="phone" />
        <p className="kp-muted">{t('feedback.checkFirst')}</p>
      </>
    );
  }
  const { customerNo, customerName, orders, calls } = data;
  return (
    <>
      <Phone name="phone" />
      <p role="status">{customerNo === null ? t('calls.stranger') : `${customerName ?? ''} · ${customerNo}`}</p>
      {calls.length > 0 && (
        <p className="kp-muted">
          {t('calls.lastCall')} <EatTime at={calls[0]?.callAt ?? null} />
        </p>
      )}
      <Select name="hotline" options={hotlines} isOptional={customerNo !== null} />
      {orders.length > 0 && (
        <Select
          name="orderNo"
          isOptional
          options={{
            kind: 'remote',
            name: `calls.orders:${customerNo ?? ''}`,
            load: () => Promise.resolve(orders.map(({ orderNo }) => ({ value: orderNo, label: orderNo }))),
          }}
        />
      )}
      <Said />
    </>
  );
}

function Said({ keptEmail = null }: { readonly keptEmail?: string | null }) {
  const t = useText();
  const kept = keptEmail === null ? {} : { hint: t('calls.keepsEmail', { email: keptEmail }) };
  return (
    <>
      <Select name="reasonType" options={IN_CALL_REASON} />
      <Text name="content" isLong maxLength={1000} />
      <Segmented name="resolveStatus" options={IN_CALL_STATUS} />
      <Moment name="nextFollowAt" isOptional />
      <Text name="email" isOptional maxLength={128} {...kept} />
    </>
  );
}
