import { lastDays, useText } from '@kituo/sdk';
import { balance, change } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  fieldsOf,
  FormDialog,
  ImportDialog,
  ListScreen,
  onPage,
  useAction,
  useImport,
  useListPage,
  useRefreshOn,
  useRefreshOnRows,
  useWordedColumns,
} from '@kituo/sdk/page';
import type { AttachedFile } from '@kituo/sdk/page';
import { useState } from 'react';
import { everyBank } from '../parts/codes.ts';
import { BalanceDetail } from './balance-detail.tsx';
import { balanceColumns, balanceFilters } from './balance-fields.ts';
import type { BalanceRow } from './balance-fields.ts';

interface EnterValues extends Record<string, unknown> {
  readonly balanceCents: number | null;
  readonly entryDate: string | null;
  readonly remark: string;
}
interface CorrectValues extends Record<string, unknown> {
  readonly balanceCents: number | null;
  readonly reason: string;
  readonly voucher: AttachedFile | null;
}
interface MarkValues extends Record<string, unknown> {
  readonly lowWaterCents: number | null;
}
const enterFields = fieldsOf<EnterValues>();
const correctFields = fieldsOf<CorrectValues>();
const markFields = fieldsOf<MarkValues>();

/** The last 7 days. Accounts that nobody has stated since are one click away. */
function lastWeek(): { readonly entryDate: string } {
  const { from, to } = lastDays(7);
  return { entryDate: `${from}..${to}` };
}

/** Each account's balance as stated, beside what the books say. */
export function BalanceList() {
  const t = useText();
  const [initial] = useState(lastWeek);
  const columns = useWordedColumns(balanceColumns, 'bankName', everyBank);
  const screen = useListPage<BalanceRow>({
    load: balance.page,
    idOf: (row) => row.accountId,
    columns,
    filters: balanceFilters,
    initial,
    defaultSort: 'accountName',
    file: { endpoint: balance.exportList, jobKind: 'balances.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  // M-Pesa answers seconds after it was asked.
  useRefreshOnRows(screen.list, (row) => [row.accountId]);
  const refreshed = { refresh: screen.list.refresh };
  const facts = (row: BalanceRow) => ({ name: row.accountName });
  const enter = useAction({
    name: 'enter',
    endpoint: balance.entrySave,
    request: ({ accountId }: BalanceRow, { balanceCents, entryDate, remark }: EnterValues) => ({
      accountId,
      balanceCents: balanceCents ?? Number.NaN,
      entryDate: entryDate ?? '',
      ...(remark.trim() !== '' && { remark }),
    }),
    list: refreshed,
    facts,
  });
  const fetch = useAction({
    name: 'balanceFetch',
    endpoint: balance.entryFetch,
    request: ({ accountId }: BalanceRow) => ({ accountIds: [accountId] }),
    list: refreshed,
    facts,
  });
  const fetchAll = useAction({
    name: 'balanceFetchAll',
    endpoint: balance.entryFetch,
    request: (_nothing: null) => ({ accountIds: null }),
    list: refreshed,
    facts: (_nothing, reply) => ({ count: reply?.asked ?? 0 }),
  });
  const importer = useImport({
    name: 'balanceImport',
    kind: 'balances.import',
    code: 'afterLoan:balance:save',
    list: refreshed,
  });
  const correct = useAction({
    name: 'correct',
    endpoint: balance.entryCorrect,
    request: ({ accountId }: BalanceRow, { balanceCents, reason, voucher }: CorrectValues) => ({
      accountId,
      balanceCents: balanceCents ?? Number.NaN,
      reason,
      voucherIds: voucher === null ? [] : [voucher.attachId],
    }),
    list: refreshed,
    waitsIn: change.changeFamilies.balance,
    facts,
  });
  const lowWater = useAction({
    name: 'lowWater',
    endpoint: balance.lowWaterSave,
    request: ({ accountId }: BalanceRow, { lowWaterCents }: MarkValues) => ({ accountId, lowWaterCents }),
    list: refreshed,
    facts,
  });
  return (
    <ListScreen
      of={screen}
      title={t('balance.title')}
      nameOf={(row) => row.accountName}
      pageActions={[onPage(fetchAll, null), onPage(importer.action, null)]}
      rowActions={[allowedAs(fetch, 'fetch'), enter, allowedAs(correct, 'correct'), lowWater]}
      detail={({ accountId }) => <BalanceDetail accountId={accountId} />}
    >
      <Ask action={fetch} />
      <Ask action={fetchAll} />
      <ImportDialog importer={importer} />
      <FormDialog action={enter} defaults={(): EnterValues => ({ balanceCents: null, entryDate: null, remark: '' })}>
        <enterFields.Money name="balanceCents" isSigned />
        <enterFields.Date name="entryDate" />
        <enterFields.Text name="remark" isOptional maxLength={200} hint={t('balance.remarkHint')} />
      </FormDialog>
      <FormDialog
        action={correct}
        defaults={(row): CorrectValues => ({ balanceCents: row.lastBalanceCents, reason: '', voucher: null })}
      >
        {(row) => (
          <>
            <p className="kp-muted">{t('balance.correctText')}</p>
            <correctFields.Money name="balanceCents" isSigned />
            <correctFields.File name="voucher" subjectType="balance" subjectNo={row.accountId} />
            <correctFields.Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <FormDialog action={lowWater} defaults={(row): MarkValues => ({ lowWaterCents: row.lowWaterCents })}>
        <markFields.Money name="lowWaterCents" isOptional />
      </FormDialog>
    </ListScreen>
  );
}
