import { useText } from '@kituo/sdk';
import { hotline } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  flag,
  FormDialog,
  FormDrawer,
  History,
  ListScreen,
  merchantOptions,
  number,
  count,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useListPage,
  type CodesOf,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { HotlineBatches, useHotlineBatches } from '../hotlines/hotline-batches.tsx';
import { HotlinePreview, HotlineUsage } from '../hotlines/hotline-preview.tsx';
import {
  CONTACT_TYPE,
  HotlineFields,
  hotlineRequest,
  hotlineValues,
  type HotlineValues,
} from '../hotlines/hotline.form.tsx';

type Row = hotline.HotlineRow;

interface Copy extends Record<string, unknown> {
  readonly merchantNos: string[];
}
const { MultiSelect } = fieldsOf<Copy>();

const HOTLINE_STATUS = defineDictionary<CodesOf<typeof hotline.hotlineStatus>>('HOTLINE_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
const HOTLINE_CHECK = defineDictionary<CodesOf<typeof hotline.checkResult>>('HOTLINE_CHECK', {
  WORKS: 'good',
  FAILS: 'failed',
});
const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  contactType: oneOf(CONTACT_TYPE),
  status: oneOf(HOTLINE_STATUS),
  checkResult: oneOf(HOTLINE_CHECK),
});

function hoursOf({ serviceHours }: Row, t: ReturnType<typeof useText>): string[] {
  if (serviceHours.length === 0) return [t('hotline.always')];
  return serviceHours.map(({ days, from, to }) => `${days.map((day) => t(`WEEKDAY.${day}`)).join(', ')} ${from}–${to}`);
}

const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    text('merchantName', { width: 160 }),
    status('contactType', CONTACT_TYPE, { width: 120 }),
    text('contactValue', { width: 220 }),
    several('serviceHours', (row) => hoursOf(row, t), { width: 220 }),
    flag('isOpenNow', { width: 100 }),
    time('lastCheckedAt', { width: 160 }),
    status('checkResult', HOTLINE_CHECK, { width: 120 }),
    several('languages', ({ languages }) => languages, { width: 110 }),
    count('sort', { sortable: true, width: 80 }),
    status('status', HOTLINE_STATUS, { width: 100 }),
    text('updatedByName', { width: 140 }),
    time('updatedAt', { sortable: true }),
    number('hotlineNo', { width: 130 }),
  ]);

/** The contacts that each merchant's customers see, and when somebody answers. */
export function CustomerServiceHotlineManagementPage() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: hotline.page,
    idOf: (row) => row.hotlineNo,
    columns,
    filters,
    file: { endpoint: hotline.exportList, jobKind: 'hotlines.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = (row: Row | null) => ({ name: row?.contactValue ?? '' });
  const request = (row: Row | null, values: HotlineValues) => ({
    ...hotlineRequest(values),
    ...(row && { hotlineNo: row.hotlineNo, version: row.version }),
  });
  const add = useAction({ name: 'hotlineAdd', endpoint: hotline.save, request, list });
  const update = useAction({ name: 'hotlineUpdate', endpoint: hotline.save, request, list, facts });
  const shared = { request: ({ hotlineNo, version }: Row) => ({ hotlineNo, version }), list, facts };
  const copy = useAction({
    name: 'hotlineCopy',
    endpoint: hotline.copy,
    request: (row: Row, { merchantNos }: Copy) => ({ ...shared.request(row), merchantNos }),
    list,
    facts: (row: Row, reply) => ({ ...facts(row), copied: reply?.copied ?? 0, known: reply?.known ?? 0 }),
  });
  const enable = useAction({ ...shared, name: 'hotlineEnable', endpoint: hotline.enable });
  const disable = useAction({ ...shared, name: 'hotlineDisable', endpoint: hotline.disable, isDangerous: true });
  const remove = useAction({ ...shared, name: 'hotlineDelete', endpoint: hotline.remove, isDangerous: true });
  const batches = useHotlineBatches(screen.list);
  return (
    <ListScreen
      of={screen}
      title={t('hotline.title')}
      batches={[batches.holidays, batches.copies]}
      nameOf={(row) => row.contactValue}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        onRow<Row, Row | null>(update, 'update', (row) => row),
        allowedAs(copy, 'copy'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
        allowedAs(remove, 'delete'),
      ]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <HotlineUsage hotlineNo={row.hotlineNo} />
          <HotlinePreview merchantNo={row.merchantNo} />
          <DetailOf endpoint={hotline.detail} request={{ hotlineNo: row.hotlineNo }}>
            {({ history }) => <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />}
          </DetailOf>
        </>
      )}
    >
      <FormDrawer action={add} defaults={hotlineValues}>
        <HotlineFields />
      </FormDrawer>
      <FormDrawer action={update} defaults={hotlineValues}>
        <HotlineFields />
      </FormDrawer>
      <FormDialog action={copy} defaults={(): Copy => ({ merchantNos: [] })}>
        <MultiSelect name="merchantNos" source={merchantOptions} />
      </FormDialog>
      <Ask action={enable} />
      <Ask
        action={disable}
        say={({ hotlineNo }) => (
          <>
            <p>{disable.textOf('effect')}</p>
            <HotlineUsage hotlineNo={hotlineNo} />
          </>
        )}
      />
      <Ask action={remove} />
      <HotlineBatches
        batches={batches}
        nameOf={(hotlineNo) => screen.list.rows.find((row) => row.hotlineNo === hotlineNo)?.contactValue ?? null}
      />
    </ListScreen>
  );
}
