import { useText } from '@kituo/sdk';
import { fieldsOf } from '@kituo/sdk/page';
import { merchants, roles } from '../users/user-fields.ts';
import type { SectionRow } from './section-row.ts';
import type { RollOutValues } from './use-section-actions.ts';

const { Select, Number: NumberOf, MultiSelect } = fieldsOf<Record<keyof RollOutValues, unknown>>();

/** Which version some get, and who: a share of the roles and merchants named. */
export function RollOutFields({ row }: { readonly row: SectionRow }) {
  const t = useText();
  const { name, packages, version } = row.section;
  return (
    <>
      <Select
        name="rolloutVersion"
        options={{
          kind: 'remote',
          name: `sections.packages.${name}.${packages.join()}`,
          load: async () => packages.filter((each) => each !== version).map((each) => ({ value: each, label: each })),
        }}
      />
      <NumberOf name="percent" unit="%" hint={t('sections.percentHint')} />
      <MultiSelect name="rolloutRoles" source={roles} isOptional hint={t('sections.rolesHint')} />
      <MultiSelect name="rolloutMerchants" source={merchants} isOptional />
    </>
  );
}
