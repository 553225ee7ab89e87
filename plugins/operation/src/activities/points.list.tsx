import { useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailTabs,
  fieldsOf,
  ListScreen,
  merchantOptions,
  oneOf,
  onRow,
  status,
  text,
  useListPage,
  useRefreshOn,
  type VersionedFamily,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { type DraftStart, useVersionActions } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';

type Row = taskAward.PointsRow;

const columns = defineColumns<Row>([
  text('merchantName', { sortable: true, width: 180 }),
  count('pointsPer100', { width: 160 }),
  count('expiryDays', { width: 150 }),
  count('pointsPerShilling', { width: 150 }),
  count('outstandingPoints', { width: 150 }),
  count('customers', { width: 110 }),
  count('versionNo', { width: 90 }),
  status('openStatus', CONFIG_VERSION_STATUS, { width: 140 }),
]);
const filters = defineFilters({ merchantNo: oneOf(merchantOptions) });
const FIELDS = ['pointsPer100', 'expiryDays', 'pointsPerShilling'] as const;
const { Number: Count } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

function Fields() {
  const t = useText();
  return (
    <>
      <Count name="pointsPer100" hint={t('activity.pointsPer100Hint')} />
      <Count name="expiryDays" unit={t('unit.days')} />
      <Count name="pointsPerShilling" hint={t('activity.pointsPerShillingHint')} />
    </>
  );
}

const family: VersionedFamily = { configKey: taskAward.POINTS_KEY, fields: FIELDS, form: () => <Fields /> };

/** How customers of each merchant earn points, keep them and use them. */
export function PointsList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: taskAward.pointsPage,
    idOf: (row) => row.merchantNo,
    columns,
    filters,
    defaultSort: 'merchantName',
    file: { endpoint: taskAward.pointsExport, jobKind: 'points.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const [nameOf] = useState(() => (row: Pick<Row, 'merchantName'>) => row.merchantName);
  const nameOfSubject = (merchantNo: string) => {
    const row = list.rows.find((one) => one.merchantNo === merchantNo);
    return row ? nameOf(row) : merchantNo;
  };
  const versions = useVersionActions(family, list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: nameOfSubject(subjectNo), no: versionNo }),
  );
  const edit = onRow(versions.draft, 'save', ({ merchantNo, merchantName, ...row }: Row): DraftStart => ({
    subjectNo: merchantNo,
    name: merchantName,
    value: Object.fromEntries(FIELDS.map((field) => [field, row[field]])),
  }));
  return (
    <ListScreen
      of={screen}
      title={t('activity.points')}
      nameOf={nameOf}
      rowActions={[edit]}
      detail={(row) => (
        <DetailTabs
          key={row.merchantNo}
          label={nameOf(row)}
          parameter="detail"
          tabs={[
            { name: 'rule', content: () => <DescriptionList of={row} columns={columns} /> },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: row.merchantNo },
              content: () => <SubjectVersions family={family} subjectNo={row.merchantNo} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <VersionDraftForm family={family} actions={versions} />
    </ListScreen>
  );
}
