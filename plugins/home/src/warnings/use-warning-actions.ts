import { canOpen, useNavigate, usePluginScope, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

import type { ReplyOf } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { createElement } from 'react';
import { BatchResults } from './batch-results.tsx';
import { SNOOZE_HOURS } from './dictionaries.ts';
import type { WarningRow } from './warning-row.ts';

/** What a person fills in; `type`s, because forms index their values by name. */
export type ResolveValues = { note: string };
export type AssignValues = { assigneeUserNo: string };
export type SnoozeValues = { snoozeFor: string; until: string | null };

type BatchReply = ReplyOf<typeof warning.acknowledge>;

/** How many the texts name: those requested, then those that went through. */
function countOf(rows: readonly WarningRow[], reply: BatchReply | null): { count: number } {
  return { count: reply ? reply.items.filter(({ done }) => done).length : rows.length };
}

const HOUR_MS = 3_600_000;

/** The time that was chosen, or so long from now; a time nobody chose is requested by the endpoint. */
function snoozedUntil({ snoozeFor, until }: SnoozeValues): string {
  if (snoozeFor === 'AT') return until ?? '';
  return new Date(Date.now() + (SNOOZE_HOURS[snoozeFor] ?? 1) * HOUR_MS).toISOString();
}

/** Everything a person can do with one warning or several. */
export function useWarningActions(list: List<WarningRow>) {
  const t = useText();
  const scope = usePluginScope();
  const navigate = useNavigate();
  const selected = [...list.selection.rows.values()];
  const notifyRefused = (reply: BatchReply, rows: readonly WarningRow[]) => {
    list.selection.clear();
    const refused = reply.items.filter(({ done }) => !done);
    const [first] = refused;
    if (!first) return;
    scope.openModal({
      title: t('warning.partlyDone', {
        done: reply.items.length - refused.length,
        total: reply.items.length,
      }),
      content: () => createElement(BatchResults, { items: reply.items, rows }),
    });
  };
  const numbersOf = (rows: readonly WarningRow[]) => rows.map(({ warningNo }) => warningNo);

  const acknowledge = useAction({
    name: 'acknowledge',
    endpoint: warning.acknowledge,
    request: (row: WarningRow) => ({ warningNos: [row.warningNo] }),
    list,
  });
  const assign = useAction({
    name: 'assign',
    endpoint: warning.assign,
    request: (row: WarningRow, values: AssignValues) => ({
      warningNo: row.warningNo,
      assigneeUserNo: values.assigneeUserNo,
    }),
    list,
  });
  const snooze = useAction({
    name: 'snooze',
    endpoint: warning.snooze,
    request: (row: WarningRow, values: SnoozeValues) => ({
      warningNo: row.warningNo,
      until: snoozedUntil(values),
    }),
    list,
  });
  const resolve = useAction({
    name: 'resolve',
    endpoint: warning.resolve,
    request: (row: WarningRow, values: ResolveValues) => ({
      warningNos: [row.warningNo],
      note: values.note,
    }),
    list,
  });
  const everything = { refresh: list.refresh };
  const acknowledgeAll = useAction({
    name: 'acknowledgeAll',
    endpoint: warning.acknowledge,
    request: (rows: readonly WarningRow[]) => ({ warningNos: numbersOf(rows) }),
    list: everything,
    facts: countOf,
    onDone: notifyRefused,
  });
  const resolveAll = useAction({
    name: 'resolveAll',
    endpoint: warning.resolve,
    request: (rows: readonly WarningRow[], values: ResolveValues) => ({
      warningNos: numbersOf(rows),
      note: values.note,
    }),
    list: everything,
    facts: countOf,
    onDone: notifyRefused,
  });
  const openSubject = {
    name: 'openSubject',
    label: t('warning.openSubject'),
    isDangerous: false,
    isAllowed: ({ subjectPath }: WarningRow) => subjectPath !== null && canOpen(subjectPath.split('?', 1)[0] ?? ''),
    open: (row: WarningRow) => {
      if (row.subjectPath !== null) void navigate(row.subjectPath);
    },
  };
  return {
    selected,
    acknowledge,
    assign,
    snooze,
    resolve,
    acknowledgeAll,
    resolveAll,
    openSubject,
  };
}

export type WarningActions = ReturnType<typeof useWarningActions>;
