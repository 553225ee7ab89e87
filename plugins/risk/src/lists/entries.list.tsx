import { eatDay, formatDateTime, Link, useText } from '@kituo/sdk';
import { change, riskList } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  History,
  ImportDialog,
  ListScreen,
  onPage,
  PlusIcon,
  Status,
  useAction,
  useBatch,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { RISK_LIST_SUBJECT, RISK_LIST_TYPE } from '../parts/codes.ts';
import { entryColumns, entryFilters, type EntryRow } from './entry-fields.ts';
import { EntryForm, entryOf, type EntryValues } from './entry.form.tsx';
import { IdleEntries } from './idle-entries.tsx';

interface CheckValues extends Record<string, unknown> {
  readonly subjectType: EntryRow['subjectType'];
  readonly subjectValue: string;
}
interface Removal extends Record<string, unknown> {
  readonly reason: string;
}
interface Extension extends Removal {
  readonly expiresOn: string | null;
}
const { Segmented, Text } = fieldsOf<CheckValues>();
const { Date: Day, Text: ReasonText } = fieldsOf<Extension>();
/** What the contract takes at a time. */
const MAX = 200;
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';

/** The lender-wide lists that machine review reads. */
export function EntryList() {
  const t = useText();
  const screen = useListPage<EntryRow>({
    load: riskList.page,
    idOf: (row) => row.entryNo,
    columns: entryColumns,
    filters: entryFilters,
    defaultSort: '-addedAt',
    file: { endpoint: riskList.exportList, jobKind: 'riskLists.export' },
  });
  const refreshed = { refresh: screen.list.refresh };
  const waitsIn = change.changeFamilies.riskList;
  const add = useAction({
    name: 'entryAdd',
    endpoint: riskList.add,
    request: (_nothing: null, values: EntryValues) => entryOf(values),
    list: refreshed,
    waitsIn,
    facts: (_nothing, reply) => ({ name: reply?.entryNo ?? '' }),
  });
  const remove = useAction({
    name: 'remove',
    endpoint: riskList.remove,
    request: ({ entryNo }: EntryRow, { reason }: { readonly reason: string }) => ({ entryNo, reason }),
    list: refreshed,
    waitsIn,
    facts: ({ entryNo }) => ({ name: entryNo }),
  });
  const check = useAction({
    name: 'entryCheck',
    endpoint: riskList.check,
    request: (_nothing: null, values: CheckValues) => values,
    facts: (_nothing, reply) => ({
      answer:
        reply === null || reply.entries.length === 0
          ? t('list.free')
          : t('list.found', { lists: reply.entries.map(({ listName }) => listName).join(', ') }),
    }),
  });
  const many = { list: screen.list, most: MAX, waitsIn };
  const removeMany = useBatch({
    ...many,
    name: 'entryRemoveMany',
    endpoint: riskList.removeMany,
    jobKind: 'riskList.takeOffMany',
    request: ({ ids }, { reason }: Removal) => ({ entryNos: [...(ids ?? [])], reason }),
    isDangerous: true,
  });
  const extendMany = useBatch({
    ...many,
    name: 'entryExtendMany',
    endpoint: riskList.extendMany,
    jobKind: 'riskList.prolongMany',
    request: ({ ids }, { expiresOn, reason }: Extension) => ({
      entryNos: [...(ids ?? [])],
      expiresOn: expiresOn ?? '',
      reason,
    }),
  });
  const importer = useImport({
    name: 'entryImport',
    kind: 'riskLists.import',
    code: 'risk:list:import',
    list: refreshed,
  });
  return (
    <ListScreen
      of={screen}
      title={t('list.title')}
      rowActions={[allowedAs(remove, 'remove')]}
      pageActions={[
        onPage(add, null, <PlusIcon aria-hidden title={false} />),
        onPage(check, null),
        onPage(importer.action, null),
      ]}
      batches={[extendMany, removeMany]}
      detail={({ entryNo }) => <EntryDetail entryNo={entryNo} />}
      emptyText={t('list.none')}
      above={<IdleEntries />}
    >
      <EntryForm action={add} />
      <AskReason action={remove} />
      <FormDialog action={check} defaults={(): CheckValues => ({ subjectType: 'PHONE', subjectValue: '' })}>
        <Segmented name="subjectType" options={RISK_LIST_SUBJECT} />
        <Text name="subjectValue" maxLength={64} hint={t('list.checkHint')} />
      </FormDialog>
      <BatchAction batch={removeMany} defaults={(): Removal => ({ reason: '' })}>
        <ReasonText name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={extendMany} defaults={(): Extension => ({ expiresOn: null, reason: '' })}>
        <Day name="expiresOn" min={eatDay()} hint={t('list.extendHint')} />
        <ReasonText name="reason" isLong maxLength={200} />
      </BatchAction>
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

function EntryDetail({ entryNo }: { readonly entryNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={riskList.detail} request={{ entryNo }}>
      {({ row, orders, others, history }) => (
        <>
          <DescriptionList of={row} columns={entryColumns} />
          <h3 className="kp-section-title">{t('list.orders')}</h3>
          {orders.length === 0 && <p className="kp-muted">{t('list.noOrders')}</p>}
          <ul className="kp-facts">
            {orders.map((met) => (
              <li key={`${met.orderNo} ${met.happenedAt}`}>
                <Link to={`${ORDER}?orderNo=${met.orderNo}&source=ListManagement`}>{met.orderNo}</Link> ·{' '}
                {formatDateTime(met.happenedAt)}
                {met.entryNo !== entryNo && ` · ${met.listName} · ${met.entryNo}`}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('list.others')}</h3>
          {others.length === 0 && <p className="kp-muted">{t('list.noOthers')}</p>}
          <ul className="kp-facts">
            {others.map((other) => (
              <li key={other.entryNo}>
                <Status of={RISK_LIST_TYPE} code={other.listType} /> {other.listName} · {other.entryNo} ·{' '}
                {t(`LIST_SOURCE.${other.listSource}`)} · {formatDateTime(other.addedAt)} –{' '}
                {formatDateTime(other.expiresAt)} · {t(`LIST_STATUS.${other.listStatus}`)} ·{' '}
                {t('list.hits', { count: other.hits })} · {other.note}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History
            entries={history}
            titleOf={({ action }) => t(`listHistory.${action.split('.').at(-1) ?? ''}`)}
            textOf={(entry) => entry.reason ?? undefined}
          />
        </>
      )}
    </DetailOf>
  );
}
