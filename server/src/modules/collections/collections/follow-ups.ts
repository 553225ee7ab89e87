import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { AppError } from '../../../http/app-error.ts';
import { maskEmail } from '../../platform/masking/index.ts';
import { inspectFollowUp } from '../quality/index.ts';
import { type CaseReach, lockCase } from './cases.ts';

export interface NewFollowUp {
  readonly contactPerson: 'BORROWER' | 'GUARANTOR';
  readonly contactChannel: 'CALL' | 'SMS' | 'ROBOT' | 'EMAIL' | 'NONE';
  readonly actionCode: string;
  readonly overdueReason?: string | undefined;
  readonly nextFollowUpAt?: string | undefined;
  readonly email?: string | undefined;
  readonly remark: string;
  readonly by: string;
  readonly at: Date;
}

/** Results of a contact at which somebody was spoken to: why it is late is known then. */
export const NOT_REACHED: ReadonlySet<string> = new Set([
  'NOT_REACHED',
  'NO_ANSWER',
  'BUSY',
  'SWITCHED_OFF',
  'NUMBER_FAULT',
  'SMS_SENT',
]);

/**
 * Records what was done about a case. Append-only; the case carries the newest.
 * @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS, ILLEGAL_TRANSITION, BAD_REQUEST
 */
export async function saveFollowUp(tx: Tx, caseNo: string, reach: CaseReach, followUp: NewFollowUp): Promise<number> {
  const { by, at, ...facts } = followUp;
  const one = await lockCase(tx, caseNo, reach);
  if (one.caseStatus === 'POOL' || one.caseStatus === 'CLOSED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'case', state: one.caseStatus, command: 'followUp' },
    });
  }
  if (facts.overdueReason === undefined && !NOT_REACHED.has(facts.actionCode)) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'overdueReason', msg: 'Please choose' }],
    });
  }
  const { followUpId } = await tx
    .insertInto('caseFollowUp')
    .values({
      ...facts,
      caseNo,
      overdueReason: facts.overdueReason ?? null,
      nextFollowUpAt: facts.nextFollowUpAt ?? null,
      email: facts.email ?? null,
      caseLevel: one.caseLevel,
      userNo: by,
      at,
    })
    .returning('followUpId')
    .executeTakeFirstOrThrow();
  await inspectFollowUp(tx, { caseNo, userNo: by, remark: facts.remark, at });
  await tx
    .updateTable('collectionCase')
    .set((eb) => ({
      followUpCount: eb('followUpCount', '+', 1),
      lastFollowUpAt: at,
      lastActionCode: facts.actionCode,
      ...(facts.overdueReason !== undefined && { lastOverdueReason: facts.overdueReason }),
      nextFollowUpAt: facts.nextFollowUpAt ?? null,
      version: eb('version', '+', 1),
    }))
    .where('caseNo', '=', caseNo)
    .execute();
  return followUpId;
}

type FollowUpRow = (typeof collection.followUpRow)['_zod']['output'];

/** The follow-ups of a case, or of all cases of its order, the newest first. */
export async function readFollowUps(
  db: Queryable,
  caseNo: string,
  range: { readonly offset: number; readonly limit: number; readonly isOfOrder?: boolean | undefined },
): Promise<{ rows: FollowUpRow[]; total: number }> {
  const rows = await db
    .selectFrom('caseFollowUp as f')
    .leftJoin('appUser as u', 'u.userNo', 'f.userNo')
    .select(['f.followUpId', 'f.caseNo', 'f.contactPerson', 'f.contactChannel', 'f.actionCode'])
    .select(['f.overdueReason', 'f.nextFollowUpAt', 'f.email', 'f.remark', 'f.caseLevel', 'f.at'])
    .select(['u.realName', sql<number>`count(*) over ()`.as('total')])
    .$if(range.isOfOrder !== true, (query) => query.where('f.caseNo', '=', caseNo))
    .$if(range.isOfOrder === true, (query) =>
      query.where(
        'f.caseNo',
        'in',
        db
          .selectFrom('collectionCase as c')
          .innerJoin('collectionCase as own', 'own.orderNo', 'c.orderNo')
          .select('c.caseNo')
          .where('own.caseNo', '=', caseNo),
      ),
    )
    .orderBy('f.followUpId', 'desc')
    .offset(range.offset)
    .limit(range.limit)
    .modifyEnd(prepared)
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _, caseNo: caseId, nextFollowUpAt, email, at, ...rest }) => ({
      ...rest,
      caseId,
      email: email === null ? null : maskEmail(email),
      nextFollowUpAt: nextFollowUpAt?.toISOString() ?? null,
      at: at.toISOString(),
    })),
  };
}
