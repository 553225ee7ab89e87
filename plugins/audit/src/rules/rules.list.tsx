import { useText } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { reviewRules } from '@kituo/sdk/contracts';
import {
  ActionButton,
  Ask,
  DataTable,
  DecisionDialogs,
  ExportButton,
  FilterBar,
  ListPage,
  useRefreshOn,
  useListPage,
} from '@kituo/sdk/page';
import { useRef, useState } from 'react';
import { RulesInForce, useInForce } from './in-force.tsx';
import { rulesColumns, rulesFilters, stepsColumns, stepsFilters } from './rules-fields.ts';
import type { RulesRow, RulesTab } from './rules-fields.ts';
import { RulesChange, RulesDetail } from './rules.detail.tsx';
import { RulesForm } from './rules.form.tsx';
import { useRulesActions } from './use-rules-actions.ts';

/** The versions of one tab's rules: what holds, what waits, what was. */
export function RulesList({ tab }: { readonly tab: RulesTab }) {
  const t = useText();
  const [columns] = useState(() => (tab === 'STEPS' ? stepsColumns(t) : rulesColumns));
  const { list, layout, views, exporter, opened } = useListPage<RulesRow>({
    // Each tab has columns, filters and so views of its own.
    load: { ...reviewConfig.page, name: `${reviewConfig.page.name}.${tab}` },
    idOf: (row) => row.configNo,
    columns,
    filters: tab === 'STEPS' ? stepsFilters : rulesFilters,
    always: { tab },
    defaultSort: '-updatedAt',
    file: { endpoint: reviewConfig.exportList, jobKind: 'reviewRules.export' },
  });
  const steps = useRef<readonly reviewRules.ReviewStep[]>([]);
  const inForce = useInForce(tab);
  const refresh = (): void => {
    list.refresh();
    inForce.refresh();
  };
  const actions = useRulesActions(tab, { ...list, refresh }, steps, inForce.data !== null);
  useRefreshOn('change', refresh);
  const start = { value: inForce.data?.value, scope: null };
  const addButton = <ActionButton action={actions.add} subject={start} isPrimary />;
  return (
    <ListPage
      list={list}
      title={t(`tab.${tab}`)}
      views={views}
      action={addButton}
      batch={<ExportButton exporter={exporter} />}
    >
      {tab !== 'STEPS' && <RulesInForce detail={inForce} />}
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t(`tab.${tab}`)}
        nameOf={(row) => row.configNo}
        rowActions={actions.rowActions}
        isSelectable={exporter.isPermitted}
        onOpen={opened.open}
        emptyText={t(tab === 'STEPS' ? 'config.noSteps' : 'config.noVersions')}
        emptyAction={addButton}
      />
      <RulesDetail opened={opened.row} actions={actions.rowActions} onClose={opened.close} />
      <RulesForm tab={tab} action={actions.add} steps={steps} />
      <RulesForm tab={tab} action={actions.update} steps={steps} />
      <Ask action={actions.submit} say={() => t('config.submitText')} />
      <DecisionDialogs decisions={actions.decisions}>{(row) => <RulesChange row={row} />}</DecisionDialogs>
      <Ask action={actions.restore} say={() => t('config.copyText')} />
    </ListPage>
  );
}
