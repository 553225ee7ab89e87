import { serverEvents$, useSubscription, useText } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { reviewRules } from '@kituo/sdk/contracts';
import {
  ActionButton,
  ColumnChooser,
  Confirm,
  DataTable,
  fieldsOf,
  FilterBar,
  FormDialog,
  known,
  ListPage,
  useLayout,
  useList,
} from '@kituo/sdk/page';
import { useRef, useState } from 'react';
import { RulesInForce, useInForce } from './in-force.tsx';
import { rulesColumns, rulesFilters, stepsColumns, stepsFilters } from './rules-fields.ts';
import type { RulesRow, RulesTab } from './rules-fields.ts';
import { RulesDetail } from './rules.detail.tsx';
import { RulesForm } from './rules.form.tsx';
import { useRulesActions } from './use-rules-actions.ts';

const { Text } = fieldsOf<Record<'reason', unknown>>();

/** The versions of one tab's rules: what holds, what waits, what was. */
export function RulesList({ tab }: { readonly tab: RulesTab }) {
  const t = useText();
  const [columns] = useState(() => (tab === 'STEPS' ? stepsColumns(t('config.anybody')) : rulesColumns)); // prettier-ignore
  const list = useList<RulesRow>({
    load: reviewConfig.page,
    idOf: (row) => row.configNo,
    columns,
    filters: tab === 'STEPS' ? stepsFilters : rulesFilters,
    always: { tab },
    defaultSort: '-updatedAt',
  });
  const layout = useLayout(list.name, columns);
  const steps = useRef<readonly reviewRules.ReviewStep[]>([]);
  const inForce = useInForce(tab);
  const refresh = (): void => {
    list.refresh();
    inForce.refresh();
  };
  const actions = useRulesActions(tab, { ...list, refresh }, steps, inForce.data !== null);
  useSubscription(serverEvents$, (event) => {
    if (event.type === 'change') refresh();
  });
  const [opened, setOpened] = useState<RulesRow | null>(null);
  const start = { value: inForce.data?.value, scope: null };
  const addButton = <ActionButton action={actions.add} subject={start} isPrimary />;
  return (
    <ListPage list={list} title={t(`tab.${tab}`)} action={addButton}>
      {tab !== 'STEPS' && <RulesInForce detail={inForce} />}
      <FilterBar list={list}>
        <ColumnChooser layout={layout} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t(`tab.${tab}`)}
        nameOf={(row) => row.configNo}
        rowActions={actions.rowActions}
        onOpen={setOpened}
        emptyAction={addButton}
      />
      <RulesDetail
        opened={opened}
        actions={actions.rowActions}
        onClose={() => {
          setOpened(null);
        }}
      />
      <RulesForm tab={tab} action={actions.add} steps={steps} />
      <RulesForm tab={tab} action={actions.update} steps={steps} />
      <Confirm
        action={actions.submit}
        preview={known(true)}
        describe={() => <p>{t('config.submitText')}</p>}
      />
      <Confirm
        action={actions.approve}
        preview={known(true)}
        describe={(_known, row) => (
          <p>{t('config.approveText', { maker: row.makerName, date: row.effectiveFrom })}</p>
        )}
      />
      <FormDialog action={actions.reject} defaults={() => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <Confirm
        action={actions.withdraw}
        preview={known(true)}
        describe={() => <p>{t('config.withdrawText')}</p>}
      />
      <Confirm
        action={actions.restore}
        preview={known(true)}
        describe={() => <p>{t('config.copyText')}</p>}
      />
    </ListPage>
  );
}
