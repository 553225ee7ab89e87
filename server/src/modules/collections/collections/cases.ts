import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CaseScope, CollectionCaseTable } from '../../../db/collection-schema.ts';
import type { Schema } from '../../../db/schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope, RowAlternative } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { caseMachine } from './case.machine.ts';
import { type CaseStep, publishMoves } from './publish-moves.ts';

export type CollectionCase = Selectable<CollectionCaseTable>;
export type CaseCommand = typeof caseMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/**
 * The cases within a data scope: those of its merchants. Where a data rule speaks of departments or of
 * oneself, it means the collector who has the case.
 */
export function withinScope(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'collectionCase'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined) {
      return eb.and(scope.rows.map((rule) => eb.or(rule.map(meets))));
    }
    if (scope.merchantNos.length === 0) return eb.lit(false);
    return eb('collectionCase.merchantNo', 'in', scope.merchantNos);
  };
}

function meets({ merchantNos, deptNos, userNo }: RowAlternative) {
  return sql<boolean>`(
    (${merchantNos ?? null}::text[] IS NULL
      OR collection_case.merchant_no = ANY(${merchantNos ?? null}::text[]))
    AND (${deptNos ?? null}::text[] IS NULL OR EXISTS (SELECT 1 FROM app_user u
      WHERE u.user_no = collection_case.collector_user_no AND u.dept_no = ANY(${deptNos ?? null}::text[])))
    AND (${userNo ?? null}::text IS NULL OR collection_case.collector_user_no = ${userNo ?? null}))`;
}

/** Which cases a command reaches: those of its system, within the caller's scope, maybe only one's own. */
export interface CaseReach {
  readonly caseScope: CaseScope;
  readonly caller: Pick<Caller, 'scope' | 'userNo'> & Partial<Pick<Caller, 'pages'>>;
  /** True on pages of one's own work: somebody else's case is refused by name. */
  readonly isOwn?: boolean;
}

const BAD_DEBT_PAGES = {
  ORDER: '/admincontent/collectionsystem/baddebtmanagement',
  BILL: '/admincontent/collectionsystemnew/baddebtmanagementnew',
} as const;

/** One's own case; what is in the pool of bad debt is its desk's, too, whoever had it before. */
export function isTheirs(
  one: Pick<CollectionCase, 'caseScope' | 'caseStatus' | 'collectorUserNo'>,
  { userNo, pages }: Pick<CaseReach['caller'], 'userNo' | 'pages'>,
): boolean {
  const isOfDesk = one.caseStatus === 'BAD_DEBT_POOL' && pages?.has(BAD_DEBT_PAGES[one.caseScope]) === true;
  return isOfDesk || one.collectorUserNo === userNo;
}

/**
 * Locks a case, so that what is decided from it still holds at the commit.
 * @throws AppError CASE_NOT_FOUND, CASE_NOT_YOURS
 */
export async function lockCase(tx: Tx, caseNo: string, reach: CaseReach): Promise<CollectionCase> {
  const query = tx
    .selectFrom('collectionCase')
    .selectAll()
    .where('caseNo', '=', caseNo)
    .where('caseScope', '=', reach.caseScope)
    .where(withinScope(reach.caller.scope));
  const row = await lockOne(tx, query, {
    missing: 'CASE_NOT_FOUND',
    subject: `case ${caseNo}`,
    state: ({ version }) => version,
  });
  if (reach.isOwn && !isTheirs(row, reach.caller)) {
    throw new AppError('CASE_NOT_YOURS');
  }
  return row;
}

export interface CaseMove {
  readonly command: CaseCommand;
  readonly userNo?: string | undefined;
  readonly reason?: string | undefined;
  readonly at: Date;
  readonly change?: Partial<Omit<CollectionCase, 'caseNo' | 'caseStatus' | 'version'>>;
}

/**
 * The one way a person moves a case: by its machine, with a row of its history. Where nobody requested it, the division
 * by rules, it is told as an event.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function moveCase(tx: Tx, one: CollectionCase, move: CaseMove): Promise<CollectionCase> {
  const { command, userNo, reason, at, change = {} } = move;
  const toStatus = advance(caseMachine, one.caseStatus, command);
  const after = { ...one, ...change, caseStatus: toStatus, version: one.version + 1 };
  await tx
    .updateTable('collectionCase')
    .set((eb) => ({ ...change, caseStatus: toStatus, version: eb('version', '+', 1) }))
    .where('caseNo', '=', one.caseNo)
    .execute();
  await tx
    .insertInto('caseEvent')
    .values({
      caseNo: one.caseNo,
      command,
      fromStatus: one.caseStatus,
      toStatus,
      caseLevel: after.caseLevel,
      userNo: userNo ?? null,
      reason: reason ?? null,
      at,
    })
    .execute();
  if (userNo === undefined) await publishMoves(tx, [stepOf(command, one, after)]);
  return after;
}

/** What a move was, to be told where no command's audit row tells it. */
export function stepOf(
  command: CaseCommand,
  before: CollectionCase,
  { caseNo, merchantNo, caseStatus, caseLevel }: CollectionCase,
): CaseStep {
  const from = { fromStatus: before.caseStatus, fromLevel: before.caseLevel };
  return { caseNo, merchantNo, command, ...from, toStatus: caseStatus, caseLevel };
}
