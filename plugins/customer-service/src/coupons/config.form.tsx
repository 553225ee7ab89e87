import { formatMoney, useText } from '@kituo/sdk';
import { type RequestOf, serviceCoupon } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDialog, remoteOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import { type ConfigRow, conditionsOf } from './coupon-fields.ts';

export interface ConfigValues extends Record<string, unknown> {
  readonly couponTemplateNo: string | null;
  readonly couponContent: string;
  readonly perSendLimit: number | null;
  readonly perDayLimit: number | null;
  readonly perApplicationLimit: number | null;
}
const { Number: Whole, Select, Text } = fieldsOf<ConfigValues>();
const templates = remoteOptions(serviceCoupon.templateOptions, (all) => all);
const limit = (typed: number | null) => typed ?? Number.NaN;

const valuesOf = (row: ConfigRow | null): ConfigValues => ({
  couponTemplateNo: row?.couponTemplateNo ?? null,
  couponContent: row?.couponContent ?? '',
  perSendLimit: row?.perSendLimit ?? 1,
  perDayLimit: row?.perDayLimit ?? 20,
  perApplicationLimit: row?.perApplicationLimit ?? 10,
});

export const configOf = (row: ConfigRow | null, values: ConfigValues): RequestOf<typeof serviceCoupon.configSave> => ({
  ...(row !== null && { configNo: row.configNo }),
  couponTemplateNo: values.couponTemplateNo ?? '',
  couponContent: values.couponContent,
  perSendLimit: limit(values.perSendLimit),
  perDayLimit: limit(values.perDayLimit),
  perApplicationLimit: limit(values.perApplicationLimit),
});

/** Which coupon agents may ask for, and how many; of a setting in force its next version. */
export function ConfigForm<Subject extends ConfigRow | null>(props: {
  readonly action: Action<Subject, ConfigValues>;
}) {
  const { action } = props;
  return (
    <FormDialog action={action} defaults={(row) => valuesOf(row)}>
      {action.subject === null && <Select name="couponTemplateNo" options={templates} />}
      <Offer />
      <Text name="couponContent" maxLength={30} />
      <Whole name="perSendLimit" />
      <Whole name="perDayLimit" />
      <Whole name="perApplicationLimit" />
      <MostADay />
    </FormDialog>
  );
}

/** The template that is chosen. */
function useTemplate() {
  const { couponTemplateNo } = useFormValues();
  const { data } = useDetail(serviceCoupon.templateOptions, {});
  return data?.find(({ value }) => value === couponTemplateNo) ?? null;
}

/** What the template gives. */
function Offer() {
  const t = useText();
  const template = useTemplate();
  if (template === null) return null;
  const { couponType, amountCents, validityDays } = template;
  return (
    <p className="kp-muted">
      {[
        t(`COUPON_TYPE.${couponType}`),
        formatMoney(amountCents),
        t('coupons.validFor', { count: validityDays }),
        ...conditionsOf(template, t),
      ].join(' · ')}
    </p>
  );
}

/** What a day costs at most, if every agent uses the whole limit and every coupon is used. */
function MostADay() {
  const t = useText();
  const { perDayLimit } = useFormValues();
  const template = useTemplate();
  if (template === null || typeof perDayLimit !== 'number' || template.couponType === 'INCREASE_LOAN_LIMIT')
    return null;
  const most = template.agents * perDayLimit * template.amountCents;
  return (
    <p className="kp-note" role="status">
      {t('coupons.mostADay', { count: template.agents, money: formatMoney(most) })}
    </p>
  );
}
