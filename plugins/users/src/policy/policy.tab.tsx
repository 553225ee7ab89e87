import { Failed, formatDate, useText } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  DataTable,
  FilterBar,
  FormDialog,
  ListPage,
  useDetail,
  useLayout,
  useList,
  useOpened,
  useRefreshOn,
} from '@kituo/sdk/page';
import { versionColumnsIn, versionFilters, isPolicyRule } from './policy-fields.ts';
import type { VersionRow } from './policy-fields.ts';
import { RuleFields } from './rule.form.tsx';
import { RulesNow } from './rules-now.tsx';
import type { Rule } from './rules-now.tsx';
import { usePolicyActions, valuesOf } from './use-policy-actions.ts';
import { VersionDetail } from './version.detail.tsx';

/** Rules for the whole house: what applies now, and the versions that did, do or will. */
export function PolicyTab() {
  const keys = useDetail(config.keys, {});
  const t = useText();
  if (keys.data === null) {
    // Later failures leave what was read: a form may stand open over it.
    if (keys.error !== null) return <Failed error={keys.error} onRetry={keys.refresh} />;
    return <p className="house-reading">{t('house.reading')}</p>;
  }
  const rules = keys.data.filter(({ configKey }) => isPolicyRule(configKey));
  return <Versions rules={rules} onChanged={keys.refresh} />;
}

function Versions(props: { readonly rules: readonly Rule[]; readonly onChanged: () => void }) {
  const t = useText();
  const columns = versionColumnsIn(t);
  const list = useList<VersionRow>({
    load: config.page,
    idOf: (row) => row.versionId,
    columns,
    filters: versionFilters,
    defaultSort: '-updatedAt',
    always: { configKeys: props.rules.map(({ configKey }) => configKey) },
  });
  const layout = useLayout('config.page.house', columns);
  const refresh = (): void => {
    list.refresh();
    props.onChanged();
  };
  const actions = usePolicyActions({ refresh });
  const opened = useOpened(list);
  useRefreshOn('change', refresh);
  return (
    <ListPage list={list} title={t('house.title')}>
      <RulesNow rules={props.rules} onChange={actions.save.open} />
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('house.versions')}
        emptyText={t('house.noneYet')}
        nameOf={(row) => `${row.title} ${row.versionNo}`}
        rowActions={actions.rowActions}
        onOpen={opened.open}
      />
      <VersionDetail row={opened.row} columns={columns} actions={actions.rowActions} onClose={opened.close} />
      <FormDialog action={actions.save} defaults={valuesOf}>
        {(request) => <RuleFields isSwitch={typeof request.value === 'boolean'} />}
      </FormDialog>
      <AskReason action={actions.reject} hint={t('changes.rejectHint')} />
      {[actions.submit, actions.approve, actions.withdraw, actions.copy].map((action) => (
        <Ask
          key={action.name}
          action={action}
          say={(row) => t(`house.${action.name}`, { maker: row.makerName, day: formatDate(row.effectiveFrom) })}
        />
      ))}
    </ListPage>
  );
}
