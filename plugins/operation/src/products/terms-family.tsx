import { useText } from '@kituo/sdk';
import { fieldsOf, useFormValues, type VersionedFamily } from '@kituo/sdk/page';
import {
  COLLECTION_SCOPE,
  DAY_COUNT,
  FEE_TIMING,
  INTEREST_METHOD,
  percentOf,
  RATE_UNIT,
  TERM_UNIT,
} from './product-fields.ts';

/** In the order of the form; rates are basis points on the wire and percent in the form. */
const FIELDS = [
  'minPrincipalCents',
  'maxPrincipalCents',
  'stepCents',
  'termUnit',
  'termDays',
  'termMonths',
  'installments',
  'startGraceDays',
  'isStartGraceFree',
  'interestMethod',
  'rateUnit',
  'dailyInterestBps',
  'interestBps',
  'dayCount',
  'serviceFeeBps',
  'serviceFeeCents',
  'managementFeeBps',
  'managementFeeCents',
  'exciseBps',
  'feeTiming',
  'graceDays',
  'lateFeeBps',
  'liquidatedDamagesBps',
  'extensionRateBps',
  'extensionDays',
  'maxRollovers',
  'extendsFromDueDate',
  'coolOffDays',
  'collectionScope',
] as const;
const { Money, Number: Count, Decimal, Segmented, Switch } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

const isRate = (field: string): boolean => field.endsWith('Bps');
/** The terms of a version. */
export const held = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Absent where the form leaves them empty. */
const OPTIONAL = new Set<string>([
  'stepCents',
  'serviceFeeCents',
  'managementFeeCents',
  'startGraceDays',
  'liquidatedDamagesBps',
  'coolOffDays',
]);
/** Choices, with what terms without them mean: those stay as they were made. */
const CHOICES: Readonly<Record<string, string | boolean>> = {
  interestMethod: 'EQUAL_PRINCIPAL',
  rateUnit: 'DAILY',
  dayCount: 'ACTUAL_365',
  isStartGraceFree: false,
};
const DAYS_A_MONTH = 30;

function isTold(field: string, value: unknown): boolean {
  if (field === 'allocationOrder') return Boolean(value);
  if (OPTIONAL.has(field)) return typeof value === 'number' && (value !== 0 || field === 'stepCents');
  if (field in CHOICES) return value !== CHOICES[field];
  return (FIELDS as readonly string[]).includes(field);
}

/** What a form of terms holds becomes a version, or the terms of a quote. */
export function termsOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { termUnit, termDays, termMonths, interestBps, dailyInterestBps, ...rest } = values;
  const told = Object.entries({ ...rest, ...rateFields(rest['rateUnit'], dailyInterestBps, interestBps) })
    .filter(([field, value]) => isTold(field, value))
    .map(([field, value]) => [field, isRate(field) && typeof value === 'number' ? Math.round(value * 100) : value]);
  const terms: Record<string, unknown> = Object.fromEntries(told);
  if (termUnit !== 'MONTHS') return { ...terms, termDays };
  return { ...terms, termMonths, termDays: typeof termMonths === 'number' ? termMonths * DAYS_A_MONTH : null };
}

/** One rate alone: by the day, or by what is chosen. */
function rateFields(rateUnit: unknown, daily: unknown, other: unknown): Record<string, unknown> {
  return rateUnit === 'MONTHLY' || rateUnit === 'ANNUAL'
    ? { dailyInterestBps: 0, interestBps: other }
    : { dailyInterestBps: daily };
}

const DICTIONARIES: Readonly<Record<string, string>> = {
  feeTiming: 'FEE_TIMING',
  collectionScope: 'COLLECTION_SCOPE',
  interestMethod: 'INTEREST_METHOD',
  rateUnit: 'RATE_UNIT',
  dayCount: 'DAY_COUNT',
  termUnit: 'TERM_UNIT',
};

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
      ...Object.fromEntries(Object.entries(CHOICES).map(([field, before]) => [field, given[field] ?? before])),
      termUnit: given['termMonths'] === undefined ? 'DAYS' : 'MONTHS',
      feeTiming: given['feeTiming'] ?? 'ON_DUE',
      collectionScope: given['collectionScope'] ?? 'ORDER',
      extendsFromDueDate: given['extendsFromDueDate'] ?? false,
      ...(allocationOrder !== undefined && { allocationOrder }),
    };
  },
  valueOf: termsOf,
  draw: (field, value) => {
    const name = DICTIONARIES[field];
    if (name !== undefined) return typeof value === 'string' ? t(`${name}.${value}`) : undefined;
    return isRate(field) && typeof value === 'number' ? percentOf(value * 100) : undefined;
  },
});

function Fields() {
  const t = useText();
  const { termUnit, rateUnit, startGraceDays } = useFormValues();
  return (
    <>
      <Money name="minPrincipalCents" />
      <Money name="maxPrincipalCents" />
      <Money name="stepCents" isOptional hint={t('product.stepHint')} />
      <Segmented name="termUnit" options={TERM_UNIT} />
      {termUnit === 'MONTHS' ? (
        <Count name="termMonths" unit={t('unit.months')} />
      ) : (
        <Count name="termDays" unit={t('unit.days')} />
      )}
      <Count name="installments" />
      <Count name="startGraceDays" isOptional unit={t('unit.days')} hint={t('product.startGraceHint')} />
      {typeof startGraceDays === 'number' && startGraceDays > 0 && <Switch name="isStartGraceFree" />}
      <Segmented name="interestMethod" options={INTEREST_METHOD} />
      <Segmented name="rateUnit" options={RATE_UNIT} />
      {rateUnit === 'MONTHLY' || rateUnit === 'ANNUAL' ? (
        <Decimal name="interestBps" unit={t(`product.rate.${rateUnit}`)} />
      ) : (
        <Decimal name="dailyInterestBps" unit="%" />
      )}
      <Segmented name="dayCount" options={DAY_COUNT} hint={t('product.dayCountHint')} />
      <Decimal name="serviceFeeBps" unit="%" />
      <Money name="serviceFeeCents" isOptional hint={t('product.fixedFeeHint')} />
      <Decimal name="managementFeeBps" unit="%" />
      <Money name="managementFeeCents" isOptional hint={t('product.fixedFeeHint')} />
      <Decimal name="exciseBps" unit="%" hint={t('product.exciseHint')} />
      <Segmented name="feeTiming" options={FEE_TIMING} />
      <Count name="graceDays" unit={t('unit.days')} />
      <Decimal name="lateFeeBps" unit="%" hint={t('product.lateFeeHint')} />
      <Decimal name="liquidatedDamagesBps" unit="%" isOptional hint={t('product.damagesHint')} />
      <Decimal name="extensionRateBps" unit="%" hint={t('product.lateFeeHint')} />
      <Count name="extensionDays" unit={t('unit.days')} />
      <Count name="maxRollovers" />
      <Switch name="extendsFromDueDate" hint={t('product.extendsHint')} />
      <Count name="coolOffDays" isOptional unit={t('unit.days')} hint={t('product.coolOffHint')} />
      <Segmented name="collectionScope" options={COLLECTION_SCOPE} />
    </>
  );
}
