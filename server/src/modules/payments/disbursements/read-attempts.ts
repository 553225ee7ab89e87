import type { ParsedRequestOf, payout, ReplyOf } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandContext, DataScope } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { lockAttempt, WATCH_TIMES } from '../../lending/payouts/index.ts';

type Page = ReplyOf<typeof payout.attempts>;
type Row = Page['rows'][number];
type Request = ParsedRequestOf<typeof payout.attempts>;

/** Payouts of the merchants within a scope; a rule on departments or people reaches none. */
function attemptsWithin(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'payoutAttempt'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined || scope.merchantNos.length === 0) return eb.lit(false);
    return eb('payoutAttempt.merchantNo', 'in', scope.merchantNos);
  };
}

export async function findAttempts({ filters, page, pageSize, sort }: Request, { db, caller }: Call): Promise<Page> {
  const found = matching(db, filters, caller);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const field = sort?.field === 'amountCents' ? 'payoutAttempt.amountCents' : 'payoutAttempt.createdAt';
  const direction = sort?.direction ?? 'desc';
  const rows = await rowsOf(found)
    .orderBy(field, direction)
    .orderBy('payoutAttempt.attemptNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return { total, totalIsExact: true, rows: rows.map((row) => present(row, caller)) };
}

const BOARD = 500;

/** What nobody knows the end of, oldest first. */
export async function readUnknown(
  { subjectType }: ParsedRequestOf<typeof payout.unknown>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof payout.unknown>> {
  const found = matching(db, { attemptStatus: 'UNKNOWN', ...(subjectType && { subjectType }) }, caller);
  const rows = await rowsOf(found).orderBy('payoutAttempt.sentAt').limit(BOARD).execute();
  const now = Date.now();
  return {
    totalCents: rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
    rows: rows.map((row) => {
      const shown = present(row, caller);
      const sentAt = row.sentAt?.getTime() ?? row.createdAt.getTime();
      const asked = shown.queries.at(-1)?.askedAt;
      const next = asked === undefined ? now : Date.parse(asked) + WATCH_TIMES.askAgainSeconds * 1_000;
      return {
        ...shown,
        ageMinutes: Math.max(0, Math.floor((now - sentAt) / 60_000)),
        nextQueryAt: new Date(Math.max(now, next)).toISOString(),
      };
    }),
  };
}

function matching(db: Queryable, filters: Request['filters'], { scope }: Pick<Caller, 'scope'>) {
  const { subjectType, subjectNo, attemptNo, disbursementCode, attemptStatus, failCode } = filters;
  let query = db.selectFrom('payoutAttempt').where(attemptsWithin(scope));
  if (subjectType) query = query.where('subjectType', '=', subjectType);
  if (subjectNo) query = query.where('subjectNo', '=', subjectNo);
  if (attemptNo) query = query.where('attemptNo', '=', attemptNo);
  if (disbursementCode) query = query.where('channelReference', '=', disbursementCode);
  if (attemptStatus) query = query.where('attemptStatus', '=', attemptStatus);
  if (failCode) query = query.where('failCode', '=', failCode);
  return query;
}

interface Question {
  readonly askedAt: string;
  readonly answeredAt: string | null;
  readonly resultCode: string | null;
}

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('appUser as maker', 'maker.userNo', 'payoutAttempt.makerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'payoutAttempt.checkerUserNo')
    .selectAll('payoutAttempt')
    .select(['maker.realName as makerName', 'checker.realName as checkerName'])
    .select(
      sql<Question[]>`coalesce((select jsonb_agg(jsonb_build_object('askedAt', q.asked_at,
          'answeredAt', q.answered_at, 'resultCode', q.result_code) order by q.asked_at)
        from payout_query q where q.attempt_no = payout_attempt.attempt_no), '[]')`.as('queries'),
    );

type Stored = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function present(row: Stored, caller: Caller): Row {
  const hides = caller.isMasked || caller.maskedFields.has('payeeName');
  const isOpen = row.attemptStatus === 'SENT' || row.attemptStatus === 'UNKNOWN';
  const instant = (text: string) => new Date(text).toISOString();
  return {
    attemptNo: row.attemptNo,
    subjectType: row.subjectType,
    subjectNo: row.subjectNo,
    merchantNo: row.merchantNo,
    attemptCount: row.attemptCount,
    payoutChannel: row.payoutChannel,
    accountCode: row.accountCode,
    amountCents: row.amountCents,
    attemptStatus: row.attemptStatus,
    disbursementCode: row.channelReference,
    failCode: row.failCode,
    failReason: row.failReason,
    payeeName: row.payeeName !== null && hides ? maskText(row.payeeName) : row.payeeName,
    payeeAccount: row.payeePhone === null ? null : maskPhone(row.payeePhone),
    makerName: row.makerName,
    checkerName: row.checkerName,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    queries: row.queries.map(({ askedAt, answeredAt, resultCode }) => ({
      askedAt: instant(askedAt),
      answeredAt: answeredAt === null ? null : instant(answeredAt),
      resultCode,
    })),
    allowedActions: isOpen && caller.codes.has('afterLoan:payoutStatus:query') ? ['query'] : [],
  };
}

/**
 * Asks the channel about an attempt, once this is recorded.
 * @throws AppError PAYOUT_NOT_FOUND, ILLEGAL_TRANSITION where its end is known, GATEWAY_MISSING
 */
export async function askAbout(
  { attemptNo }: ParsedRequestOf<typeof payout.queryAttempt>,
  call: CommandContext,
): Promise<ReplyOf<typeof payout.queryAttempt>> {
  const { tx, caller, services } = call;
  const known = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('attemptNo', '=', attemptNo)
    .where(attemptsWithin(caller.scope))
    .executeTakeFirst();
  if (!known) throw new AppError('PAYOUT_NOT_FOUND');
  const { attemptStatus, merchantNo } = await lockAttempt(tx, attemptNo);
  if (attemptStatus !== 'SENT' && attemptStatus !== 'UNKNOWN') {
    const facts = { subject: 'payout attempt', state: attemptStatus, command: 'query' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (services.engine.gateways.money === null) throw new AppError('GATEWAY_MISSING');
  await writeAudit(tx, call, {
    action: 'payout.queryAttempt',
    subjectType: 'payout',
    subjectNo: attemptNo,
    merchantNo,
    after: { attemptStatus, isAsked: true },
  });
  call.afterCommit(() => services.engine.ask(attemptNo));
  return { attemptNo, attemptStatus };
}
