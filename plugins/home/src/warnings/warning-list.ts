import { apiLanguage, formatAge, session$ } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import {
  defineColumns,
  defineFilters,
  money,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { WarningRow } from './warning-row.ts';
import type { Column } from '@kituo/sdk/page';
import { RAISED_WITHIN, WARNING_LEVEL, WARNING_SOURCE, WARNING_STATUS } from './dictionaries.ts';

/** How long ago it was raised, in words: what is old and still open stands out. */
const age: Column<WarningRow> = {
  key: 'age',
  kind: 'text',
  width: 128,
  isSortable: false,
  code: null,
  isHiddenAtFirst: false,
  valueOf: ({ raisedAt }) => ({
    kind: 'text',
    text: formatAge(raisedAt, apiLanguage(session$.value.language)),
    mask: null,
  }),
};

export const columns = defineColumns<WarningRow>([
  number('warningNo', { width: 100 }),
  status('warningLevel', WARNING_LEVEL, { sortable: true, width: 106 }),
  status('warningStatus', WARNING_STATUS, { sortable: true, width: 108 }),
  // What it is about is what is read: whole on a laptop, where the menu is open.
  text('subject', { width: 380 }),
  money('amountCents', { sortable: true, width: 116 }),
  time('raisedAt', { sortable: true, width: 152 }),
  age,
  status('sourceType', WARNING_SOURCE, { width: 215 }),
  text('assigneeName'),
  text('merchantName', { hidden: true }),
  time('snoozedUntil', { hidden: true }),
  text('resolvedByName', { hidden: true }),
  time('resolvedAt', { hidden: true }),
]);

export const filters = defineFilters({
  warningLevel: oneOf(WARNING_LEVEL),
  warningStatus: oneOf(WARNING_STATUS),
  raisedWithin: oneOf(RAISED_WITHIN),
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
  assigneeUserNo: oneOf(
    remoteOptions(warning.assignees, (people) => {
      // Oneself first, also before one took any on.
      const { user } = session$.value;
      const others = people.filter(({ userNo }) => userNo !== user?.userNo);
      return [...(user === null ? [] : [user]), ...others].map(({ userNo, realName }) => ({
        value: userNo,
        label: realName,
      }));
    }),
  ),
  isLive: yesNo(),
  hideSnoozed: yesNo(),
});
