import { useText } from '@kituo/sdk';
import { lossRates } from '@kituo/sdk/contracts';
import { defineDictionary, defineVersions, fieldsOf, VersionedList } from '@kituo/sdk/page';

const { Decimal, Select, Text } = fieldsOf<Record<string, unknown>>();
const STAGE_2_FROM = defineDictionary('IMPAIRMENT_STAGE_FROM', { D1: 'waiting', D31: 'waiting', D61: 'waiting' });
const STAGE_3_FROM = defineDictionary('IMPAIRMENT_STAGE_FROM', {
  D31: 'waiting',
  D61: 'waiting',
  D90: 'waiting',
  D180: 'waiting',
});

const family = defineVersions({
  configKey: lossRates.LOSS_RATES_KEY,
  fields: [
    'stage2FromDays',
    'stage3FromDays',
    'rebuttal',
    ...lossRates.BUCKETS.flatMap(({ field }) => [`${field}PdPct`, `${field}LgdPct`]),
  ],
  form: () => <Fields />,
  draw: (field, value) => (typeof value === 'number' && field.endsWith('Pct') ? `${value}%` : undefined),
});

/** When stages begin and what each bucket is expected to lose, from a day on. */
export function LossRatesTab() {
  const t = useText();
  return <VersionedList title={t('impairment.rates')} families={[family]} />;
}

function Fields() {
  const t = useText();
  return (
    <>
      <p className="kp-muted">{t('impairment.ratesHint')}</p>
      <div className="rp-target">
        <Select name="stage2FromDays" options={STAGE_2_FROM} />
        <Select name="stage3FromDays" options={STAGE_3_FROM} />
      </div>
      <Text name="rebuttal" isLong isOptional maxLength={500} hint={t('impairment.rebuttalHint')} />
      {lossRates.BUCKETS.map(({ field }) => (
        <div key={field} className="rp-target">
          <Decimal name={`${field}PdPct`} unit="%" />
          <Decimal name={`${field}LgdPct`} unit="%" />
        </div>
      ))}
    </>
  );
}
