import { lastDays, useText } from '@kituo/sdk';
import { marketingBlacklist } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  type AttachedFile,
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
  Reveal,
  useAction,
  useBatch,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { blacklistColumns, blacklistFilters, type BlacklistRow } from '../blacklist/blacklist-fields.ts';
import { BlacklistForm, listedOf, type ListedValues } from '../blacklist/blacklist.form.tsx';

interface DeleteValues extends Record<string, unknown> {
  readonly reason: string;
  readonly voucherIds: AttachedFile | null;
}
const { File, Text } = fieldsOf<DeleteValues>();
const CONSENT = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

/** Numbers that nobody markets to; deleting one takes an approver. */
export function TeleMarketingBlackListPage() {
  const t = useText();
  const [columns] = useState(() => blacklistColumns((code) => t(`CONTACT_CHANNEL_KIND.${code}`)));
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { createdAt: `${from}..${to}` };
  });
  const screen = useListPage<BlacklistRow>({
    load: marketingBlacklist.page,
    idOf: (row) => row.blacklistNo,
    columns,
    filters: blacklistFilters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: marketingBlacklist.exportList, jobKind: 'marketingBlacklist.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ phone }: BlacklistRow) => ({ name: phone });
  const add = useAction({
    name: 'blacklistAdd',
    endpoint: marketingBlacklist.save,
    request: (_nothing: null, values: ListedValues) => listedOf(values),
    list,
  });
  const remove = useAction({
    name: 'blacklistDelete',
    endpoint: marketingBlacklist.remove,
    request: ({ blacklistNo }: BlacklistRow, { reason, voucherIds }: DeleteValues) => ({
      blacklistNo,
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    list,
    facts,
  });
  const approve = useAction({
    name: 'blacklistApprove',
    endpoint: marketingBlacklist.approve,
    request: ({ blacklistNo }: BlacklistRow) => ({ blacklistNo, isApproved: true }),
    list,
    facts,
    isDangerous: true,
  });
  const keep = useAction({
    name: 'blacklistKeep',
    endpoint: marketingBlacklist.approve,
    request: ({ blacklistNo }: BlacklistRow, { reason }: { reason: string }) => ({
      blacklistNo,
      isApproved: false,
      reason,
    }),
    list,
    facts,
  });
  const deleteMany = useBatch<typeof marketingBlacklist.removeMany, BlacklistRow, { reason: string }>({
    name: 'blacklistDeleteMany',
    endpoint: marketingBlacklist.removeMany,
    jobKind: 'marketingBlacklist.delete',
    list: screen.list,
    request: ({ ids }, { reason }) => ({ blacklistNos: [...(ids ?? [])], reason }),
  });
  const importer = useImport({
    name: 'blacklistImport',
    kind: 'marketingBlacklist.import',
    code: 'telemarketing:blacklist:save',
    list: screen.list,
  });
  return (
    <ListScreen
      of={screen}
      title={t('blacklist.title')}
      nameOf={({ phone }) => phone}
      rowActions={[allowedAs(approve, 'approve'), allowedAs(keep, 'keep'), allowedAs(remove, 'delete')]}
      pageActions={[
        onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />),
        importer.action,
      ]}
      batches={[deleteMany]}
      detail={({ blacklistNo }) => (
        <DetailOf endpoint={marketingBlacklist.detail} request={{ blacklistNo }}>
          {({ row, vouchers, history }) => (
            <>
              <DescriptionList of={row} columns={columns} />
              <Consent files={vouchers} />
              <p>
                {t('field.phone')}:{' '}
                <Reveal
                  kind="marketingBlacklist.phone"
                  subjectNo={blacklistNo}
                  masked={row.phone}
                  code="telemarketing:list:phone"
                />
              </p>
              <History
                isTitled
                entries={history}
                titleOf={({ action }) => t(`history.${action}`)}
                textOf={({ reason }) => reason ?? undefined}
              />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('blacklist.none')}
    >
      <BlacklistForm action={add} />
      <FormDialog action={remove} defaults={(): DeleteValues => ({ reason: '', voucherIds: null })}>
        {({ blacklistNo, blacklistReason }) => (
          <>
            <p>{t('blacklist.deleteEffect')}</p>
            {blacklistReason === 'OPT_OUT' && (
              <File name="voucherIds" subjectType="marketingConsent" subjectNo={blacklistNo} rule={CONSENT} />
            )}
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <Ask
        action={approve}
        say={({ blacklistNo, deleteReason }) => (
          <>
            <p>{approve.textOf('effect')}</p>
            <p>{deleteReason}</p>
            <DetailOf endpoint={marketingBlacklist.detail} request={{ blacklistNo }}>
              {({ vouchers }) => <Consent files={vouchers} />}
            </DetailOf>
          </>
        )}
      />
      <AskReason action={keep} />
      <BatchAction batch={deleteMany} defaults={() => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

/** What proves that somebody who opted out agreed again: whoever approves reads it first. */
function Consent({ files }: { readonly files: Parameters<typeof FileList>[0]['files'] }) {
  const t = useText();
  if (files.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('field.voucherIds')}</h3>
      <FileList files={files} />
    </section>
  );
}
