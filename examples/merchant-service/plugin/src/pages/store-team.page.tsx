import { useText } from '@kituo/sdk';
import { user, type ReplyOf } from '@kituo/sdk/contracts';
import {
  containing,
  DataTable,
  defineColumns,
  defineFilters,
  FilterBar,
  ListPage,
  text,
  useLayout,
  useList,
} from '@kituo/sdk/page';

type Row = ReplyOf<typeof user.getUserList>['rows'][number];

const columns = defineColumns<Row>([
  text('userName', { sortable: true, width: 160 }),
  text('realName', { sortable: true, width: 180 }),
  text('deptName', { width: 180 }),
  text('phone', { mask: 'phone', width: 150 }),
]);
const filters = defineFilters({ realName: containing({ isPersonal: true }) });

/** Who works for the stores. The console answers masked, whoever looks. */
export function StoreTeamPage() {
  const t = useText();
  const list = useList<Row>({
    load: user.getUserList,
    idOf: (row) => row.userNo,
    columns,
    filters,
    defaultSort: 'userName',
  });
  const layout = useLayout(list.name, columns);
  return (
    <ListPage list={list} title={t('team.title')}>
      <FilterBar list={list} />
      <DataTable list={list} layout={layout} label={t('team.title')} nameOf={(row) => row.realName} />
    </ListPage>
  );
}
