import { useText } from '@kituo/sdk';
import { fieldsOf, VersionedList, type VersionedFamily } from '@kituo/sdk/page';
import { percentOf } from './product-fields.ts';

const { Decimal, Json, Money, Number: Count, TimeOfDay, Text } = fieldsOf<Record<string, unknown>>();

/** What a policy's value is made of, by its field. */
const POLICIES: Readonly<Record<string, readonly string[]>> = {
  inDuplum: ['nonPerformingDpd'],
  refund: ['minimumCents'],
  badDebt: ['poolFromDpd'],
  promiseToPay: ['maxDaysOut', 'brokenThatEndPromises'],
  contactHours: ['from', 'to'],
  contactCaps: ['call', 'sms', 'robot', 'all'],
  review: ['leaseMinutes', 'returnedDays'],
  makerChecker: ['moneyLapseHours'],
  temporaryCredit: ['capCents'],
  dataRights: ['accessDays', 'correctionDays', 'objectionDays', 'erasureDays', 'keepYears'],
  fairLending: ['minGroup'],
  callRecordings: ['keepDays'],
  priceCaps: ['maxAnnualInterestBps', 'maxAprBps', 'maxTotalCostBps'],
  caseLoad: ['billWeightPercent'],
  answers: ['lowHours', 'mediumHours', 'highHours', 'adviceHours'],
};

function PolicyFields({ fields }: { readonly fields: readonly string[] }) {
  const t = useText();
  return (
    <>
      {fields.map((field) => {
        if (field.endsWith('Cents')) return <Money key={field} name={field} />;
        if (isCap(field)) return <Decimal key={field} name={field} unit="%" isOptional hint={t('policy.capHint')} />;
        if (field === 'from') return <TimeOfDay key={field} name={field} />;
        // `24:00` is the end of the day, which no clock shows.
        return field === 'to' ? <Text key={field} name={field} maxLength={5} /> : <Count key={field} name={field} />;
      })}
      <Text name="source" maxLength={200} hint={t('policy.sourceHint')} />
    </>
  );
}

/** Basis points on the wire and percent in the form; empty is no cap. */
const isCap = (field: string): boolean => field.endsWith('Bps');
const scaled = (values: Readonly<Record<string, unknown>>, of: (value: number) => number) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      isCap(field) && typeof value === 'number' ? of(value) : value,
    ]),
  );

function familyOf(configKey: string): VersionedFamily | undefined {
  const [area, key = ''] = configKey.split('.');
  if (area !== 'policy') return undefined;
  const own = POLICIES[key];
  if (own !== undefined) {
    const fields = [...own, 'source'];
    return {
      configKey,
      isWholeDays: true,
      fields,
      form: () => <PolicyFields fields={own} />,
      valuesOf: (value) => scaled(typeof value === 'object' && value !== null ? { ...value } : {}, (bps) => bps / 100),
      valueOf: (values) =>
        scaled(Object.fromEntries(fields.map((field) => [field, values[field] ?? null])), (percent) =>
          Math.round(percent * 100),
        ),
      draw: (field, value) => (isCap(field) && typeof value === 'number' ? percentOf(value * 100) : undefined),
    };
  }
  return {
    configKey,
    isWholeDays: true,
    fields: ['levels'],
    form: () => <Json name="levels" rows={10} />,
    valuesOf: (value) => ({ levels: value }),
    valueOf: ({ levels }) => levels,
  };
}

/** The numbers that law and regulator set, each from a day on. */
export function RegulatoryPolicyTab() {
  const t = useText();
  return <VersionedList title={t('policy.title')} families={familyOf} />;
}
