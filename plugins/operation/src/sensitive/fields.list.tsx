import { useText } from '@kituo/sdk';
import { config, sensitiveInfo } from '@kituo/sdk/contracts';
import {
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  DetailTabs,
  ListScreen,
  oneOf,
  onPage,
  onRow,
  several,
  status,
  useDetail,
  useListPage,
  useRefreshOn,
  type CodesOf,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { roleOptions, ruleText, screenOptions, sensitiveFamily } from './sensitive-family.tsx';
import { ViewAs, useViewAs } from './view-as.tsx';

type Row = sensitiveInfo.FieldRow;
type Translate = ReturnType<typeof useText>;

export const REVEAL_FIELD = defineDictionary('REVEAL_FIELD', {
  customerName: 'waiting',
  phone: 'waiting',
  idCardNo: 'waiting',
  bankAccount: 'waiting',
  email: 'waiting',
  address: 'waiting',
  contacts: 'waiting',
  location: 'waiting',
});
const MASK_RULE = defineDictionary<CodesOf<typeof sensitiveInfo.maskRule>>('MASK_RULE', {
  ENDS: 'waiting',
  PHONE: 'waiting',
  EMAIL: 'waiting',
  TAIL: 'active',
  NOTHING: 'active',
});
const filters = defineFilters({
  fieldKey: oneOf(REVEAL_FIELD),
  screen: oneOf(screenOptions),
  roleNo: oneOf(roleOptions),
});
const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    status('fieldKey', REVEAL_FIELD, { sortable: true, width: 140 }),
    status('maskRule', MASK_RULE, { width: 170 }),
    several('rule', ({ rule }) => [rule === null ? t('sensitive.byRoles') : ruleText(t, rule)], { width: 320 }),
    several('screenTitles', ({ screenTitles }) => screenTitles, { width: 220 }),
    several('roleNames', ({ roleNames }) => roleNames, { width: 240 }),
    count('users', { width: 90 }),
    count('revealsToday', { width: 120 }),
    count('nearBudget', { width: 130 }),
  ]);

/** Each kind of personal data, with who may see it in full. */
export function SensitiveFieldList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const family = useMemo(() => sensitiveFamily(t), [t]);
  const screen = useListPage<Row>({
    load: sensitiveInfo.page,
    idOf: (row) => row.fieldKey,
    columns,
    filters,
    defaultSort: 'fieldKey',
    file: { endpoint: sensitiveInfo.exportList, jobKind: 'sensitiveFields.export' },
  });
  const inForce = useDetail(config.inForce, { key: sensitiveInfo.SENSITIVE_INFO_KEY });
  const refresh = (): void => {
    screen.list.refresh();
    inForce.refresh();
  };
  useRefreshOn('change', refresh);
  const nameOf = ({ fieldKey }: Row) => t(`REVEAL_FIELD.${fieldKey}`);
  const versions = useVersionActions(family, refresh, ({ versionNo }) => t('sensitive.versionName', { no: versionNo }));
  const rules = sensitiveInfo.sensitiveInfo.safeParse(inForce.data?.value).data?.rules ?? [];
  const edit = onRow(versions.draft, 'save', (row: Row): DraftStart => ({
    subjectNo: '',
    name: nameOf(row),
    value: { rules, fieldKey: row.fieldKey },
  }));
  const viewing = useViewAs();
  // All rules are one configuration: a draft of it is submitted, withdrawn or decided, not edited field by field.
  const decided = { ...versions, rowActions: versions.rowActions.filter(({ name }) => name !== 'update') };
  return (
    <ListScreen
      of={screen}
      title={t('sensitive.title')}
      nameOf={nameOf}
      rowActions={[edit]}
      pageActions={[onPage(viewing, null)]}
      detail={(row) => (
        <DetailTabs
          key={row.fieldKey}
          label={nameOf(row)}
          parameter="detail"
          tabs={[
            {
              name: 'terms',
              content: () => (
                <>
                  <DescriptionList of={row} columns={columns} />
                  <p>{t('sensitive.affected', { count: row.users })}</p>
                </>
              ),
            },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: '' },
              content: () => <SubjectVersions family={family} subjectNo="" actions={decided} />,
            },
          ]}
        />
      )}
    >
      <VersionDraftForm family={family} actions={versions} />
      <ViewAs action={viewing} />
    </ListScreen>
  );
}
