import { Callout, useText } from '@kituo/sdk';
import { feedback, type RequestOf } from '@kituo/sdk/contracts';
import {
  type Action,
  type AttachedFile,
  fieldsOf,
  FormDrawer,
  Status,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { useCallback } from 'react';
import { useSettled } from '../parts/use-settled.ts';
import {
  FEEDBACK_CATEGORY,
  FEEDBACK_SEVERITY,
  FEEDBACK_SOURCE,
  FEEDBACK_STATUS,
  type FeedbackRow,
} from './feedback-fields.ts';

export interface FeedbackValues extends Record<string, unknown> {
  readonly phone: string;
  /** Who is known already: no number is asked for. */
  readonly customerNo: string | null;
  readonly source: RequestOf<typeof feedback.save>['source'];
  readonly category: RequestOf<typeof feedback.save>['category'];
  readonly severity: RequestOf<typeof feedback.save>['severity'];
  readonly title: string;
  readonly content: string;
  readonly orderNo: string | null;
  readonly linkedFeedbackNo: string | null;
  readonly voucherIds: AttachedFile | null;
}
const { File, Phone, Segmented, Select, Text } = fieldsOf<FeedbackValues>();
/** What a certificate may be: a picture or a PDF of up to 10 MB. */
export const CERTIFICATE = { extensions: ['jpg', 'jpeg', 'png', 'pdf'], maxMb: 10 };

const nothing = (): FeedbackValues => ({
  phone: '',
  customerNo: null,
  source: 'CALL',
  category: 'OTHER',
  severity: 'MEDIUM',
  title: '',
  content: '',
  orderNo: null,
  linkedFeedbackNo: null,
  voucherIds: null,
});

export function feedbackOf(values: FeedbackValues): RequestOf<typeof feedback.save> {
  const { phone, customerNo, title, orderNo, linkedFeedbackNo, voucherIds, ...told } = values;
  return {
    ...told,
    ...(customerNo === null ? { phone } : { customerNo }),
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(orderNo !== null && { orderNo }),
    ...(linkedFeedbackNo !== null && { linkedFeedbackNo }),
    ...(voucherIds !== null && { voucherIds: [voucherIds.attachId] }),
  };
}

/** What a feedback starts from: nothing, an earlier one, or a customer who is known. */
export type FeedbackFrom = FeedbackRow | { readonly customerNo: string } | null;

function valuesOf(from: FeedbackFrom): FeedbackValues {
  if (from === null) return nothing();
  return 'feedbackNo' in from
    ? { ...nothing(), customerNo: from.customerNo, linkedFeedbackNo: from.feedbackNo }
    : { ...nothing(), customerNo: from.customerNo };
}

/** What a customer told us: the number first, which says who it is. */
export function FeedbackForm({ action }: { readonly action: Action<FeedbackFrom, FeedbackValues> }) {
  return (
    <FormDrawer action={action} defaults={valuesOf}>
      <Fields />
    </FormDrawer>
  );
}

const PHONE = /^254\d{9}$/;

function Fields() {
  const t = useText();
  const { phone, customerNo, linkedFeedbackNo } = useFormValues();
  const known = typeof customerNo === 'string' ? customerNo : null;
  const typed = useSettled(String(phone ?? '').trim());
  const { data, error } = useDetail(
    feedback.checkPhone,
    known !== null ? { customerNo: known } : PHONE.test(typed) ? { phone: typed } : null,
  );
  const refused = error?.msg ?? null;
  const isFound = data !== null;
  const first = t('feedback.checkFirst');
  // Until it is known whose number it is, nothing else is missing.
  const check = useCallback(
    (value: unknown) => (isFound || !PHONE.test(String(value)) ? null : (refused ?? first)),
    [isFound, refused, first],
  );
  return (
    <>
      {typeof linkedFeedbackNo === 'string' && <p>{t('feedback.followUpOf', { no: linkedFeedbackNo })}</p>}
      {known === null && <Phone name="phone" check={check} {...(refused !== null && { hint: refused })} />}
      {known !== null && refused !== null && <Callout intent="warning">{refused}</Callout>}
      {data === null ? (
        known === null && refused === null && <p className="kp-muted">{first}</p>
      ) : (
        <>
          <p role="status">
            {data.customerName} · {data.customerNo}
          </p>
          {data.openFeedback.map((one) => (
            <p key={one.feedbackNo} className="kp-muted">
              {t('feedback.alreadyOpen', { no: one.feedbackNo })}{' '}
              <Status of={FEEDBACK_STATUS} code={one.feedbackStatus} />
            </p>
          ))}
          <Segmented name="source" options={FEEDBACK_SOURCE} />
          <Select name="category" options={FEEDBACK_CATEGORY} />
          <Segmented name="severity" options={FEEDBACK_SEVERITY} />
          <Text name="title" isOptional maxLength={60} hint={t('feedback.titleHint')} />
          <Text name="content" isLong maxLength={2000} />
          {data.orders.length > 0 && (
            <Select
              name="orderNo"
              isOptional
              options={{
                kind: 'remote',
                name: `feedback.orders:${data.customerNo}`,
                load: () => Promise.resolve(data.orders.map(({ orderNo }) => ({ value: orderNo, label: orderNo }))),
              }}
            />
          )}
          <File
            name="voucherIds"
            subjectType="serviceVoucher"
            subjectNo={data.merchantNo}
            rule={CERTIFICATE}
            isOptional
          />
        </>
      )}
    </>
  );
}
