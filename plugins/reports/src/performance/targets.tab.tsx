import { formatMoney, useText } from '@kituo/sdk';
import { performanceTarget } from '@kituo/sdk/contracts';
import { defineVersions, fieldsOf, type VersionedFamily, VersionedList } from '@kituo/sdk/page';
import { useMemo } from 'react';

const { Money, Decimal, Number: Count } = fieldsOf<Record<string, unknown>>();
const TYPES = performanceTarget.staffType.options;
const CATEGORIES = performanceTarget.staffCategory.options;

/** What each type and category of staff is measured against, from a day on. */
export function TargetsTab() {
  const t = useText();
  const families = useMemo(() => TYPES.flatMap((type) => CATEGORIES.map((category) => familyOf(type, category))), []);
  return <VersionedList title={t('performance.targets')} families={families} />;
}

function familyOf(type: performanceTarget.StaffType, category: performanceTarget.StaffCategory): VersionedFamily {
  const measures = performanceTarget.TARGET_MEASURES[type];
  return defineVersions({
    configKey: performanceTarget.targetKey(type, category),
    fields: measures.flatMap((measure) => [`${measure}Target`, `${measure}Weight`]),
    form: () => <Fields measures={measures} />,
    draw: (field, value) => {
      if (typeof value !== 'number') return undefined;
      if (field.endsWith('Weight') || field === 'attendancePctTarget') return `${value}%`;
      return field === 'collectedCentsTarget' ? formatMoney(value) : undefined;
    },
  });
}

function Fields({ measures }: { readonly measures: readonly string[] }) {
  const t = useText();
  return (
    <>
      <p className="kp-muted">{t('performance.targetHint')}</p>
      {measures.map((measure) => (
        <div key={measure} className="rp-target">
          {measure.endsWith('Cents') ? <Money name={`${measure}Target`} /> : <Decimal name={`${measure}Target`} />}
          <Count name={`${measure}Weight`} unit="%" />
        </div>
      ))}
    </>
  );
}
