import { useText } from '@kituo/sdk';
import { change, loanerAccount } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DetailOf,
  ListScreen,
  onPage,
  onRow,
  useAction,
  useListPage,
  useRefreshOn,
  useWordedColumns,
} from '@kituo/sdk/page';
import { loanerColumns, loanerFilters } from './account-fields.ts';
import type { LoanerRow } from './account-fields.ts';
import { LoanerDetail } from './loaner-detail.tsx';
import { LoanerForm, loanerRequest } from './loaner.form.tsx';
import type { LoanerValues } from './loaner.form.tsx';
import { everyBank } from '../parts/codes.ts';
import { useStateActions } from './use-account-actions.ts';

const waitsIn = change.changeFamilies.loanerAccount;

/** The accounts that loans are paid out from. */
export function LoanerList() {
  const t = useText();
  const columns = useWordedColumns(loanerColumns, 'bankCode', everyBank);
  const screen = useListPage<LoanerRow>({
    load: loanerAccount.page,
    idOf: (row) => row.accountId,
    columns,
    filters: loanerFilters,
    defaultSort: 'loanerName',
    file: { endpoint: loanerAccount.exportList, jobKind: 'loanerAccounts.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const refreshed = { refresh: screen.list.refresh };
  const add = useAction({
    name: 'accountAdd',
    endpoint: loanerAccount.save,
    request: (_row: LoanerRow | null, values: LoanerValues) => loanerRequest(values),
    list: refreshed,
    waitsIn,
  });
  const update = useAction({
    name: 'accountUpdate',
    endpoint: loanerAccount.update,
    request: (row: LoanerRow | null, values: LoanerValues) => ({
      ...loanerRequest(values),
      accountId: row?.accountId ?? '',
      version: row?.version ?? 0,
    }),
    list: refreshed,
    waitsIn,
    facts: (row) => ({ name: row?.accountName ?? '' }),
  });
  const { disable, enable } = useStateActions<LoanerRow>(loanerAccount.state, waitsIn, screen.list);
  return (
    <ListScreen
      of={screen}
      title={t('loaner.title')}
      nameOf={(row) => row.accountName}
      pageActions={[onPage(add, null)]}
      rowActions={[
        onRow<LoanerRow, LoanerRow | null>(update, 'update', (row) => row),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={({ accountId }) => <LoanerDetail accountId={accountId} />}
    >
      <LoanerForm action={add} />
      <LoanerForm action={update} />
      <AskReason action={enable} />
      <AskReason action={disable}>
        <p>{t('loaner.disableText')}</p>
        {disable.subject !== null && <UsedBy accountId={disable.subject.accountId} />}
      </AskReason>
    </ListScreen>
  );
}

/** What has to go another way. */
function UsedBy({ accountId }: { readonly accountId: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={loanerAccount.detail} request={{ accountId }}>
      {({ routes, waitingOrders }) => <p>{t('loaner.usedBy', { routes: routes.length, orders: waitingOrders })}</p>}
    </DetailOf>
  );
}
