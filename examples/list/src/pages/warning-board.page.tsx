import { useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import {
  Ask,
  DataTable,
  defineColumns,
  defineDictionary,
  defineFilters,
  FilterBar,
  ListPage,
  money,
  oneOf,
  status,
  text,
  time,
  useAction,
  useLayout,
  useList,
  useViews,
} from '@kituo/sdk/page';

const LEVEL = defineDictionary('LEVEL', {
  URGENT: 'failed',
  ATTENTION: 'attention',
  INFO: 'waiting',
});
const STATE = defineDictionary('STATE', {
  OPEN: 'attention',
  ACKNOWLEDGED: 'active',
  RESOLVED: 'good',
});
const WITHIN = defineDictionary('WITHIN', { D1: 'waiting', D7: 'waiting', D30: 'waiting' });

const columns = defineColumns<warning.WarningRow>([
  status('warningLevel', LEVEL, { sortable: true, width: 150 }),
  text('subject', { width: 350 }),
  time('raisedAt', { sortable: true }),
  status('warningStatus', STATE, { sortable: true, width: 120 }),
  money('amountCents', { sortable: true }),
  text('assigneeName'),
  text('merchantName', { hidden: true }),
]);
const filters = defineFilters({
  warningLevel: oneOf(LEVEL),
  warningStatus: oneOf(STATE),
  raisedWithin: oneOf(WITHIN),
});

/** What waits for somebody: narrow it down, and take one on. */
export function WarningBoardPage() {
  const t = useText();
  const list = useList<warning.WarningRow>({
    load: warning.page,
    idOf: (row) => row.warningNo,
    columns,
    filters,
    defaultSort: '-raisedAt',
  });
  const layout = useLayout(list.name, columns);
  const views = useViews(list, layout);
  const acknowledge = useAction({
    name: 'acknowledge',
    endpoint: warning.acknowledge,
    request: ({ warningNo }: warning.WarningRow) => ({ warningNos: [warningNo] }),
    list,
    facts: ({ subject }) => ({ subject }),
  });
  return (
    <ListPage list={list} title={t('title')} views={views}>
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('title')}
        nameOf={(row) => row.subject}
        rowActions={[acknowledge]}
        emptyAction={<p>{t('none')}</p>}
      />
      <Ask action={acknowledge} say={() => t('acknowledgeEffect')} />
    </ListPage>
  );
}
