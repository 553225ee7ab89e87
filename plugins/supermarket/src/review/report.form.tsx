import { useText } from '@kituo/sdk';
import { type Action, fieldsOf, FormDrawer } from '@kituo/sdk/page';
import { type DayRow, partnerProducts } from './review-fields.ts';

export interface ReportValues extends Record<string, unknown> {
  readonly marketProductNo: string | null;
  readonly bizDate: string | null;
  readonly partnerApplied: number | null;
  readonly approved: number | null;
  readonly rejected: number | null;
  readonly disbursedCents: number | null;
  readonly decisionMinutes: number | null;
  readonly remark: string;
  readonly explanation: string;
}
const { Date: Day, Money, Number: Count, Select, Text } = fieldsOf<ReportValues>();

const valuesOf = (row: DayRow | null): ReportValues => ({
  marketProductNo: row?.marketProductNo ?? null,
  bizDate: row?.bizDate ?? null,
  partnerApplied: row?.partnerApplied ?? null,
  approved: row?.approved ?? null,
  rejected: row?.rejected ?? null,
  disbursedCents: row?.disbursedCents ?? null,
  decisionMinutes: row?.decisionMinutes ?? null,
  remark: row?.remark ?? '',
  explanation: row?.explanation ?? '',
});

export const reportOf = (row: DayRow | null, values: ReportValues) => ({
  ...(row && { partnerDayNo: row.partnerDayNo }),
  marketProductNo: values.marketProductNo ?? '',
  bizDate: values.bizDate ?? '',
  partnerApplied: values.partnerApplied ?? Number.NaN,
  approved: values.approved ?? Number.NaN,
  rejected: values.rejected ?? Number.NaN,
  disbursedCents: values.disbursedCents ?? Number.NaN,
  decisionMinutes: values.decisionMinutes,
  remark: values.remark,
  explanation: values.explanation,
});

/** What a partner reported of a product and day. */
export function ReportForm({ action }: { readonly action: Action<DayRow | null, ReportValues> }) {
  const t = useText();
  return (
    <FormDrawer action={action} defaults={valuesOf}>
      {(row) => (
        <>
          <Select name="marketProductNo" options={partnerProducts} isDisabled={row !== null} />
          <Day name="bizDate" isDisabled={row !== null} />
          <Count name="partnerApplied" />
          <div className="kp-pair">
            <Count name="approved" />
            <Count name="rejected" />
          </div>
          <Money name="disbursedCents" />
          <Count name="decisionMinutes" isOptional hint={t('review.minutesHint')} />
          <Text
            name="remark"
            isLong
            isOptional={row?.reviewSource !== 'API'}
            maxLength={200}
            hint={t('review.remarkHint')}
          />
          <Text name="explanation" isLong isOptional maxLength={200} hint={t('review.explanationHint')} />
        </>
      )}
    </FormDrawer>
  );
}
