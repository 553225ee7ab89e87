import { useText } from '@kituo/sdk';
import { fieldsOf, VersionedList, type VersionedFamily } from '@kituo/sdk/page';

const { Json, Money, Number: Count, TimeOfDay, Text } = fieldsOf<Record<string, unknown>>();

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
};

function PolicyFields({ fields }: { readonly fields: readonly string[] }) {
  return (
    <>
      {fields.map((field) => {
        if (field.endsWith('Cents')) return <Money key={field} name={field} />;
        if (field === 'from') return <TimeOfDay key={field} name={field} />;
        // `24:00` is the end of the day, which no clock shows.
        return field === 'to' ? <Text key={field} name={field} maxLength={5} /> : <Count key={field} name={field} />;
      })}
    </>
  );
}

function familyOf(configKey: string): VersionedFamily | undefined {
  const [area, key = ''] = configKey.split('.');
  if (area !== 'policy') return undefined;
  const fields = POLICIES[key];
  if (fields !== undefined)
    return { configKey, isWholeDays: true, fields, form: () => <PolicyFields fields={fields} /> };
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
