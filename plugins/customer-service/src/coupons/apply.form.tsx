import { Callout, useText } from '@kituo/sdk';
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
import { CERTIFICATE } from '../feedback/feedback.form.tsx';
import type { ApplicationRow } from './coupon-fields.ts';
import { useSettled } from '../parts/use-settled.ts';

export interface ApplyValues extends Record<string, unknown> {
  readonly configNo: string | null;
  readonly phones: string;
  readonly quantity: number | null;
  readonly reason: string;
  readonly feedbackNo: string | null;
  readonly voucherIds: AttachedFile | null;
}
const { File, Number: Whole, Select, Text } = fieldsOf<ApplyValues>();

/** What an application starts from: nothing, one that was rejected, or a feedback. */
export type ApplyFrom = ApplicationRow | { readonly feedbackNo: string } | null;

/** Numbers and certificate are given afresh: those of a rejected application are masked here. */
function valuesOf(from: ApplyFrom): ApplyValues {
  const rejected = from !== null && 'configNo' in from ? from : null;
  return {
    configNo: rejected?.configNo ?? null,
    phones: '',
    quantity: rejected?.quantity ?? 1,
    reason: rejected?.reason ?? '',
    feedbackNo: from?.feedbackNo ?? '',
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

export function applicationOf(values: ApplyValues): RequestOf<typeof serviceCoupon.submit> {
  const { configNo, quantity, reason, feedbackNo, voucherIds } = values;
  return {
    configNo: configNo ?? '',
    phones: phonesOf(values.phones),
    quantity: quantity ?? Number.NaN,
    reason,
    ...(feedbackNo !== null && feedbackNo.trim() !== '' && { feedbackNo: feedbackNo.trim() }),
    voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
  };
}

/** A coupon, for whom, how many and why: with what is left today, and whose the numbers are. */
export function ApplyForm({ action }: { readonly action: Action<ApplyFrom, ApplyValues> }) {
  return (
    <FormDrawer action={action} defaults={valuesOf}>
      <Fields />
    </FormDrawer>
  );
}

const PHONE = /^254\d{9}$/;

function Fields() {
  const t = useText();
  const values = useFormValues();
  const { data: configs } = useDetail(serviceCoupon.remaining, {});
  const config = configs?.find(({ configNo }) => configNo === values['configNo']);
  const typed = useSettled(String(values['phones'] ?? ''));
  const phones = phonesOf(typed).filter((phone) => PHONE.test(phone));
  const isOfFeedback = String(values['feedbackNo'] ?? '').trim() !== '';
  const phonesHint = isOfFeedback ? t('coupons.ofFeedback') : t('coupons.phonesHint');
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
          })}
        </p>
      )}
      <Text name="phones" isLong isOptional={isOfFeedback} hint={phonesHint} />
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
      <Whole name="quantity" />
      <Text name="reason" isLong maxLength={200} />
      <Text name="feedbackNo" isOptional />
      {config !== undefined && (
        <File name="voucherIds" subjectType="serviceVoucher" subjectNo={config.merchantNo} rule={CERTIFICATE} />
      )}
    </>
  );
}
