import { reveal } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { titleOf } from './listened.ts';

/** What one person revealed, newest first. */
export const revealsOf = (userNo: string) =>
  defineList(
    reveal.mine,
    (db) => db.selectFrom('revealLog').innerJoin('appUser', 'appUser.userNo', 'revealLog.userNo'),
    (by) => ({
      scope: () => (eb) => eb('revealLog.userNo', '=', userNo),
      key: 'revealLog.revealId',
      filters: {
        kind: by.is('revealLog.kind'),
        purpose: by.is('revealLog.purpose'),
        outcome: by.is('revealLog.outcome'),
        subjectNo: by.is('revealLog.subjectNo'),
        from: by.atLeast('revealLog.eatDay'),
        to: by.atMost('revealLog.eatDay'),
      },
      sorts: { happenedAt: 'revealLog.revealId' },
      first: [],
      select: (query) => query.selectAll('revealLog').select('appUser.realName'),
      row: (row, reading) => ({
        revealId: String(row.revealId),
        happenedAt: row.happenedAt.toISOString(),
        userNo: row.userNo,
        realName: row.realName,
        kind: row.kind,
        title: titleOf(row.kind, reading),
        field: row.field,
        subjectNo: row.subjectNo,
        purpose: row.purpose,
        note: row.note,
        outcome: row.outcome,
      }),
    }),
  );
