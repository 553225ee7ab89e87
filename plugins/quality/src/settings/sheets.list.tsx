import { useText } from '@kituo/sdk';
import { qualitySheet } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  flag,
  FormDrawer,
  History,
  type List,
  ListScreen,
  number,
  oneOf,
  onPage,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { INSPECTION_SOURCE, QUALITY_SETTING_STATUS } from '../quality-words.ts';
import { newSheet, SheetFields, sheetOf, type SheetValues, valuesOf } from './sheet.form.tsx';

type Row = qualitySheet.SheetRow;

const columnsOf = (t: (key: string) => string) =>
  defineColumns<Row>([
    text('sheetName', { sortable: true, width: 220 }),
    several('sourceTypes', (row) => row.sourceTypes.map((code) => t(`INSPECTION_SOURCE.${code}`)), { width: 200 }),
    count('itemCount', { width: 80 }),
    status('sheetStatus', QUALITY_SETTING_STATUS, { width: 150 }),
    flag('isInUse', { width: 80 }),
    count('versionNo', { width: 90 }),
    text('updatedByName', { width: 150 }),
    text('approvedByName', { width: 150 }),
    time('updatedAt', { sortable: true, width: 165 }),
    number('sheetNo', { width: 120 }),
  ]);
const filters = defineFilters({
  sheetName: containing(),
  sourceType: oneOf(INSPECTION_SOURCE),
  sheetStatus: oneOf(QUALITY_SETTING_STATUS),
});
const facts = ({ sheetName }: Row) => ({ name: sheetName });

function useStep(name: string, endpoint: typeof qualitySheet.submit, list: List<Row>, isDangerous = false) {
  return useAction({
    name,
    endpoint,
    request: ({ sheetNo, version }: Row, { reason }: { readonly reason?: string }) => ({
      sheetNo,
      version,
      ...(reason !== undefined && reason !== '' && { reason }),
    }),
    list,
    facts,
    isDangerous,
  });
}

/** Score sheets: an approved version is scored by until the next one is approved. */
export function SheetsList() {
  const t = useText();
  const columns = useMemo(() => columnsOf(t), [t]);
  const screen = useListPage<Row>({
    load: qualitySheet.page,
    idOf: (row) => row.sheetNo,
    columns,
    filters,
    defaultSort: '-updatedAt',
    file: { endpoint: qualitySheet.exportList, jobKind: 'qualitySheets.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'sheetAdd',
    endpoint: qualitySheet.save,
    request: (_nothing: null, values: SheetValues) => sheetOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'sheetUpdate',
    endpoint: qualitySheet.save,
    request: ({ sheetNo, version }: Row, values: SheetValues) => ({ sheetNo, version, ...sheetOf(values) }),
    list,
    facts,
  });
  const submit = useStep('sheetSubmit', qualitySheet.submit, list);
  const approve = useStep('sheetApprove', qualitySheet.approve, list);
  const sendBack = useStep('sheetReturn', qualitySheet.sendBack, list);
  const enable = useStep('sheetEnable', qualitySheet.enable, list);
  const disable = useStep('sheetDisable', qualitySheet.disable, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('sheet.title')}
      nameOf={(row) => row.sheetName}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={({ sheetNo }) => (
        <DetailOf endpoint={qualitySheet.detail} request={{ sheetNo }}>
          {({ versions, history, ...row }) => (
            <>
              <DescriptionList of={row} columns={columns} />
              <Items items={row.items} />
              {versions.map(({ versionNo, items }) => (
                <section key={versionNo}>
                  <h3 className="kp-section-title">{t('sheet.approved', { version: versionNo })}</h3>
                  <Items items={items} />
                </section>
              ))}
              <h3 className="kp-section-title">{t('tab.history')}</h3>
              <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('sheet.none')}
    >
      <FormDrawer action={add} defaults={newSheet}>
        <SheetFields />
      </FormDrawer>
      <FormDrawer action={update} defaults={valuesOf}>
        <SheetFields />
      </FormDrawer>
      {[submit, approve, enable, disable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
    </ListScreen>
  );
}

function Items({ items }: Pick<Row, 'items'>) {
  const t = useText();
  return (
    <ul className="kp-facts">
      {items.map(({ itemNo, itemName, weight, isFatal }) => (
        <li key={itemNo}>
          {itemName}: {weight}
          {isFatal && ` · ${t('inspection.fatal')}`}
        </li>
      ))}
    </ul>
  );
}
