import { useText } from '@kituo/sdk';
import { fieldsOf, type VersionedFamily } from '@kituo/sdk/page';
import { COLLECTION_SCOPE, FEE_TIMING, percentOf } from './product-fields.ts';

/** In the order of the form; rates are basis points on the wire and percent in the form. */
const FIELDS = [
  'minPrincipalCents',
  'maxPrincipalCents',
  'stepCents',
  'termDays',
  'installments',
  'dailyInterestBps',
  'serviceFeeBps',
  'managementFeeBps',
  'exciseBps',
  'feeTiming',
  'graceDays',
  'lateFeeBps',
  'extensionRateBps',
  'extensionDays',
  'maxRollovers',
  'extendsFromDueDate',
  'collectionScope',
] as const;
const { Money, Number: Count, Decimal, Segmented, Switch } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

const isRate = (field: string): boolean => field.endsWith('Bps');
/** The terms of a version. */
export const held = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** What a form of terms holds becomes a version, or the terms of a quote. */
export function termsOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { stepCents, ...rest } = values;
  const told = Object.entries(rest)
    .filter(([field, value]) => (FIELDS as readonly string[]).includes(field) || (field === 'allocationOrder' && value))
    .map(([field, value]) => [field, isRate(field) && typeof value === 'number' ? Math.round(value * 100) : value]);
  return { ...Object.fromEntries(told), ...(typeof stepCents === 'number' && { stepCents }) };
}

type Translate = ReturnType<typeof useText>;

/** The terms of a product, a version each. */
export const termsFamily = (t: Translate): VersionedFamily => ({
  configKey: 'product.terms',
  isWholeDays: true,
  fields: FIELDS,
  form: () => <Fields />,
  valuesOf: (value) => {
    const given = held(value);
    const { allocationOrder } = given;
    return {
      ...Object.fromEntries(
        FIELDS.map((field) => {
          const one = given[field] ?? null;
          return [field, isRate(field) && typeof one === 'number' ? one / 100 : one];
        }),
      ),
      feeTiming: given['feeTiming'] ?? 'ON_DUE',
      collectionScope: given['collectionScope'] ?? 'ORDER',
      extendsFromDueDate: given['extendsFromDueDate'] ?? false,
      ...(allocationOrder !== undefined && { allocationOrder }),
    };
  },
  valueOf: termsOf,
  draw: (field, value) => {
    if (field === 'feeTiming' || field === 'collectionScope') {
      const name = field === 'feeTiming' ? 'FEE_TIMING' : 'COLLECTION_SCOPE';
      return typeof value === 'string' ? t(`${name}.${value}`) : undefined;
    }
    return isRate(field) && typeof value === 'number' ? percentOf(value * 100) : undefined;
  },
});

function Fields() {
  const t = useText();
  return (
    <>
      <Money name="minPrincipalCents" />
      <Money name="maxPrincipalCents" />
      <Money name="stepCents" isOptional hint={t('product.stepHint')} />
      <Count name="termDays" unit={t('unit.days')} />
      <Count name="installments" />
      <Decimal name="dailyInterestBps" unit="%" />
      <Decimal name="serviceFeeBps" unit="%" />
      <Decimal name="managementFeeBps" unit="%" />
      <Decimal name="exciseBps" unit="%" hint={t('product.exciseHint')} />
      <Segmented name="feeTiming" options={FEE_TIMING} />
      <Count name="graceDays" unit={t('unit.days')} />
      <Decimal name="lateFeeBps" unit="%" hint={t('product.lateFeeHint')} />
      <Decimal name="extensionRateBps" unit="%" hint={t('product.lateFeeHint')} />
      <Count name="extensionDays" unit={t('unit.days')} />
      <Count name="maxRollovers" />
      <Switch name="extendsFromDueDate" hint={t('product.extendsHint')} />
      <Segmented name="collectionScope" options={COLLECTION_SCOPE} />
    </>
  );
}
