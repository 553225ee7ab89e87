import { contactBlacklist, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { addToBlacklist } from './blacklist-commands.ts';

const { PROPOSED_DAYS, PROPOSED_FROM } = contactBlacklist;
const MOST = 50;
const SHOWN_CALLS = 20;

interface Proposed {
  readonly phone: string;
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly customers: number;
  readonly calls: readonly {
    readonly attemptId: number;
    readonly attemptedAt: string;
    readonly customerNo: string;
    readonly purpose: string;
    readonly channel: string;
    readonly byName: string | null;
  }[];
}

/**
 * Numbers that were wrong for several people: by the network's or the robot's report of a call, or by what the caller
 * wrote within the hour. Customers with one ID number are one person. A number that is blocked for anything is proposed no more.
 */
async function proposed(db: Queryable, scope: DataScope): Promise<Proposed[]> {
  const merchantNos = merchantsSeen(scope);
  const { rows } = await sql<Proposed>`
    WITH reported AS (
      SELECT r.attempt_id FROM contact_result r
        WHERE r.outcome = 'NUMBER_FAULT' AND r.at > now() - make_interval(days => ${PROPOSED_DAYS})
      UNION SELECT a.attempt_id FROM case_follow_up f JOIN contact_attempt a ON a.case_no = f.case_no
          AND a.user_no = f.user_no AND a.channel = 'CALL' AND a.attempted_at BETWEEN f.at - interval '1 hour' AND f.at
        WHERE f.action_code = 'NUMBER_FAULT' AND f.at > now() - make_interval(days => ${PROPOSED_DAYS})),
    calls AS (
      SELECT a.*, c.id_card_no FROM reported JOIN contact_attempt a USING (attempt_id)
        JOIN customer c ON c.customer_no = a.customer_no
      WHERE a.channel IN ('CALL', 'ROBOT') AND a.refused_for IS NULL AND a.merchant_no IS NOT NULL
        AND a.attempted_at > now() - make_interval(days => ${PROPOSED_DAYS + 1})
        AND (${merchantNos === null} OR a.merchant_no = ANY(${merchantNos ?? []}::text[]))),
    numbers AS (
      SELECT phone, count(DISTINCT id_card_no)::int AS customers, (array_agg(merchant_no ORDER BY attempt_id DESC))[1] AS merchant_no,
        max(attempt_id) AS newest
      FROM calls GROUP BY phone HAVING count(DISTINCT id_card_no) >= ${PROPOSED_FROM})
    SELECT n.phone, n.merchant_no, m.merchant_name, n.customers,
      (SELECT json_agg(one ORDER BY one."attemptId" DESC) FROM (
        SELECT a.attempt_id AS "attemptId", a.attempted_at AS "attemptedAt", a.customer_no AS "customerNo", a.purpose, a.channel,
          u.real_name AS "byName"
        FROM calls a LEFT JOIN app_user u ON u.user_no = a.user_no WHERE a.phone = n.phone
        ORDER BY a.attempt_id DESC LIMIT ${SHOWN_CALLS}) one) AS calls
    FROM numbers n JOIN merchant m USING (merchant_no)
    WHERE NOT EXISTS (SELECT FROM contact_block b WHERE b.phone = n.phone AND b.lifted_at IS NULL
      AND (b.expires_at IS NULL OR b.expires_at > now()))
    ORDER BY n.customers DESC, n.newest DESC LIMIT ${MOST}`.execute(db);
  return rows;
}

/** What a proposal is known by: its number is nobody's to read in full here. */
const idOf = ({ calls }: Proposed): string => String(calls[0]?.attemptId ?? '');

export async function readProposals(
  _request: object,
  { db, caller }: Call,
): Promise<ReplyOf<typeof contactBlacklist.proposals>> {
  const found = await proposed(db, caller.scope);
  return found.map((one) => ({
    ...one,
    proposalId: idOf(one),
    phone: maskPhone(one.phone),
    calls: one.calls.map((call) => ({
      ...call,
      attemptId: String(call.attemptId),
      attemptedAt: new Date(call.attemptedAt).toISOString(),
    })),
  }));
}

/** @throws AppError NOT_FOUND, and what adding one is refused with */
export async function addProposed(
  { proposalId, blockScopes, note }: ParsedRequestOf<typeof contactBlacklist.addProposed>,
  call: CommandContext,
): Promise<{ blockId: string }> {
  const one = (await proposed(call.tx, call.caller.scope)).find((found) => idOf(found) === proposalId);
  if (!one) throw new AppError('NOT_FOUND');
  const { phone, merchantNo } = one;
  const form = { merchantNo, phone, blockReason: 'WRONG_NUMBER', blockScopes, note } as const;
  return await addToBlacklist({ ...form, feedbackNo: null, expiresOn: null }, call);
}
