import { useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import { DecisionDialogs, DescriptionList, ListScreen, useListPage, useRefreshOn } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { changeColumns, changeFilters } from './change-fields.ts';
import type { ChangeRow } from './change-fields.ts';
import { PlainFacts } from './plain-facts.tsx';
import { useChangeDecisions } from './use-change-decisions.ts';

/**
 * The tab Changes of a page: what awaits approval or did, to be agreed to, rejected or taken
 * back. `facts` draws what a kind changes; without it each field stands with what it was and will be.
 */
export function ChangesTab(props: {
  readonly family: change.ExportedFamily;
  readonly facts?: (row: ChangeRow) => ReactNode;
}) {
  const t = useText();
  const screen = useListPage<ChangeRow>({
    load: change.changeFamilies[props.family].page,
    idOf: (row) => row.changeNo,
    columns: changeColumns,
    filters: changeFilters,
    defaultSort: '-createdAt',
    file: { endpoint: change.changeExports[props.family], jobKind: `${props.family}s.exportChanges` },
  });
  const decisions = useChangeDecisions(props.family, screen.list);
  useRefreshOn('change', screen.list.refresh);
  const facts = (row: ChangeRow) => props.facts?.(row) ?? <PlainFacts before={row.before} after={row.after} />;
  return (
    <ListScreen
      of={screen}
      title={t('changes.title')}
      emptyText={t('changes.noneYet')}
      nameOf={decisions.nameOf}
      rowActions={decisions.rowActions}
      detail={(row) => (
        <>
          <h3 className="kp-section-title">{t('changes.what')}</h3>
          {facts(row)}
          <h3 className="kp-section-title">{t('changes.request')}</h3>
          <DescriptionList of={row} columns={changeColumns} />
          {row.allowedActions.length === 0 && row.changeState === 'PENDING' && (
            <p className="kp-muted">{t('changes.notYours')}</p>
          )}
        </>
      )}
    >
      <DecisionDialogs decisions={decisions}>{facts}</DecisionDialogs>
    </ListScreen>
  );
}
