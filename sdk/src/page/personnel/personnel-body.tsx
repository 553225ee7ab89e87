import { useMemo, useState } from 'react';
import { PageTabs } from '../detail/page-tabs.tsx';
import { useListPage } from '../list/use-list-page.ts';
import type { PersonnelRow } from '../../contracts/staff/personnel.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { shareTexts, usePluginText } from '../platform.ts';
import { LoadHeat } from './load-heat.tsx';
import { PersonnelDetail } from './personnel-detail.tsx';
import { personnelFilters, serviceFilters, usePersonnelColumns } from './personnel-fields.ts';
import { BatchForm, FreezeForm, HandOverForm, SyncConfirm, UnfreezeConfirm, UpdateForm } from './personnel-forms.tsx';
import type { MorePersonnel, PersonnelScreenProps } from './personnel-screen-props.ts';
import { PERSONNEL_EN, PERSONNEL_ZH } from './personnel-texts.ts';
import { usePersonnelActions } from './use-personnel-actions.ts';

shareTexts({ en: PERSONNEL_EN, zh: PERSONNEL_ZH });

const useNothing = (): MorePersonnel => ({ rowActions: [], batches: [], dialogs: null });

/** The people, and where their load comes from. */
export function PersonnelBody(props: PersonnelScreenProps) {
  return (
    <PageTabs
      label={props.title}
      tabs={[
        { name: 'people', content: () => <People {...props} /> },
        ...(props.tabs ?? []),
        { name: 'load', content: () => <LoadHeat endpoints={props.endpoints} /> },
      ]}
    />
  );
}

function People({ endpoints, jobs, title, hasParts = false, hasDeskFacts = false, ...more }: PersonnelScreenProps) {
  const t = usePluginText();
  const basic = usePersonnelColumns(hasParts);
  const { moreColumns, moreFilters, moreFacts, above, limitNote, useMore = useNothing } = more;
  const columns = useMemo(() => [...basic, ...(moreColumns ?? [])], [basic, moreColumns]);
  const [filters] = useState(() => ({ ...(hasParts ? serviceFilters : personnelFilters), ...moreFilters }));
  const screen = useListPage<PersonnelRow>({
    load: endpoints.page,
    idOf: (row) => row.userNo,
    columns,
    filters,
    defaultSort: 'userNo',
    file: { endpoint: endpoints.exportList, jobKind: `${jobs}.export` },
  });
  const { list } = screen;
  const actions = usePersonnelActions(endpoints, jobs, list, { hasParts, hasDeskFacts });
  const own = useMore(list);
  return (
    <ListScreen
      of={screen}
      title={title}
      nameOf={(row) => row.realName}
      rowActions={[...actions.rowActions, ...own.rowActions]}
      pageActions={[actions.sync]}
      batches={[actions.batch, ...own.batches]}
      detail={({ userNo }) => <PersonnelDetail endpoints={endpoints} userNo={userNo} moreFacts={moreFacts?.(userNo)} />}
      above={above}
      emptyText={t('personnel.none')}
    >
      <UpdateForm
        endpoints={endpoints}
        action={actions.update}
        hasParts={hasParts}
        hasDeskFacts={hasDeskFacts}
        limitNote={limitNote}
      />
      <FreezeForm endpoints={endpoints} action={actions.freeze} limitNote={limitNote} />
      {hasParts && <HandOverForm endpoints={endpoints} action={actions.handOver} />}
      <UnfreezeConfirm action={actions.unfreeze} />
      <SyncConfirm endpoints={endpoints} action={actions.sync} />
      <BatchForm
        batch={actions.batch}
        nameOf={(userNo) => list.rows.find((row) => row.userNo === userNo)?.realName ?? null}
      />
      {own.dialogs}
    </ListScreen>
  );
}
