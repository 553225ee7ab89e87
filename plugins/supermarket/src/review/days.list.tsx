import { formatDate, lastDays, useText } from '@kituo/sdk';
import { change, partner } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  BatchAction,
  fieldsOf,
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
import { DayDetail } from './day.detail.tsx';
import { ReportForm, reportOf, type ReportValues } from './report.form.tsx';
import { dayColumns, dayFilters, type DayRow } from './review-fields.ts';
import { SettleForm, type SettleValues } from './settle.form.tsx';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Stated>();
const nameOf = (row: DayRow) => `${row.productName}, ${formatDate(row.bizDate)}`;

/** What partners report of their products by day, beside our counts, up to its payment. */
export function DayList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { bizDate: `${from}..${to}` };
  });
  const screen = useListPage<DayRow>({
    load: partner.page,
    idOf: (row) => row.partnerDayNo,
    columns: dayColumns,
    filters: dayFilters,
    defaultSort: '-bizDate',
    initial,
    file: { endpoint: partner.exportList, jobKind: 'partnerDays.export' },
  });
  const { list } = screen;
  const refreshed = { refresh: list.refresh };
  const waitsIn = change.changeFamilies.partnerDay;
  const facts = (row: DayRow) => ({ name: nameOf(row) });
  const report = {
    endpoint: partner.save,
    request: (row: DayRow | null, values: ReportValues) => reportOf(row, values),
    list: refreshed,
    facts: (row: DayRow | null) => ({ name: row === null ? '' : nameOf(row) }),
  };
  const add = useAction({ ...report, name: 'reportAdd' });
  const update = useAction({ ...report, name: 'reportUpdate' });
  const stated = ({ partnerDayNo }: DayRow, { reason }: Stated) => ({ partnerDayNo, reason });
  const confirm = useAction({
    name: 'dayConfirm',
    endpoint: partner.confirm,
    request: stated,
    list: refreshed,
    waitsIn,
    facts,
  });
  const reopen = useAction({
    name: 'dayReopen',
    endpoint: partner.reopen,
    request: stated,
    list: refreshed,
    waitsIn,
    facts,
  });
  const confirmMany = useBatch({
    name: 'dayConfirmMany',
    endpoint: partner.batchConfirm,
    jobKind: 'partnerDays.confirm',
    list,
    most: 200,
    waitsIn,
    request: ({ ids }, { reason }: Stated) => ({ partnerDayNos: [...(ids ?? [])], reason }),
  });
  const settle = useBatch({
    name: 'daySettle',
    endpoint: partner.settle,
    jobKind: 'partnerDays.settle',
    list,
    most: 200,
    waitsIn,
    request: ({ ids }, { amountCents, paidAt, ...values }: SettleValues) => ({
      partnerDayNos: [...(ids ?? [])],
      amountCents: amountCents ?? Number.NaN,
      paidAt: paidAt ?? '',
      ...values,
    }),
  });
  const importer = useImport({
    name: 'reportImport',
    kind: 'partnerDays.import',
    code: 'supermarket:review:import',
    list: refreshed,
  });
  const chosen = new Set(settle.selected.ids ?? []);
  return (
    <ListScreen
      of={screen}
      title={t('review.title')}
      nameOf={nameOf}
      rowActions={[allowedAs(confirm, 'confirm'), saveOn(update), allowedAs(reopen, 'reopen')]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), onPage(importer.action, null)]}
      batches={[confirmMany, settle]}
      detail={({ partnerDayNo }) => <DayDetail partnerDayNo={partnerDayNo} />}
      emptyText={t('review.none')}
    >
      <ReportForm action={add} />
      <ReportForm action={update} />
      <AskReason action={confirm}>
        <p>{t('review.confirmText')}</p>
      </AskReason>
      <AskReason action={reopen}>
        <p>{t('review.reopenText')}</p>
      </AskReason>
      <BatchAction batch={confirmMany} defaults={(): Stated => ({ reason: '' })}>
        <p>{t('review.confirmText')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <SettleForm batch={settle} rows={list.rows.filter((row) => chosen.has(row.partnerDayNo))} />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

/** The form takes null as well, for a new day: a row has its own leave. */
function saveOn(action: ReturnType<typeof useAction<typeof partner.save, DayRow | null, ReportValues>>) {
  return {
    name: 'save',
    label: action.label,
    isDangerous: false,
    isAllowed: (row: DayRow) => action.isPermitted && row.allowedActions.includes('save'),
    open: (row: DayRow) => {
      action.open(row);
    },
  };
}
