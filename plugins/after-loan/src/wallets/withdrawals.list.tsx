import { formatMoney, lastDays, useText } from '@kituo/sdk';
import { change, wallet } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  BatchAction,
  DescriptionList,
  fieldsOf,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { PayoutAttempts } from '@kituo/sdk/payments';
import { useState } from 'react';
import { RingsOf } from './rings.tsx';
import { withdrawalColumns, withdrawalFilters } from './wallet-fields.ts';
import type { WithdrawalRow } from './wallet-fields.ts';
import { WalletStatement } from './wallet-statement.tsx';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Reason>();
const waitsIn = change.changeFamilies.walletBatch;

/** Withdrawals of customers; failed ones are paid again or given up. */
export function WithdrawalList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { createTime: `${from}..${to}` };
  });
  const screen = useListPage<WithdrawalRow>({
    load: wallet.withdrawalPage,
    idOf: (row) => row.withdrawNo,
    columns: withdrawalColumns,
    filters: withdrawalFilters,
    defaultSort: '-createTime',
    initial,
    file: { endpoint: wallet.withdrawalExport, jobKind: 'wallets.exportWithdrawals' },
  });
  useRefreshOnRows(screen.list, (row) => [row.withdrawNo]);
  const { list } = screen;
  const facts = (row: WithdrawalRow) => ({ name: row.withdrawNo });
  const refreshed = { refresh: list.refresh };
  const retry = useAction({
    name: 'withdrawalRetry',
    endpoint: wallet.retry,
    request: ({ withdrawNo }: WithdrawalRow) => ({ withdrawNo }),
    list: refreshed,
    facts,
  });
  const cancel = useAction({
    name: 'withdrawalCancel',
    endpoint: wallet.cancel,
    request: ({ withdrawNo }: WithdrawalRow, { reason }: Reason) => ({ withdrawNo, reason }),
    list: refreshed,
    facts,
  });
  const many = ({ ids }: { readonly ids: readonly string[] | null }, { reason }: Reason) => ({
    withdrawNos: [...(ids ?? [])],
    reason,
  });
  const shared = { list, request: many, most: 200, waitsIn };
  const batchRetry = useBatch({
    ...shared,
    name: 'walletBatchRetry',
    endpoint: wallet.batchRetry,
    jobKind: 'wallet.retryMany',
  });
  const batchCancel = useBatch({
    ...shared,
    name: 'walletBatchCancel',
    endpoint: wallet.batchCancel,
    jobKind: 'wallet.cancelMany',
    isDangerous: true,
  });
  const batches = [batchRetry, batchCancel];
  return (
    <ListScreen
      of={screen}
      title={t('wallet.title')}
      nameOf={(row) => row.withdrawNo}
      rowActions={[allowedAs(retry, 'retry'), allowedAs(cancel, 'cancel')]}
      batches={batches}
      detail={(row) => (
        <>
          <RingsOf customerNo={row.customerNo} />
          <DescriptionList of={row} columns={withdrawalColumns} />
          <h3 className="kp-section-title">{t('loan.attempts')}</h3>
          <PayoutAttempts subjectType="WITHDRAWAL" subjectNo={row.withdrawNo} />
          <WalletStatement customerNo={row.customerNo} />
        </>
      )}
    >
      <Ask action={retry} say={({ amountCents }) => t('wallet.retryText', { money: formatMoney(amountCents) })} />
      <AskReason action={cancel}>
        <p>{t('wallet.cancelText')}</p>
      </AskReason>
      {batches.map((batch) => (
        <BatchAction
          key={batch.action.name}
          batch={batch}
          nameOf={(no) => no}
          defaults={(): Reason => ({ reason: '' })}
        >
          <Text name="reason" isLong maxLength={200} />
        </BatchAction>
      ))}
    </ListScreen>
  );
}
