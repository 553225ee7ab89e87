import type { auditAllot } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { loadsOf } from '../../staff/personnel/index.ts';

/** A reviewer with all that decides whether they may get an order at an instant. */
export interface ReviewerFacts {
  readonly userNo: string;
  readonly realName: string;
  readonly groupName: string | null;
  readonly isNormal: boolean;
  readonly isOnShift: boolean;
  readonly merchantNos: readonly string[];
  readonly firstLoanWhitelist: boolean;
  readonly joinAutoAllot: boolean;
  readonly isAiEmployee: boolean;
  readonly languages: readonly string[];
  readonly dailyCap: number;
  readonly open: number;
  readonly doneToday: number;
  /** What they may still get today. */
  readonly places: number;
}

/** The reviewers of at least one merchant within the scope, or just those named, by name. */
export async function readReviewers(
  db: Queryable,
  scope: DataScope,
  at: Date,
  userNos?: readonly string[],
): Promise<ReviewerFacts[]> {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  let query = db
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
    .innerJoin('personnelMerchant as m', (join) =>
      join.onRef('m.personnelKind', '=', 'p.personnelKind').onRef('m.userNo', '=', 'p.userNo'),
    )
    .select(['p.userNo', 'u.realName', 'p.groupName', 'p.dailyCap', 'p.joinAutoAllot'])
    .select(['p.firstLoanWhitelist', 'p.isAiEmployee', 'p.languages'])
    .select(sql<boolean>`p.personnel_status = 'NORMAL' AND u.user_status = 'NORMAL'`.as('isNormal'))
    .select(sql<boolean>`is_on_shift(p.user_no, ${at})`.as('isOnShift'))
    .select(sql<string[]>`array_agg(m.merchant_no ORDER BY m.merchant_no)`.as('merchantNos'))
    .where('p.personnelKind', '=', 'AUDITOR')
    .groupBy(['p.personnelKind', 'p.userNo', 'u.realName', 'u.userStatus'])
    .orderBy('u.realName')
    .orderBy('p.userNo');
  if (merchantNos) {
    query = query.having(sql<boolean>`array_agg(m.merchant_no) && ${merchantNos}::text[]`);
  }
  if (userNos) query = query.where(sql<boolean>`p.user_no = ANY(${userNos})`);
  const people = await query.execute();
  const numbers = people.map(({ userNo }) => userNo);
  const loads = await loadsOf(db, 'AUDITOR', numbers, at);
  return people.map((person) => {
    const { open, doneToday } = loads.get(person.userNo) ?? { open: 0, doneToday: 0 };
    const places = Math.max(0, person.dailyCap - open - doneToday);
    return { ...person, open, doneToday, places };
  });
}

/** As the console shows a reviewer; of their merchants just those within the scope. */
export function presentReviewer(
  reviewer: ReviewerFacts,
  scope: DataScope,
  refusal: string | null,
  medianSeconds: number | null,
): auditAllot.Reviewer {
  const { merchantNos } = reviewer;
  return {
    auditorUserNo: reviewer.userNo,
    auditorName: reviewer.realName,
    groupName: reviewer.groupName,
    openCount: reviewer.open,
    doneToday: reviewer.doneToday,
    dailyCap: reviewer.dailyCap,
    placesLeft: reviewer.places,
    isOnShift: reviewer.isOnShift,
    firstLoanWhitelist: reviewer.firstLoanWhitelist,
    joinAutoAllot: reviewer.joinAutoAllot,
    isAiEmployee: reviewer.isAiEmployee,
    medianSeconds,
    merchantNos: scope === 'all' ? [...merchantNos] : merchantNos.filter((no) => scope.merchantNos.includes(no)),
    refusal,
  };
}
