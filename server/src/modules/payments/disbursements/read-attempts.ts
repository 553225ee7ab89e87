import { type ParsedRequestOf, payout, type ReplyOf } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockAttempt, WATCH_TIMES } from '../../lending/payouts/index.ts';

/** Payouts of the merchants within a scope; a rule on departments or people reaches none. */
function attemptsWithin(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'payoutAttempt'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined || scope.merchantNos.length === 0) return eb.lit(false);
    return eb('payoutAttempt.merchantNo', 'in', scope.merchantNos);
  };
}

interface Question {
  readonly askedAt: string;
  readonly answeredAt: string | null;
  readonly resultCode: string | null;
}

/** @param first by which time they are ordered where nothing else is asked for, and which way. */
const attemptsBy = (...first: ['createdAt', 'desc'] | ['sentAt', 'asc']) =>
  defineList(
    payout.attempts,
    (db) => db.selectFrom('payoutAttempt'),
    (by) => ({
      scope: ({ caller }) => attemptsWithin(caller.scope),
      key: 'payoutAttempt.attemptNo',
      missing: 'PAYOUT_NOT_FOUND',
      filters: {
        subjectType: by.is('subjectType'),
        subjectNo: by.is('subjectNo'),
        attemptNo: by.is('attemptNo'),
        disbursementCode: by.is('channelReference'),
        attemptStatus: by.is('attemptStatus'),
        failCode: by.is('failCode'),
      },
      sorts: { createdAt: 'payoutAttempt.createdAt', amountCents: 'payoutAttempt.amountCents' },
      first: [[`payoutAttempt.${first[0]}`, first[1]]],
      select: (query) =>
        query
          .leftJoin('moneyAccount as account', 'account.accountCode', 'payoutAttempt.accountCode')
          .leftJoin('appUser as maker', 'maker.userNo', 'payoutAttempt.makerUserNo')
          .leftJoin('appUser as checker', 'checker.userNo', 'payoutAttempt.checkerUserNo')
          .selectAll('payoutAttempt')
          .select(['maker.realName as makerName', 'checker.realName as checkerName', 'account.accountName'])
          .select(
            sql<Question[]>`coalesce((select jsonb_agg(jsonb_build_object('askedAt', q.asked_at,
              'answeredAt', q.answered_at, 'resultCode', q.result_code) order by q.asked_at)
            from payout_query q where q.attempt_no = payout_attempt.attempt_no), '[]')`.as('queries'),
          ),
      row: (row, { caller }) => {
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
          accountName: row.accountName ?? row.accountCode,
          amountCents: row.amountCents,
          attemptStatus: row.attemptStatus,
          disbursementCode: row.channelReference,
          failCode: row.failCode,
          failReason: row.failReason,
          payeeName: row.payeeName,
          payeeAccount: row.payeePhone ?? row.payeeAccountNo,
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
          allowedActions: isOpen && caller.codes.has('afterLoan:payoutStatus:query') ? ['query' as const] : [],
        };
      },
      personal: { payeeName: 'name', payeeAccount: 'phone' },
    }),
  );

/** Payouts of loans, refunds, transfers and withdrawals alike, newest first. */
export const attempts = attemptsBy('createdAt', 'desc');

const waiting = attemptsBy('sentAt', 'asc');

const BOARD = 500;

/** What nobody knows the end of, oldest first. */
export async function readUnknown(
  { subjectType }: ParsedRequestOf<typeof payout.unknown>,
  call: Call,
): Promise<ReplyOf<typeof payout.unknown>> {
  const filters = { attemptStatus: 'UNKNOWN', ...(subjectType && { subjectType }) } as const;
  const { rows } = await waiting.page({ filters, sort: null, page: 1, pageSize: BOARD }, call);
  const now = Date.now();
  return {
    totalCents: rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
    rows: rows.map((row) => {
      const sentAt = Date.parse(row.sentAt ?? row.createdAt);
      const asked = row.queries.at(-1)?.askedAt;
      const next = asked === undefined ? now : Date.parse(asked) + WATCH_TIMES.askAgainSeconds * 1_000;
      return {
        ...row,
        ageMinutes: Math.max(0, Math.floor((now - sentAt) / 60_000)),
        nextQueryAt: new Date(Math.max(now, next)).toISOString(),
      };
    }),
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
  const { attemptStatus, merchantNo, payoutChannel } = await lockAttempt(tx, attemptNo);
  if (attemptStatus !== 'SENT' && attemptStatus !== 'UNKNOWN') {
    const facts = { subject: 'payout attempt', state: attemptStatus, command: 'query' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const { money, bank } = services.engine.gateways;
  if ((payoutChannel === 'BANK' ? bank : money) === null) throw new AppError('GATEWAY_MISSING');
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
