import { formatMoney, useText } from '@kituo/sdk';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  DescriptionList,
  DetailOf,
  History,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { PersonRecord } from './person-record.tsx';
import { COLLECTORS_TEXTS } from './collectors-texts.ts';
import { columnsOf, ENDPOINTS, filtersOf, type SettingsRow, type SettingsScope } from './settings-fields.ts';
import {
  ManySettingsForm,
  type ManyValues,
  SettingsForm,
  type SettingsValues,
  toManyPatch,
  toPatch,
} from './settings-forms.tsx';

type Detail = ReplyOf<typeof ENDPOINTS.BILL.detail>;

/**
 * What of a system each collector works, with what they have in hand: levels, and by bill products and caps.
 *
 * @example <CollectorSettings scope="BILL" title={t('personnel.title')} />
 */
export function CollectorSettings({ scope, title }: { readonly scope: SettingsScope; readonly title: string }) {
  const t = useText(COLLECTORS_TEXTS);
  const of = ENDPOINTS[scope];
  const [columns] = useState(() => columnsOf(scope, t('collectors.all')));
  const [filters] = useState(() => filtersOf(scope));
  const screen = useListPage<SettingsRow>({
    load: of.page,
    idOf: (row) => row.userNo,
    columns,
    filters,
    defaultSort: 'userNo',
    file: {
      endpoint: of.exportList,
      jobKind: scope === 'ORDER' ? 'collectorsByOrder.export' : 'collectorsByBill.export',
    },
  });
  const { list } = screen;
  const update = useAction({
    name: 'collectorSettings',
    words: t,
    endpoint: of.update,
    request: ({ userNo, version }: SettingsRow, values: SettingsValues) => ({
      userNo,
      version,
      ...toPatch(scope, values),
    }),
    list: { refresh: list.refresh },
    facts: ({ realName }) => ({ name: realName }),
  });
  const many = useBatch({
    name: 'collectorSettingsMany',
    endpoint: of.batchUpdate,
    jobKind: scope === 'ORDER' ? 'collectorsByOrder.update' : 'collectorsByBill.update',
    list,
    request: ({ ids }, values: ManyValues) => ({ userNos: [...(ids ?? [])], ...toManyPatch(scope, values) }),
  });
  return (
    <ListScreen
      of={screen}
      title={title}
      nameOf={({ realName }) => realName}
      rowActions={[allowedAs(update, 'updateSettings')]}
      batches={[many]}
      detail={({ userNo }) => (
        <DetailOf endpoint={of.detail} request={{ userNo }}>
          {(info) => <Person of={info} columns={columns} />}
        </DetailOf>
      )}
      emptyText={t('collectors.none')}
    >
      <SettingsForm scope={scope} action={update} />
      <ManySettingsForm
        scope={scope}
        batch={many}
        nameOf={(userNo) => list.rows.find((row) => row.userNo === userNo)?.realName ?? null}
      />
    </ListScreen>
  );
}

/** Settings, load in both systems, cures by term, and what falls due next. */
function Person({ of, columns }: { readonly of: Detail; readonly columns: ReturnType<typeof columnsOf> }) {
  const t = useText(COLLECTORS_TEXTS);
  return (
    <>
      <DescriptionList of={of.row} columns={columns} />
      <h3 className="kp-section-title">{t('collectors.cures')}</h3>
      {of.cures.length === 0 && <p className="kp-muted">{t('collectors.noCures')}</p>}
      <ul className="kp-facts">
        {of.cures.map(({ termNo, cases, cured }) => (
          <li key={termNo ?? 0}>
            {t(termNo === null ? 'collectors.cure' : 'collectors.cureOfTerm', {
              term: termNo ?? 0,
              cases,
              cured,
              percent: Math.round((cured / cases) * 100),
            })}
          </li>
        ))}
      </ul>
      <p>{t('collectors.dueSoon', { count: of.dueSoon.bills, money: formatMoney(of.dueSoon.amountCents) })}</p>
      <PersonRecord of={of} />
      <History isTitled entries={of.history} titleOf={() => t('action.collectorSettings.label')} />
    </>
  );
}
