import { eatDay, useText } from '@kituo/sdk';
import { type RequestOf, unrenewedLoanSms } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import { couponOptions, productOptions, templateOptions, type UnrenewedRow } from './unrenewed-fields.ts';

type Request = RequestOf<typeof unrenewedLoanSms.save>;
const PLACES = Array.from({ length: unrenewedLoanSms.MAX_STEPS }, (_, at) => at);

/** The steps lie flat, `steps_0_sendTime`: a message finds its field. */
export type UnrenewedValues = Record<string, unknown> & {
  readonly configName: string;
  readonly merchantNo: string | null;
  readonly productNos: readonly string[];
  readonly minOnTimeCount: number | null;
  readonly excludeMaxDpdOver: number | null;
  readonly excludeReappliedDays: number | null;
  readonly dailyCap: number | null;
  readonly holdOutPercent: number | null;
  readonly attributionDays: number | null;
  readonly effectiveFrom: string | null;
};
const { Date: Day, MultiSelect, Number: Whole, Select, Text, TimeOfDay } = fieldsOf<Record<string, unknown>>();

const stepValues = (row: UnrenewedRow | null, at: number): Record<string, unknown> => {
  const step = row?.steps[at];
  return {
    [`steps_${at}_daysSinceSettled`]: step?.daysSinceSettled ?? (row === null && at === 0 ? 1 : null),
    [`steps_${at}_sendTime`]: step?.sendTime ?? '09:00',
    [`steps_${at}_templateNo`]: step?.templateNo ?? null,
    [`steps_${at}_couponTemplateNo`]: step?.couponTemplateNo ?? null,
  };
};

export const unrenewedValues = (row: UnrenewedRow | null): UnrenewedValues => ({
  configName: row?.configName ?? '',
  merchantNo: row?.merchantNo ?? null,
  productNos: row?.productNos ?? [],
  minOnTimeCount: row?.minOnTimeCount ?? 0,
  excludeMaxDpdOver: row === null ? 30 : row.excludeMaxDpdOver,
  excludeReappliedDays: row?.excludeReappliedDays ?? null,
  dailyCap: row?.dailyCap ?? 500,
  holdOutPercent: row?.holdOutPercent ?? 10,
  attributionDays: row?.attributionDays ?? 7,
  effectiveFrom: row?.effectiveFrom ?? eatDay(new Date()),
  ...Object.fromEntries(PLACES.flatMap((at) => Object.entries(stepValues(row, at)))),
});

const whole = (typed: unknown) => (typeof typed === 'number' ? typed : Number.NaN);
const words = (typed: unknown) => (typeof typed === 'string' ? typed : '');

/** A step counts from its days; one without them is not there yet, and what stands behind it moves up. */
const isThere = (values: Record<string, unknown>, at: number) => values[`steps_${at}_daysSinceSettled`] !== null;

export function unrenewedOf(row: UnrenewedRow | null, values: UnrenewedValues): Request {
  return {
    ...(row !== null && { configNo: row.configNo, version: row.version }),
    configName: values.configName,
    merchantNo: values.merchantNo ?? '',
    productNos: [...values.productNos],
    steps: PLACES.filter((at) => isThere(values, at)).map((at) => ({
      daysSinceSettled: whole(values[`steps_${at}_daysSinceSettled`]),
      sendTime: words(values[`steps_${at}_sendTime`]).slice(0, 5),
      templateNo: words(values[`steps_${at}_templateNo`]),
      couponTemplateNo: words(values[`steps_${at}_couponTemplateNo`]) || null,
    })),
    minOnTimeCount: whole(values.minOnTimeCount),
    excludeMaxDpdOver: values.excludeMaxDpdOver,
    excludeReappliedDays: values.excludeReappliedDays,
    dailyCap: whole(values.dailyCap),
    holdOutPercent: whole(values.holdOutPercent),
    attributionDays: whole(values.attributionDays),
    effectiveFrom: values.effectiveFrom ?? '',
  };
}

/** A strategy: whom it is for, its steps, and how much it sends. */
export function UnrenewedForm<Subject extends UnrenewedRow | null>(props: {
  readonly action: Action<Subject, UnrenewedValues>;
}) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={(row) => unrenewedValues(row)}>
      <Text name="configName" maxLength={30} />
      <Select name="merchantNo" options={merchantOptions} />
      <MultiSelect name="productNos" source={productOptions} />
      <Steps />
      <Whole name="minOnTimeCount" />
      <div className="kp-pair">
        <Whole name="excludeMaxDpdOver" isOptional />
        <Whole name="excludeReappliedDays" isOptional />
      </div>
      <div className="kp-pair">
        <Whole name="dailyCap" />
        <Whole name="holdOutPercent" />
      </div>
      <div className="kp-pair">
        <Whole name="attributionDays" hint={t('unrenewed.windowHint')} />
        <Day name="effectiveFrom" />
      </div>
    </FormDrawer>
  );
}

/** The steps so far and one more. */
function Steps() {
  const t = useText();
  const values = useFormValues();
  const shown = PLACES.filter((at) => at === 0 || isThere(values, at) || isThere(values, at - 1));
  return (
    <>
      {shown.map((at) => (
        <fieldset key={at} className="unrenewed-step">
          <legend>{t('unrenewed.step', { place: at + 1 })}</legend>
          <div className="kp-pair">
            <Whole name={`steps_${at}_daysSinceSettled`} label={t('field.daysSinceSettled')} isOptional={at > 0} />
            <TimeOfDay name={`steps_${at}_sendTime`} label={t('field.sendTime')} />
          </div>
          {(at === 0 || isThere(values, at)) && (
            <div className="kp-pair">
              <Select name={`steps_${at}_templateNo`} label={t('field.templateNo')} options={templateOptions} />
              <Select
                name={`steps_${at}_couponTemplateNo`}
                label={t('field.couponTemplateNo')}
                options={couponOptions}
                isOptional
              />
            </div>
          )}
        </fieldset>
      ))}
    </>
  );
}
