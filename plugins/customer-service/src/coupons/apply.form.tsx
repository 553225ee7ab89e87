import { Callout, formatDate, formatMoney, useText } from '@kituo/sdk';
import { type RequestOf, serviceCoupon } from '@kituo/sdk/contracts';
import {
  type Action,
  type AttachedFile,
  fieldsOf,
  FormDrawer,
  remoteOptions,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { PhonesFile } from '@kituo/sdk/groups';
import { useEffect } from 'react';
import { CERTIFICATE } from '../feedback/feedback.form.tsx';
import type { ApplicationRow } from './coupon-fields.ts';
import { useSettled } from '../parts/use-settled.ts';

export interface ApplyValues extends Record<string, unknown> {
  readonly configNo: string | null;
  readonly phones: string;
  readonly quantity: number | null;
  readonly reason: string;
  readonly feedbackNo: string | null;
  readonly recordNo: string | null;
  readonly voucherIds: AttachedFile | null;
}
const { File, Number: Whole, Select, Text } = fieldsOf<ApplyValues>();

/** What an application starts from: nothing, one that was rejected, a feedback or a call. */
export type ApplyFrom = ApplicationRow | { readonly feedbackNo: string } | { readonly recordNo: string } | null;

/** Numbers and certificate are given afresh: those of a rejected application are masked here. */
function valuesOf(from: ApplyFrom): ApplyValues {
  const rejected = from !== null && 'configNo' in from ? from : null;
  return {
    configNo: rejected?.configNo ?? null,
    phones: '',
    quantity: rejected?.quantity ?? 1,
    reason: rejected?.reason ?? '',
    feedbackNo: from !== null && 'feedbackNo' in from ? from.feedbackNo : '',
    recordNo: from !== null && 'recordNo' in from ? from.recordNo : '',
    voucherIds: null,
  };
}
const offers = remoteOptions(serviceCoupon.remaining, (configs) =>
  configs.map(({ configNo, couponContent, merchantName, left }) => ({
    value: configNo,
    label: `${couponContent} · ${merchantName} (${left})`,
    isDisabled: left === 0,
  })),
);
const phonesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

/** Numbers of one application. */
const MAX_PHONES = 1_000;

export function applicationOf(
  values: ApplyValues,
  filePhones: readonly string[],
): RequestOf<typeof serviceCoupon.submit> {
  const { configNo, quantity, reason, feedbackNo, recordNo, voucherIds } = values;
  return {
    configNo: configNo ?? '',
    phones: [...new Set([...phonesOf(values.phones), ...filePhones])],
    quantity: quantity ?? Number.NaN,
    reason,
    ...(feedbackNo !== null && feedbackNo.trim() !== '' && { feedbackNo: feedbackNo.trim() }),
    ...(recordNo !== null && recordNo.trim() !== '' && { recordNo: recordNo.trim() }),
    voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
  };
}

/** A coupon, for whom, how many and why: with what is left today, and whose the numbers are. */
export function ApplyForm(props: {
  readonly action: Action<ApplyFrom, ApplyValues>;
  /** Of the chosen file. */
  readonly filePhones: readonly string[];
  readonly onPhones: (phones: readonly string[]) => void;
}) {
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <Fields filePhones={props.filePhones} onPhones={props.onPhones} />
    </FormDrawer>
  );
}

const PHONE = /^254\d{9}$/;

function Fields(props: {
  readonly filePhones: readonly string[];
  readonly onPhones: (phones: readonly string[]) => void;
}) {
  const { filePhones, onPhones } = props;
  const t = useText();
  // Another opening begins without the file of the last.
  useEffect(() => {
    onPhones([]);
  }, [onPhones]);
  const values = useFormValues();
  const { data: configs } = useDetail(serviceCoupon.remaining, {});
  const config = configs?.find(({ configNo }) => configNo === values['configNo']);
  const typed = useSettled(String(values['phones'] ?? ''));
  const phones = [...new Set([...phonesOf(typed).filter((phone) => PHONE.test(phone)), ...filePhones])];
  const isNamed = (field: string): boolean => String(values[field] ?? '').trim() !== '';
  const isOfFeedback = isNamed('feedbackNo');
  const isOfCall = isNamed('recordNo');
  const phonesHint = t(isOfFeedback ? 'coupons.ofFeedback' : isOfCall ? 'coupons.ofCall' : 'coupons.phonesHint');
  const isAsked = config !== undefined && phones.length > 0;
  const checked = useDetail(serviceCoupon.checkPhones, isAsked ? { configNo: config.configNo, phones } : null);
  return (
    <>
      <Select name="configNo" options={offers} />
      {config !== undefined && (
        <p role="status">
          {t('coupons.limits', {
            left: config.left,
            perSend: config.perSendLimit,
            perApplication: config.perApplicationLimit,
            count: config.perApplicationLimit,
          })}
        </p>
      )}
      <Text name="phones" isLong isOptional={isOfFeedback || isOfCall || filePhones.length > 0} hint={phonesHint} />
      <PhonesFile most={MAX_PHONES} onRead={onPhones} />
      {checked.error !== null && <Callout intent="warning">{checked.error.msg}</Callout>}
      {checked.data !== null && (
        <>
          <p role="status">
            {checked.data.found
              .slice(0, 5)
              .map(({ customerName, phone }) => `${customerName} ${phone}`)
              .join(', ')}
          </p>
          {checked.data.unknown.length > 0 && (
            <Callout intent="warning" icon={null}>
              {t('coupons.unknown', { count: checked.data.unknown.length })}
            </Callout>
          )}
        </>
      )}
      {config !== undefined && (
        <OnBill
          configNo={config.configNo}
          customerNo={phones.length === 1 ? (checked.data?.found[0]?.customerNo ?? null) : null}
          feedbackNo={phones.length === 0 && isOfFeedback ? String(values['feedbackNo']).trim() : null}
          recordNo={phones.length === 0 && !isOfFeedback && isOfCall ? String(values['recordNo']).trim() : null}
        />
      )}
      <Whole name="quantity" />
      <Text name="reason" isLong maxLength={200} />
      <Text name="feedbackNo" isOptional />
      <Text name="recordNo" isOptional />
      {config !== undefined && (
        <File name="voucherIds" subjectType="serviceVoucher" subjectNo={config.merchantNo} rule={CERTIFICATE} />
      )}
    </>
  );
}

/** What the coupon would take off the customer's next bill; nothing while it is for several, or for nobody yet. */
function OnBill(props: {
  readonly configNo: string;
  readonly customerNo: string | null;
  readonly feedbackNo: string | null;
  readonly recordNo: string | null;
}) {
  const t = useText();
  const { configNo, customerNo, feedbackNo, recordNo } = props;
  const whom =
    customerNo !== null
      ? { customerNo }
      : feedbackNo !== null
        ? { feedbackNo }
        : recordNo === null
          ? null
          : { recordNo };
  const { data } = useDetail(serviceCoupon.onBill, whom && { configNo, ...whom });
  if (data === null) return null;
  const { bill } = data;
  if (bill === null) return <p className="kp-muted">{t('coupons.noBill')}</p>;
  const { billNo, dueDate, outstandingCents, lowersCents } = bill;
  const facts = { no: billNo, day: formatDate(dueDate), owed: formatMoney(outstandingCents) };
  return (
    <p role="status">
      {lowersCents === 0
        ? t('coupons.offNothing', facts)
        : t('coupons.takesOff', { ...facts, money: formatMoney(lowersCents) })}
    </p>
  );
}
