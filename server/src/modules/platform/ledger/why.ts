import type { ledger, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { type Component, COMPONENTS } from './components.ts';

type Line = ReplyOf<typeof ledger.whyThisBalance>['claim']['lines'][number];

interface PostingRow extends Omit<Line, 'runningCents' | 'postedAt' | 'formula'> {
  readonly journalId: number;
  readonly component: Component | null;
  readonly postedAt: Date;
  readonly formula: unknown;
}

const facts = z.record(z.string(), z.unknown());

export interface AccountOfBill {
  readonly balanceCents: number;
  readonly lines: Line[];
}

/**
 * Every posting on a bill's receivables and its claim, oldest first, with a running balance; the lines of a
 * component sum to what the bill owes of it.
 */
export async function explainBill(
  db: Queryable,
  billNo: string,
): Promise<{
  readonly components: readonly (AccountOfBill & { readonly component: Component })[];
  readonly claim: AccountOfBill;
}> {
  const { rows } = await sql<PostingRow>`
    select p.journal_id, p.component, j.journal_kind, p.business_date, j.posted_at, p.amount_cents,
      j.reverses_id, r.journal_id as reversed_by_id, j.cause_type, j.cause_no, p.flow_no,
      maker.real_name as maker_name, checker.real_name as checker_name, j.rule_version, j.formula
    from posting p
    join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
    left join journal_reversal r on r.reverses_id = p.journal_id
    left join app_user maker on maker.user_no = j.maker_user_no
    left join app_user checker on checker.user_no = j.checker_user_no
    where p.bill_no = ${billNo} and (p.component is not null or p.account_code = 'MEMO_CLAIM')
    order by p.journal_id, p.line_no`.execute(db);
  return {
    components: COMPONENTS.flatMap((component) => {
      const own = rows.filter((row) => row.component === component);
      return own.length === 0 ? [] : { component, ...accountOf(own) };
    }),
    claim: accountOf(rows.filter((row) => row.component === null)),
  };
}

function accountOf(rows: readonly PostingRow[]): AccountOfBill {
  let runningCents = 0;
  const lines = rows.map(({ component: _, postedAt, formula, ...row }) => {
    runningCents += row.amountCents;
    const known = facts.safeParse(formula);
    return {
      ...row,
      postedAt: postedAt.toISOString(),
      formula: known.success ? known.data : null,
      runningCents,
    };
  });
  return { balanceCents: runningCents, lines };
}
