import { Button, InputGroup, mayChange, serverEvents$, useSubscription, useText } from '@kituo/sdk';
import { pluginOperate } from '@kituo/sdk/contracts';
import { Ask, ColumnChooser, DataTable, FormDialog, ListPage, useDetail, useLayout, useRows } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { RollOutFields } from '../sections/roll-out.form.tsx';
import { rowsOf, sectionColumns, type SectionRow } from '../sections/section-row.ts';
import { SectionDetail } from '../sections/section.detail.tsx';
import { rollOutValues, useSectionActions } from '../sections/use-section-actions.ts';
import '../sections/sections.css';

const WINDOWS = ['HOUR', 'DAY', 'WEEK'] as const;
/** Figures come in all the time, and nobody is notified of each. */
const READ_EVERY_MS = 15_000;

/** What operators ship, watch and withdraw: every section with its versions, how they load and who has them. */
export function PluginManagementPage() {
  const t = useText();
  const [window, setWindow] = useState<pluginOperate.PluginWindow>('DAY');
  const [search, setSearch] = useState('');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const reading = useDetail(pluginOperate.list, { window });
  useFresh(reading.refresh);
  const { data } = reading;
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return rowsOf(data?.plugins ?? [], t).filter(({ id }) => id.includes(wanted));
  }, [data, search, t]);
  const held = useRows({
    name: 'users.sections',
    rows,
    idOf: (row) => row.id,
    columns: sectionColumns,
    onRefresh: reading.refresh,
  });
  const list = {
    ...held,
    isFirstLoad: data === null && reading.error === null,
    error: data === null ? reading.error : null,
    isFiltered: search !== '',
    clearFilters: () => setSearch(''),
  };
  const layout = useLayout(list.name, sectionColumns);
  const actions = useSectionActions(list);
  // First where nothing is to be done, so that no row offers to switch its section off at a click.
  const look: RowAction<SectionRow> = {
    name: 'look',
    label: t('sections.look'),
    isDangerous: false,
    isAllowed: () => true,
    open: (row) => setOpenedId(row.id),
  };
  return (
    <ListPage list={list} title={t('sections.title')}>
      {data !== null && data.fault !== null && (
        <p className="section-fault" role="alert">
          {t(data.fault.line === null ? 'sections.fault' : 'sections.faultLine', {
            reason: data.fault.reason,
            line: data.fault.line ?? 0,
          })}
        </p>
      )}
      <div className="sections-bar">
        <InputGroup
          type="search"
          value={search}
          placeholder={t('sections.find')}
          aria-label={t('sections.find')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="sections-windows" role="group" aria-label={t('sections.window')}>
          {WINDOWS.map((each) => (
            <Button
              key={each}
              variant="minimal"
              text={t(`sections.windows.${each}`)}
              active={each === window}
              aria-pressed={each === window}
              onClick={() => setWindow(each)}
            />
          ))}
        </div>
        <ColumnChooser layout={layout} />
      </div>
      {data !== null && <p className="sections-note">{t('sections.limits', data.limits)}</p>}
      <DataTable
        list={list}
        layout={layout}
        label={t('sections.title')}
        nameOf={(row) => row.id}
        rowActions={[...actions.forward, look, ...actions.others]}
        onOpen={look.open}
      />
      <SectionDetail
        row={rows.find(({ id }) => id === openedId) ?? null}
        window={window}
        actions={[...actions.forward, ...actions.others]}
        onClose={() => setOpenedId(null)}
      />
      <FormDialog action={actions.rollOut} defaults={rollOutValues}>
        {(row) => <RollOutFields row={row} />}
      </FormDialog>
      <Ask action={actions.promote} say={(row) => t('sections.promoteText', versionsOf(row))} />
      <Ask
        action={actions.rollBack}
        say={(row) => t(row.section.rollout ? 'sections.endText' : 'sections.backText', versionsOf(row))}
      />
      <Ask action={actions.enable} say={(row) => t('sections.enableText', versionsOf(row))} />
      <Ask action={actions.disable} say={(row) => t('sections.disableText', versionsOf(row))} />
    </ListPage>
  );
}

const versionsOf = ({ plugin, section, sectionVersion }: SectionRow) => ({
  plugin,
  version: section.version ?? sectionVersion,
  rollout: section.rollout?.version ?? '',
  percent: section.rollout?.percent ?? 0,
});

/** Reads again when the registry changed, and now and then while somebody looks. */
function useFresh(refresh: () => void): void {
  useSubscription(serverEvents$, (event) => {
    const isOurs = event.type === 'changed' && event.things.some(({ subjectType }) => subjectType === 'plugin');
    if (mayChange(event, 'registry') || isOurs) refresh();
  });
  const again = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    const timer = setInterval(again, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
