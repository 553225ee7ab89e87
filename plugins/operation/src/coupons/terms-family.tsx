import { useText } from '@kituo/sdk';
import { coupon } from '@kituo/sdk/contracts';
import { fieldsOf, LOAN_TYPE, useFormValues, type VersionedFamily } from '@kituo/sdk/page';
import { percentOf } from '../products/product-fields.ts';
import { productOptions } from '../products/product-options.ts';
import type { TemplateRow } from './coupon-fields.ts';

/** What the form of a template's terms holds; the share is in percent. */
export interface TermValues extends Record<string, unknown> {
  readonly couponContent: string;
  readonly amountCents: number | null;
  readonly discountBps: number | null;
  readonly validityDays: number | null;
  readonly minBillCents: number | null;
  readonly loanType: 'FIRST' | 'REPEAT' | null;
  readonly productNos: string[];
}
const { Select, Text, Money, Number: Count, Decimal, MultiSelect } = fieldsOf<TermValues>();

export const noTerms: TermValues = {
  couponContent: '',
  amountCents: null,
  discountBps: null,
  validityDays: 30,
  minBillCents: null,
  loanType: null,
  productNos: [],
};

/** What of a template is its terms. */
export const termsOfRow = (row: TemplateRow): coupon.CouponTerms => ({
  couponContent: row.couponContent,
  amountCents: row.amountCents,
  discountBps: row.discountBps,
  validityDays: row.validityDays,
  useRule: row.useRule,
});

export function termsOf(values: TermValues) {
  const { couponContent, amountCents, discountBps, validityDays, minBillCents, loanType, productNos } = values;
  return {
    couponContent,
    amountCents: amountCents ?? Number.NaN,
    discountBps: discountBps === null ? null : Math.round(discountBps * 100),
    validityDays: validityDays ?? Number.NaN,
    useRule: {
      ...(minBillCents !== null && { minAmountCents: minBillCents }),
      ...(loanType !== null && { loanType }),
      ...(productNos.length > 0 && { productNos }),
    },
  };
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What the form of a version holds, by what each field can be. */
const heldIn = (values: Readonly<Record<string, unknown>>): TermValues => {
  const { couponContent, loanType, productNos } = values;
  return {
    couponContent: typeof couponContent === 'string' ? couponContent : '',
    amountCents: numberIn(values['amountCents']),
    discountBps: numberIn(values['discountBps']),
    validityDays: numberIn(values['validityDays']),
    minBillCents: numberIn(values['minBillCents']),
    loanType: loanType === 'FIRST' || loanType === 'REPEAT' ? loanType : null,
    productNos: Array.isArray(productNos) ? productNos.filter((one) => typeof one === 'string') : [],
  };
};

function valuesOf(value: unknown): Record<string, unknown> {
  const held = coupon.couponTerms.safeParse(value).data;
  if (held === undefined) return { ...noTerms };
  const { discountBps, useRule, ...terms } = held;
  const { minAmountCents = null, loanType = null, productNos = [] } = useRule;
  return {
    ...terms,
    discountBps: discountBps === null ? null : discountBps / 100,
    minBillCents: minAmountCents,
    loanType,
    productNos,
  };
}

/** The terms of a template, a version each. */
export const couponTermsFamily = (t: ReturnType<typeof useText>): VersionedFamily => ({
  configKey: coupon.COUPON_TERMS_KEY,
  fields: ['couponContent', 'amountCents', 'discountBps', 'validityDays', 'minBillCents', 'loanType', 'productNos'],
  form: () => (
    <>
      <p className="kp-muted">{t('coupon.termsHint')}</p>
      <CouponTermsFields />
    </>
  ),
  valuesOf,
  valueOf: (values) => termsOf(heldIn(values)),
  draw: (field, value) => {
    if (field === 'discountBps') return typeof value === 'number' ? percentOf(value * 100) : undefined;
    return field === 'loanType' && typeof value === 'string' ? t(`LOAN_TYPE.${value}`) : undefined;
  },
});

/** What a coupon is worth, for how long and on which bills. */
export function CouponTermsFields() {
  const t = useText();
  const { couponType } = useFormValues();
  return (
    <>
      <Text name="couponContent" maxLength={30} />
      <Money name="amountCents" hint={t('coupon.amountHint')} />
      {couponType !== 'INCREASE_LOAN_LIMIT' && (
        <Decimal name="discountBps" unit="%" isOptional hint={t('coupon.shareHint')} />
      )}
      <Count name="validityDays" unit={t('unit.days')} />
      <Money name="minBillCents" isOptional hint={t('coupon.anyHint')} />
      <Select name="loanType" options={LOAN_TYPE} isOptional hint={t('coupon.anyHint')} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('coupon.anyHint')} />
    </>
  );
}
