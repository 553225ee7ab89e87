import { formatMoney, useText } from '@kituo/sdk';
import { wallet } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  Ask,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  ListScreen,
  money,
  number,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { WITHDRAW_STATUS } from '../parts/codes.ts';

type Row = wallet.WithdrawalRow;

const columns = defineColumns<Row>([
  number('withdrawNo', { width: 130 }),
  text('customerName', { width: 170 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('eWalletAccount', { mask: 'phone', width: 130 }),
  money('amountCents', { sortable: true }),
  status('withdrawStatus', WITHDRAW_STATUS, { width: 120 }),
  text('failReason', { width: 220 }),
  count('attemptCount', { width: 90 }),
  time('createTime', { sortable: true, width: 165 }),
  time('successTime', { width: 165 }),
]);
const filters = defineFilters({ withdrawNo: containing(), createTime: dateRange() });

export function WalletRecordsPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: wallet.withdrawalPage,
    idOf: (row) => row.withdrawNo,
    columns,
    filters,
    defaultSort: '-createTime',
    file: { endpoint: wallet.withdrawalExport, jobKind: 'wallets.exportWithdrawals' },
  });
  const { list } = screen;
  const facts = (row: Row) => ({ name: row.withdrawNo });
  const retry = useAction({
    name: 'withdrawalRetry',
    endpoint: wallet.retry,
    request: ({ withdrawNo }: Row) => ({ withdrawNo }),
    list,
    facts,
  });
  const cancel = useAction({
    name: 'withdrawalCancel',
    endpoint: wallet.cancel,
    request: ({ withdrawNo }: Row, { reason }: { readonly reason: string }) => ({ withdrawNo, reason }),
    list,
    facts,
  });
  return (
    <ListScreen
      of={screen}
      title={t('wallet.title')}
      nameOf={(row) => row.withdrawNo}
      rowActions={[allowedAs(retry, 'retry'), allowedAs(cancel, 'cancel')]}
    >
      <Ask action={retry} say={({ amountCents }) => t('wallet.retryText', { money: formatMoney(amountCents) })} />
      <AskReason action={cancel} />
    </ListScreen>
  );
}
