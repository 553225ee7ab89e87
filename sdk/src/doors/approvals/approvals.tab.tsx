import { useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import {
  CHANGE_STATE,
  DataTable,
  decision,
  DecisionDialogs,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailDrawer,
  Diff,
  FilterBar,
  known,
  ListPage,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  useDecisions,
  useLayout,
  useList,
  useOpened,
  useRefreshOn,
  useViews,
  yesNo,
} from '@kituo/sdk/page';
import { APPROVALS_TEXTS } from './approvals-texts.ts';

type Row = change.ChangeRow;

const filters = defineFilters({ changeState: oneOf(CHANGE_STATE), isDecidable: yesNo(), isMine: yesNo() });
const columns = defineColumns<Row>([
  text('subjectName', { width: 200 }),
  several('kind', (row) => [row.title], { width: 190 }),
  status('changeState', CHANGE_STATE, { width: 165 }),
  text('makerName', { width: 150 }),
  time('createdAt', { sortable: true, width: 170 }),
  text('reason', { width: 220 }),
  time('lapsesAt', { width: 170 }),
  text('decidedByName', { width: 150 }),
  time('decidedAt', { sortable: true, width: 170 }),
  text('decisionReason', { width: 220 }),
  number('changeNo', { width: 130 }),
]);
const one = ({ changeNo }: Row, reason: string | undefined) => ({
  changeNo,
  ...(reason !== undefined && { reason }),
});

/** What was requested on a page and awaits approval, or was decided: approve, reject, withdraw. */
export function ApprovalsTab(props: { readonly family: change.ChangeFamily }) {
  const t = useText(APPROVALS_TEXTS);
  const own = useText();
  const endpoints = change.changeFamilies[props.family];
  const list = useList<Row>({
    load: endpoints.page,
    idOf: (row) => row.changeNo,
    columns,
    filters,
    defaultSort: '-createdAt',
  });
  const layout = useLayout(list.name, columns);
  const views = useViews(list, layout);
  const opened = useOpened(list);
  const decisions = useDecisions<Row>({
    list,
    nameOf: (row) => `${row.title}: ${row.subjectName}`,
    approve: decision(endpoints.approve, one),
    reject: decision(endpoints.reject, ({ changeNo }: Row, reason: string) => ({ changeNo, reason })),
    withdraw: decision(endpoints.withdraw, one),
  });
  useRefreshOn('change', list.refresh);
  const nameOf = (field: string) => own(`field.${field}`);
  const facts = (row: Row) => <Diff before={row.before} after={row.after} nameOf={nameOf} />;
  return (
    <ListPage list={list} title={t('title')} views={views}>
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('title')}
        nameOf={decisions.nameOf}
        rowActions={decisions.rowActions}
        onOpen={opened.open}
        emptyText={t('none')}
      />
      <DetailDrawer
        detail={known(opened.row)}
        isOpen={opened.row !== null}
        title={opened.row?.subjectName ?? ''}
        onClose={opened.close}
      >
        {(row) =>
          row !== null && (
            <>
              {facts(row)}
              <h3 className="kp-section-title">{t('request')}</h3>
              <DescriptionList of={row} columns={columns} />
            </>
          )
        }
      </DetailDrawer>
      <DecisionDialogs decisions={decisions}>{facts}</DecisionDialogs>
    </ListPage>
  );
}
