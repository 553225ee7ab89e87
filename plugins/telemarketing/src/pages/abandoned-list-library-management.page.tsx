import { lastDays, Link, NOTHING, useText } from '@kituo/sdk';
import { EntryPast } from '@kituo/sdk/calls';
import { abandonedList, type ReplyOf } from '@kituo/sdk/contracts';
import {
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  Status,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import {
  ABANDON_REASON,
  abandonedColumns,
  abandonedFilters,
  type AbandonedRow,
  targets,
} from '../lists/list-fields.ts';

interface Values extends Record<string, unknown> {
  readonly marketingTarget: string | null;
  readonly remark: string | null;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ marketingTarget: null, remark: '' });
const formOf = ({ marketingTarget, remark }: Values) => ({
  ...(marketingTarget !== null && { marketingTarget }),
  remark: remark === null || remark.trim() === '' ? null : remark,
});

/** Entries that were given up, and which of them get a second life. */
export function AbandonedListLibraryManagementPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { abandonedAt: `${from}..${to}` };
  });
  const screen = useListPage<AbandonedRow>({
    load: abandonedList.page,
    idOf: (row) => row.entryId,
    columns: abandonedColumns,
    filters: abandonedFilters,
    defaultSort: '-abandonedAt',
    initial,
    file: { endpoint: abandonedList.exportList, jobKind: 'abandonedList.export' },
  });
  const { list } = screen;
  const recycle = useAction({
    name: 'recycle',
    endpoint: abandonedList.recycle,
    request: ({ entryId }: AbandonedRow, values: Values) => ({ entryId, ...formOf(values) }),
    list: { refresh: list.refresh },
    facts: ({ phone }) => ({ name: phone }),
  });
  const recycleMany = useBatch<typeof abandonedList.recycleMany, AbandonedRow, Values>({
    name: 'recycleMany',
    endpoint: abandonedList.recycleMany,
    jobKind: 'abandonedList.recycle',
    list,
    request: ({ ids }, values) => ({ entryIds: [...(ids ?? [])], ...formOf(values) }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('abandoned.title')}
      nameOf={({ phone }) => phone}
      rowActions={[recycle]}
      batches={[recycleMany]}
      detail={({ entryId }) => (
        <DetailOf endpoint={abandonedList.detail} request={{ entryId }}>
          {({ row, ...past }) => (
            <>
              <DescriptionList of={row} columns={abandonedColumns} />
              <WhatToChange reason={row.abandonReason} />
              <EntryPast past={past} />
            </>
          )}
        </DetailOf>
      )}
      above={<Yields />}
      emptyText={t('abandoned.none')}
    >
      <FormDialog action={recycle} defaults={nothing}>
        <Fields />
      </FormDialog>
      <BatchAction batch={recycleMany} defaults={nothing}>
        <Fields />
      </BatchAction>
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  return (
    <>
      <Select name="marketingTarget" options={targets} isOptional hint={t('abandoned.targetHint')} />
      <Text name="remark" isLong isOptional maxLength={200} />
    </>
  );
}

const BLACKLIST = '/AdminContent/TelemarketingSystem/TeleMarketingBlackList';

/** Of entries that are never recycled: what would have to change, and where. */
function WhatToChange({ reason }: { readonly reason: AbandonedRow['abandonReason'] }) {
  const t = useText();
  if (reason === 'NUMBER_FAULT') return <p className="kp-note">{t('abandoned.never.NUMBER_FAULT')}</p>;
  if (reason !== 'OPTED_OUT' && reason !== 'BLACKLISTED') return null;
  return (
    <p className="kp-note">
      {t(`abandoned.never.${reason}`)} <Link to={`${BLACKLIST}?createdAt=any`}>{t('blacklist.title')}</Link>
    </p>
  );
}

const PAGE = '/AdminContent/TelemarketingSystem/AbandonedListLibraryManagement';

/** What recycling came to, and which entries are worth it next: opened by whoever asks. */
function Yields() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{t('abandoned.yields')}</summary>
      {isOpen && (
        <DetailOf endpoint={abandonedList.yields} request={{}}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="kp-note">{t('abandoned.noYields')}</p>
            ) : (
              <ul className="kp-facts">
                {rows.map((row) => (
                  <Yield key={`${row.abandonReason} ${row.listType}`} of={row} />
                ))}
              </ul>
            )
          }
        </DetailOf>
      )}
    </details>
  );
}

function Yield({ of }: { readonly of: ReplyOf<typeof abandonedList.yields>[number] }) {
  const t = useText();
  const { abandonReason, listType, listTypeName, recycled, called, reached, converted, recyclable } = of;
  const rate = called === 0 ? NOTHING : `${Math.round((reached * 100) / called)}%`;
  const query = `abandonReason=${abandonReason}&listType=${listType}&recyclable=true&abandonedAt=any`;
  return (
    <li>
      <Status of={ABANDON_REASON} code={abandonReason} /> {listTypeName}:{' '}
      {t('abandoned.yield', { recycled, called, rate, converted })}{' '}
      {recyclable > 0 && <Link to={`${PAGE}?${query}`}>{t('abandoned.suggested', { count: recyclable })}</Link>}
    </li>
  );
}
