import { useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, remoteOptions, useAction } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import type { Refreshed } from '../parts/refreshed.ts';

interface Values extends Record<string, unknown> {
  readonly accountId: string | null;
  readonly businessDate: string | null;
}
const { Select, Date: Day } = fieldsOf<Values>();

/** Accounts whose bank gives statements of itself. */
const fetchable = remoteOptions(
  reconciliation.accounts,
  (accounts) =>
    accounts
      .filter(({ isFetchable }) => isFetchable)
      .map(({ accountId, accountName }) => ({ value: accountId, label: accountName })),
  'fetchable',
);

/** The bank is asked for a day; a job takes the statement in. */
export function useFetchStatement(list: Refreshed) {
  return useAction({
    name: 'reconFetch',
    endpoint: reconciliation.fetchStatement,
    request: (_nothing: null, { accountId, businessDate }: Values) => ({
      accountId: accountId ?? '',
      businessDate: businessDate ?? '',
    }),
    list: { refresh: list.refresh },
  });
}

/** The form: account and day. */
export function FetchStatement({ action }: { readonly action: Action<null, Values> }) {
  const t = useText();
  return (
    <FormDialog action={action} defaults={(): Values => ({ accountId: null, businessDate: null })}>
      <Select name="accountId" options={fetchable} />
      <Day name="businessDate" hint={t('recon.fetchHint')} />
    </FormDialog>
  );
}
