import { useText } from '@kituo/sdk';
import { defineVersions, fieldsOf, VersionedList } from '@kituo/sdk/page';
import type { VersionedFamily } from '@kituo/sdk/page';
import { useMemo } from 'react';

type Field = 'isOn' | 'minLength' | 'remembered' | 'maxAgeDays';
type Translate = ReturnType<typeof useText>;
const { Switch, Number } = fieldsOf<Record<Field, unknown>>();

/** Company policy: what applies now, and the versions that did, do or will. */
export function PolicyTab() {
  const t = useText();
  const families = useMemo(() => familiesIn(t), [t]);
  return <VersionedList title={t('policy.title')} families={families} />;
}

/** Company policy; sections' own configuration stands on their pages. */
function familiesIn(t: Translate) {
  return (configKey: string): VersionedFamily | undefined => {
    if (configKey === 'signIn.passwordPolicy') return passwordRules(t);
    return configKey.startsWith('makerChecker.') || configKey.startsWith('signIn.') ? onOff(t, configKey) : undefined;
  };
}

/** A rule that is on or off. */
function onOff(t: Translate, configKey: string): VersionedFamily {
  return defineVersions({
    configKey,
    fields: ['isOn'],
    form: () => <Switch name="isOn" />,
    valuesOf: (value) => ({ isOn: value === true }),
    valueOf: ({ isOn }) => isOn === true,
    draw: (_field, value) => t(value === true ? 'ON_OFF.ON' : 'ON_OFF.OFF'),
  });
}

function passwordRules(t: Translate): VersionedFamily {
  return defineVersions({
    configKey: 'signIn.passwordPolicy',
    fields: ['minLength', 'remembered', 'maxAgeDays'],
    form: () => (
      <>
        <Number name="minLength" hint={t('policy.minLengthHint')} />
        <Number name="remembered" hint={t('policy.rememberedHint')} />
        <Number name="maxAgeDays" isOptional hint={t('policy.maxAgeHint')} />
      </>
    ),
    draw: (field, value) => {
      if (typeof value !== 'number') return t('policy.neverOld');
      return t(`policy.${field === 'maxAgeDays' ? 'maxAge' : field}`, { count: value });
    },
  });
}
