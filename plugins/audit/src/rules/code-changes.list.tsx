import { useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import { decision, DecisionDialogs, Diff, ListScreen, useDecisions, useListPage, useRefreshOn } from '@kituo/sdk/page';
import { useFactsWords } from './facts-words.ts';
import { changeColumns, changeFilters, codeChanges } from './rules-fields.ts';
import type { ChangeRow } from './rules-fields.ts';

const one = ({ changeNo }: ChangeRow) => ({ changeNo });
const nameOf = (row: ChangeRow) => row.subjectName;

/** Changes of refusal codes that await approval, or did. */
export function CodeChanges() {
  const t = useText();
  const screen = useListPage<ChangeRow>({
    load: codeChanges.page,
    idOf: (row) => row.changeNo,
    columns: changeColumns,
    filters: changeFilters,
    defaultSort: '-createdAt',
    file: { endpoint: change.changeExports.refuseCode, jobKind: 'refuseCodes.exportChanges' },
  });
  const decisions = useDecisions<ChangeRow>({
    list: screen.list,
    nameOf,
    approve: decision(codeChanges.approve, one),
    reject: decision(codeChanges.reject, ({ changeNo }: ChangeRow, reason: string) => ({ changeNo, reason })),
    withdraw: decision(codeChanges.withdraw, one),
  });
  useRefreshOn('change', screen.list.refresh);
  return (
    <ListScreen
      of={screen}
      title={t('config.changes')}
      nameOf={nameOf}
      rowActions={decisions.rowActions}
      detail={(row) => <ChangeFacts row={row} />}
      emptyText={t('config.noChanges')}
    >
      <DecisionDialogs decisions={decisions}>{(row) => <ChangeFacts row={row} />}</DecisionDialogs>
    </ListScreen>
  );
}

function ChangeFacts({ row }: { readonly row: ChangeRow }) {
  const { nameOf: fieldName, shown } = useFactsWords();
  return <Diff before={row.before} after={row.after} nameOf={fieldName} draw={shown} />;
}
