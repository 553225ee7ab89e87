import { formatMoney, useText } from '@kituo/sdk';
import { transfer } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  DecisionDialogs,
  DescriptionList,
  ListScreen,
  onPage,
  useAction,
  useBatch,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { lastMonth } from '../parts/last-month.ts';
import { OneKeyForm, type OneKeyValues } from '../transfers/one-key.form.tsx';
import { TransferDetail } from '../transfers/transfer.detail.tsx';
import { auditColumns, auditFilters, detailColumns, type TransferRow } from '../transfers/transfer-fields.ts';
import { useTransferDecisions } from '../transfers/use-transfer-decisions.ts';

/** As many as one key releases. */
const MAX = 200;

/** Transfers to decide and release, one by one or all approved ones with one key. */
export function CashTransferAuditPage() {
  const t = useText();
  const [initial] = useState(lastMonth);
  const screen = useListPage<TransferRow>({
    load: transfer.auditPage,
    idOf: (row) => row.transferNo,
    columns: auditColumns,
    filters: auditFilters,
    defaultSort: '-applyTime',
    initial,
    file: { endpoint: transfer.exportList, jobKind: 'transfers.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.transferNo]);
  const { list } = screen;
  const { decisions, rowActions } = useTransferDecisions(list);
  const release = useAction({
    name: 'release',
    endpoint: transfer.release,
    request: ({ transferNo }: TransferRow) => ({ transferNo }),
    list,
    facts: (row) => ({ name: row.transferNo }),
  });
  const [seen, setSeen] = useState<readonly string[]>([]);
  const oneKey = useBatch({
    name: 'oneKey',
    endpoint: transfer.oneKeyPayout,
    jobKind: 'transfers.release',
    most: MAX,
    list,
    takesFilter: true,
    request: (_scope, { totalCents }: OneKeyValues) => ({
      transferNos: [...seen],
      totalCents: totalCents ?? Number.NaN,
    }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('transferAudit.title')}
      rowActions={[
        ...rowActions,
        allowedAs(release, 'release'),
        allowedAs(release, 'releaseAgain', t('action.release.again')),
      ]}
      pageActions={oneKey.filtered === null ? [] : [onPage(oneKey.action, oneKey.filtered)]}
      batches={[oneKey]}
      detail={(row) => <TransferDetail row={row} />}
      emptyText={t('transferAudit.none')}
    >
      <DecisionDialogs decisions={decisions}>
        {(row) => <DescriptionList of={row} columns={detailColumns} />}
      </DecisionDialogs>
      <Ask
        action={release}
        say={({ amountCents, payeeName }) =>
          t('transferAudit.releaseText', { money: formatMoney(amountCents), payee: payeeName })
        }
      />
      <OneKeyForm batch={oneKey} onSeen={setSeen} />
    </ListScreen>
  );
}
