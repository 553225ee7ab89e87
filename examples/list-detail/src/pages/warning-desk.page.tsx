import { useSearchParams, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import { DataTable, FilterBar, FormDialog, fieldsOf, ListPage, useAction, useLayout, useList } from '@kituo/sdk/page';
import { WarningDetail } from '../warning.detail.tsx';
import { columns, filters } from '../warning-list.ts';

interface Closing extends Record<string, unknown> {
  readonly note: string;
}
const { Text } = fieldsOf<Closing>();

/** Warnings, and beside them one with all that is known of it. Which one is open is in the address. */
export function WarningDeskPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const open = (warningNo: string | null) => {
    const next = new URLSearchParams(query);
    if (warningNo === null) next.delete('warning');
    else next.set('warning', warningNo);
    setQuery(next, { replace: true });
  };
  const list = useList<warning.WarningRow>({
    load: warning.page,
    idOf: (row) => row.warningNo,
    columns,
    filters,
    defaultSort: '-raisedAt',
  });
  const layout = useLayout(list.name, columns);
  const resolve = useAction({
    name: 'resolve',
    endpoint: warning.resolve,
    request: ({ warningNo }: warning.WarningRow, { note }: Closing) => ({
      warningNos: [warningNo],
      note,
    }),
    list,
    facts: ({ subject }) => ({ subject }),
    onDone: () => {
      open(null);
    },
  });
  return (
    <ListPage list={list} title={t('title')}>
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('title')}
        nameOf={(row) => row.subject}
        rowActions={[resolve]}
        onOpen={(row) => {
          open(row.warningNo);
        }}
        emptyAction={<p>{t('none')}</p>}
      />
      <FormDialog action={resolve} defaults={(): Closing => ({ note: '' })}>
        <Text name="note" isLong maxLength={200} />
      </FormDialog>
      <WarningDetail
        warningNo={query.get('warning')}
        resolve={resolve}
        onClose={() => {
          open(null);
        }}
      />
    </ListPage>
  );
}
