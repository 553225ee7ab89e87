import { eatDay, useText } from '@kituo/sdk';
import { change, manualBlacklist } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FileList,
  FormDialog,
  History,
  ImportDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { BLACKLIST_SUBJECT } from '../parts/codes.ts';
import { Part } from '../parts/part.tsx';
import { entryColumns, entryFilters, type EntryRow } from './entry-fields.ts';
import { AppealLetter } from './letter.tsx';
import { type LinkedCustomer, Links } from './links.tsx';
import { EntryForm, entryOf, type EntryValues } from './entry.form.tsx';

interface CheckValues extends Record<string, unknown> {
  readonly subjectType: EntryRow['subjectType'];
  readonly subjectValue: string;
}
interface Linking extends Record<string, unknown> {
  readonly note: string;
  readonly despiteAppeal: boolean;
}
interface Removal extends Record<string, unknown> {
  readonly reason: string;
}
interface Extension extends Removal {
  readonly expiresOn: string | null;
}
const { Segmented, Text } = fieldsOf<CheckValues>();
const { Switch, Text: LinkText } = fieldsOf<Linking>();
const { Date: Day, Text: ReasonText } = fieldsOf<Extension>();
/** What the contract takes at a time. */
const MOST = 200;

/** People and accounts that staff blocked by hand. */
export function EntryList() {
  const t = useText();
  const reason = (code: string) => t(`ARTIFICIAL_BLACKLIST_REASON.${code}`);
  const [columns] = useState(() => entryColumns({ reason, all: t('blacklist.allMerchants') }));
  const screen = useListPage<EntryRow>({
    load: manualBlacklist.page,
    idOf: (row) => row.entryNo,
    columns,
    filters: entryFilters,
    defaultSort: '-addedAt',
    file: { endpoint: manualBlacklist.exportList, jobKind: 'manualBlacklist.export' },
  });
  const refreshed = { refresh: screen.list.refresh };
  const add = useAction({
    name: 'listEntry',
    endpoint: manualBlacklist.add,
    request: (_nothing: null, values: EntryValues) => entryOf(values),
    list: refreshed,
    facts: (_nothing, reply) => ({ name: reply?.entryNo ?? '' }),
  });
  const addLinked = useAction({
    name: 'linkedEntry',
    endpoint: manualBlacklist.addLinked,
    request: ({ entryNo, one }: { entryNo: string; one: LinkedCustomer }, values: Linking) => ({
      entryNo,
      customerNo: one.customerNo,
      ...values,
    }),
    list: refreshed,
    facts: ({ one }) => ({ name: one.customerName }),
  });
  const remove = useAction({
    name: 'remove',
    endpoint: manualBlacklist.remove,
    request: ({ entryNo }: EntryRow, values: { readonly reason: string }) => ({ entryNo, reason: values.reason }),
    list: refreshed,
    waitsIn: change.changeFamilies.merchantBlacklist,
  });
  const check = useAction({
    name: 'checkEntry',
    endpoint: manualBlacklist.check,
    request: (_nothing: null, values: CheckValues) => values,
    facts: (_nothing, reply) => ({
      answer:
        reply === null || reply.entries.length === 0
          ? t('contacts.free')
          : t('contacts.isBlocked', { why: reply.entries.map(({ reasonCode }) => reason(reasonCode)).join(', ') }),
    }),
  });
  const many = { list: screen.list, most: MOST, waitsIn: change.changeFamilies.merchantBlacklist };
  const removeMany = useBatch({
    ...many,
    name: 'entryRemoveMany',
    endpoint: manualBlacklist.removeMany,
    jobKind: 'manualBlacklist.takeOffMany',
    request: ({ ids }, { reason: why }: Removal) => ({ entryNos: [...(ids ?? [])], reason: why }),
    isDangerous: true,
  });
  const extendMany = useBatch({
    ...many,
    name: 'entryExtendMany',
    endpoint: manualBlacklist.extendMany,
    jobKind: 'manualBlacklist.prolongMany',
    request: ({ ids }, { expiresOn, reason: why }: Extension) => ({
      entryNos: [...(ids ?? [])],
      expiresOn: expiresOn ?? '',
      reason: why,
    }),
  });
  const importer = useImport({
    name: 'entryImport',
    kind: 'manualBlacklist.import',
    code: 'merchant:blacklist:import',
    list: refreshed,
  });
  return (
    <ListScreen
      of={screen}
      title={t('blacklist.title')}
      rowActions={[allowedAs(remove, 'remove')]}
      batches={[extendMany, removeMany]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), onPage(check, null), importer.action]}
      detail={({ entryNo }) => (
        <DetailOf endpoint={manualBlacklist.detail} request={{ entryNo }}>
          {({ row, evidence, history }) => (
            <>
              <DescriptionList of={row} columns={columns} />
              <Part title={t('blacklist.evidence')}>
                <FileList files={evidence} none={t('voucher.none')} />
              </Part>
              <Links
                entryNo={entryNo}
                onBlock={
                  row.blacklistState === 'ACTIVE'
                    ? (one) => {
                        addLinked.open({ entryNo, one });
                      }
                    : null
                }
              />
              <AppealLetter entryNo={entryNo} />
              <Part title={t('detail.history')}>
                <History
                  entries={history}
                  titleOf={({ action }) => t(`history.${action}`)}
                  textOf={(entry) => entry.reason ?? undefined}
                />
              </Part>
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('blacklist.none')}
    >
      <EntryForm action={add} />
      <FormDialog action={addLinked} defaults={(): Linking => ({ note: '', despiteAppeal: false })}>
        <p>{addLinked.textOf('effect')}</p>
        <LinkText name="note" isLong maxLength={200} />
        <Switch name="despiteAppeal" hint={t('blacklist.appealHint')} />
      </FormDialog>
      <AskReason action={remove} />
      <FormDialog action={check} defaults={(): CheckValues => ({ subjectType: 'PHONE', subjectValue: '' })}>
        <Segmented name="subjectType" options={BLACKLIST_SUBJECT} />
        <Text name="subjectValue" maxLength={64} hint={t('contacts.checkHint')} />
      </FormDialog>
      <BatchAction batch={removeMany} defaults={(): Removal => ({ reason: '' })}>
        <ReasonText name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={extendMany} defaults={(): Extension => ({ expiresOn: null, reason: '' })}>
        <Day name="expiresOn" min={eatDay()} hint={t('blacklist.extendHint')} />
        <ReasonText name="reason" isLong maxLength={200} />
      </BatchAction>
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}
