import { useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  defineColumns,
  defineDictionary,
  defineFilters,
  fieldsOf,
  FormDialog,
  ListScreen,
  oneOf,
  status,
  text,
  time,
  useAction,
  useListPage,
  yesNo,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';
import { PAYMENT_COMPANY } from '../parts/codes.ts';
import { reconAccounts } from './recon-fields.ts';

type Row = reconciliation.ColumnsRow;

const DATE_ORDER = defineDictionary<CodesOf<typeof reconciliation.dateOrder>>('DATE_ORDER', {
  DMY: 'active',
  MDY: 'active',
  YMD: 'active',
});

interface Values extends Record<string, unknown> {
  readonly serialTitle: string;
  readonly timeTitle: string;
  readonly dateOrder: reconciliation.DateOrder;
  readonly detailsTitle: string;
  readonly paidInTitle: string;
  readonly withdrawnTitle: string;
  readonly amountTitle: string;
}
const { Select, Text } = fieldsOf<Values>();

const columns = defineColumns<Row>([
  text('accountName', { sortable: true, width: 190 }),
  status('paymentCompany', PAYMENT_COMPANY, { width: 120 }),
  text('serialTitle', { width: 160 }),
  text('timeTitle', { width: 160 }),
  status('dateOrder', DATE_ORDER, { width: 140 }),
  text('detailsTitle', { width: 150 }),
  text('paidInTitle', { width: 130 }),
  text('withdrawnTitle', { width: 130 }),
  text('amountTitle', { width: 130 }),
  text('updatedByName', { width: 150 }),
  time('updatedAt', { width: 165 }),
]);
const filters = defineFilters({ accountId: oneOf(reconAccounts), isSaved: yesNo() });

const defaults = (row: Row): Values => ({
  serialTitle: row.serialTitle ?? '',
  timeTitle: row.timeTitle ?? '',
  dateOrder: row.dateOrder ?? 'DMY',
  detailsTitle: row.detailsTitle ?? '',
  paidInTitle: row.paidInTitle ?? '',
  withdrawnTitle: row.withdrawnTitle ?? '',
  amountTitle: row.amountTitle ?? '',
});

/** What the bank of each account calls the columns of its CSV and XLSX statements. */
export function ColumnSetList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: reconciliation.columnsPage,
    idOf: (row) => row.accountId,
    columns,
    filters,
    defaultSort: 'accountName',
    file: { endpoint: reconciliation.columnsExport, jobKind: 'statementColumns.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ accountName }: Row) => ({ name: accountName });
  const save = useAction({
    name: 'reconColumns',
    endpoint: reconciliation.columnsSave,
    request: ({ accountId }: Row, values: Values) => ({ accountId, ...values }),
    list,
    facts,
  });
  const remove = useAction({
    name: 'reconColumnsRemove',
    endpoint: reconciliation.columnsRemove,
    request: ({ accountId }: Row) => ({ accountId }),
    list,
    facts,
  });
  return (
    <ListScreen
      of={screen}
      title={t('recon.columns')}
      nameOf={(row) => row.accountName}
      rowActions={[allowedAs(save, 'save'), allowedAs(remove, 'remove')]}
      emptyText={t('recon.noAccounts')}
    >
      <FormDialog action={save} defaults={defaults}>
        <p className="kp-muted">{t('recon.columnsHint')}</p>
        <Text name="serialTitle" maxLength={64} />
        <Text name="timeTitle" maxLength={64} />
        <Select name="dateOrder" options={DATE_ORDER} />
        <Text name="detailsTitle" maxLength={64} />
        <Text name="paidInTitle" maxLength={64} />
        <Text name="withdrawnTitle" maxLength={64} />
        <Text name="amountTitle" maxLength={64} hint={t('recon.amountHint')} />
      </FormDialog>
      <Ask action={remove} />
    </ListScreen>
  );
}
