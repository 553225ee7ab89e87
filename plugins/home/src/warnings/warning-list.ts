import { lastDays, session$, textOf } from '@kituo/sdk';
import {
  defineColumns,
  defineFilters,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { WarningRow } from './use-warning-actions.ts';
import { WARNING_LEVEL, WARNING_SOURCE, WARNING_STATUS } from './dictionaries.ts';

export const columns = defineColumns<WarningRow>([
  number('warningNo', { width: 120 }),
  status('warningLevel', WARNING_LEVEL, { sortable: true, width: 110 }),
  text('subject', { width: 330 }),
  time('raisedAt', { sortable: true }),
  status('warningStatus', WARNING_STATUS, { sortable: true, width: 130 }),
  money('amountCents', { sortable: true }),
  status('sourceType', WARNING_SOURCE, { width: 215 }),
  text('assigneeName'),
  text('merchantName', { hidden: true }),
  time('snoozedUntil', { hidden: true }),
]);

/** Midnight in Nairobi at the beginning of the last so many days: what the server filters by. */
function since(days: number): string {
  return `${lastDays(days).from}T00:00:00+03:00`;
}

export const filters = defineFilters({
  warningLevel: oneOf(WARNING_LEVEL),
  warningStatus: oneOf(WARNING_STATUS),
  raisedFrom: oneOf({
    kind: 'remote',
    name: 'warning.periods',
    load: () =>
      Promise.resolve(
        [1, 7, 30].map((days) => ({
          value: since(days),
          label: textOf('home', 'warning.lastDays', { count: days }),
        })),
      ),
  }),
  sourceType: oneOf(WARNING_SOURCE),
  merchantNo: oneOf({
    kind: 'remote',
    name: 'warning.merchants',
    load: () =>
      Promise.resolve(
        (session$.value.user?.merchants ?? []).map(({ merchantNo, merchantName }) => ({
          value: merchantNo,
          label: merchantName,
        })),
      ),
  }),
  assigneeUserNo: oneOf({
    kind: 'remote',
    name: 'warning.me',
    load: () => {
      const { user } = session$.value;
      return Promise.resolve(user ? [{ value: user.userNo, label: user.realName }] : []);
    },
  }),
  hideSnoozed: yesNo(),
});
