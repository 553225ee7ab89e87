import { useSearchParams, useText } from '@kituo/sdk';
import { transfer } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  ListScreen,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { lastMonth } from '../parts/last-month.ts';
import { TransferDetail } from '../transfers/transfer.detail.tsx';
import { applyColumns, applyFilters, type TransferRow } from '../transfers/transfer-fields.ts';
import { requestOf, TransferForm, type TransferStart, type TransferValues } from '../transfers/transfer.form.tsx';

/** Asking for cash to move between own accounts or back to a payer, and following it. */
export function CashTransferApplyForPage() {
  const t = useText();
  const [initial] = useState(lastMonth);
  const screen = useListPage<TransferRow>({
    load: transfer.page,
    idOf: (row) => row.transferNo,
    columns: applyColumns,
    filters: applyFilters,
    defaultSort: '-applyTime',
    initial,
    file: { endpoint: transfer.exportList, jobKind: 'transfers.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.transferNo]);
  const { list } = screen;
  const submit = useAction({
    name: 'transferSubmit',
    endpoint: transfer.submit,
    request: (_start: TransferStart, values: TransferValues) => requestOf(values),
    list: { refresh: list.refresh },
    facts: (_start, reply) => ({ name: reply?.transferNo ?? '' }),
  });
  const giveUp = useAction({
    name: 'giveUp',
    endpoint: transfer.giveUp,
    request: ({ transferNo }: TransferRow) => ({ transferNo }),
    list,
    facts: (row) => ({ name: row.transferNo }),
    isDangerous: true,
  });
  const [query, setQuery] = useSearchParams();
  const returnFlow = query.get('returnFlow');
  const openReturn = useEffectEvent((flowNo: string) => {
    query.delete('returnFlow');
    setQuery(query, { replace: true });
    if (submit.isPermitted) submit.open({ transferType: 'RETURN_TO_PAYER', flowNo });
  });
  const moveTo = query.get('moveTo');
  const openMove = useEffectEvent((targetAccountId: string) => {
    const cents = Number(query.get('cents'));
    query.delete('moveTo');
    query.delete('cents');
    setQuery(query, { replace: true });
    const amountCents = Number.isSafeInteger(cents) && cents > 0 ? cents : undefined;
    if (submit.isPermitted) {
      submit.open({ transferType: 'OWN_ACCOUNT', targetAccountId, ...(amountCents && { amountCents }) });
    }
  });
  // An account whose float runs out leads to the form with what it lacks.
  useEffect(() => {
    if (moveTo !== null) openMove(moveTo);
  }, [moveTo]);
  // The unmatched inbox leads to the form with its payment.
  useEffect(() => {
    if (returnFlow !== null) openReturn(returnFlow);
  }, [returnFlow]);
  const add = { ...submit, isAllowed: () => submit.isPermitted };
  return (
    <ListScreen
      of={screen}
      title={t('transferApply.title')}
      rowActions={[
        allowedAs(giveUp, 'giveUp'),
        onRow(submit, 'copy', (row: TransferRow): TransferStart => row, t('action.copy.label')),
      ]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      detail={(row) => <TransferDetail row={row} />}
      emptyText={t('transferApply.none')}
    >
      <TransferForm action={submit} />
      <Ask action={giveUp} />
    </ListScreen>
  );
}
