import { serverEvents$, useSubscription, useText } from '@kituo/sdk';
import {
  Confirm,
  DataTable,
  DetailDrawer,
  fieldsOf,
  FilterBar,
  FormDialog,
  known,
  ListPage,
  useAction,
  useLayout,
  useList,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { allowedAs } from '../allowed-as.ts';
import { FactsTable } from './facts-table.tsx';
import { changeColumns, changeFilters, codeChanges } from './rules-fields.ts';
import type { ChangeRow } from './rules-fields.ts';

const { Text } = fieldsOf<Record<'reason', unknown>>();
const facts = (row: ChangeRow) => ({ name: row.subjectName });

/** Changes of refusal codes that wait for a second person, or did. */
export function CodeChanges() {
  const t = useText();
  const list = useList<ChangeRow>({
    load: codeChanges.page,
    idOf: (row) => row.changeNo,
    columns: changeColumns,
    filters: changeFilters,
    defaultSort: '-createdAt',
  });
  const layout = useLayout(list.name, changeColumns);
  const [opened, setOpened] = useState<ChangeRow | null>(null);
  const one = ({ changeNo }: ChangeRow) => ({ changeNo });
  const approve = useAction({ name: 'codeApprove', endpoint: codeChanges.approve, request: one, list, facts }); // prettier-ignore
  const reject = useAction({
    name: 'codeReject',
    endpoint: codeChanges.reject,
    request: ({ changeNo }: ChangeRow, { reason }: { reason: string }) => ({ changeNo, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const withdraw = useAction({ name: 'codeWithdraw', endpoint: codeChanges.withdraw, request: one, list, facts }); // prettier-ignore
  useSubscription(serverEvents$, (event) => {
    if (event.type === 'change') list.refresh();
  });
  return (
    <ListPage list={list} title={t('config.changes')}>
      <FilterBar list={list} />
      <DataTable
        list={list}
        layout={layout}
        label={t('config.changes')}
        nameOf={(row) => row.subjectName}
        rowActions={[
          allowedAs(approve, 'approve'),
          allowedAs(reject, 'reject'),
          allowedAs(withdraw, 'withdraw'),
        ]}
        onOpen={setOpened}
      />
      <DetailDrawer
        detail={known(opened)}
        isOpen={opened !== null}
        title={opened?.subjectName ?? t('config.changes')}
        onClose={() => {
          setOpened(null);
        }}
      >
        {(row) => (row === null ? null : <ChangeFacts row={row} />)}
      </DetailDrawer>
      <Confirm
        action={approve}
        preview={known(true)}
        describe={(_known, row) => (
          <>
            <p>{t('config.approveCode', { maker: row.makerName })}</p>
            <ChangeFacts row={row} />
          </>
        )}
      />
      <FormDialog action={reject} defaults={() => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <Confirm
        action={withdraw}
        preview={known(true)}
        describe={() => <p>{t('config.withdrawText')}</p>}
      />
    </ListPage>
  );
}

function ChangeFacts({ row }: { readonly row: ChangeRow }) {
  const fields = Object.keys({ ...row.before, ...row.after });
  return (
    <FactsTable
      facts={fields.map((field) => ({
        field,
        before: row.before?.[field],
        after: row.after[field],
      }))}
      isCompared={row.before !== null}
    />
  );
}
