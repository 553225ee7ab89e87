import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { asCommand, type JobRun } from '../../platform/jobs/index.ts';
import { type Agreed, type Candidate, personVerdicts } from './candidates.ts';
import { importOf } from './import-store.ts';

interface Source {
  readonly importType: 'FILE' | 'CIRCLE_PEOPLE';
  readonly userGroupNo?: string;
}

interface Made {
  readonly entryId: string;
}

const keyOf = ({ merchantNo, phone, marketingTarget }: Candidate) => `${merchantNo} ${phone} ${marketingTarget}`;

/**
 * Lists who may be listed, each with their consent as the gate reads it, and answers an entry or a refusal a row. Of
 * two that come at once from different imports, one is refused.
 */
export async function takeEntries(
  rows: readonly Candidate[],
  source: Source,
  run: JobRun & { readonly tx: Tx },
): Promise<(AppError | Made)[]> {
  const { tx } = run;
  const call = asCommand(run);
  const verdicts = await personVerdicts(tx, rows, call);
  const agreed = verdicts.filter((verdict): verdict is Agreed => !(verdict instanceof AppError));
  const [first] = agreed;
  if (first === undefined) return verdicts.filter((verdict) => verdict instanceof AppError);
  const { batchNo } = await importOf(tx, run.jobNo, {
    ...source,
    desk: 'TELEMARKETING',
    merchantNo: first.merchantNo,
    listType: first.listType,
    marketingTarget: first.marketingTarget,
    operatorUserNo: call.caller.userNo,
  });
  const made = await insertEntries(tx, agreed, { batchNo, userGroupNo: source.userGroupNo ?? null });
  await keepConsents(
    tx,
    agreed.filter((row) => made.has(keyOf(row))),
  );
  return verdicts.map((verdict) => {
    if (verdict instanceof AppError) return verdict;
    const entryId = made.get(keyOf(verdict));
    // A number that a batch names twice is one entry.
    made.delete(keyOf(verdict));
    return entryId === undefined ? new AppError('CALL_ENTRY_EXISTS', { fields: ['phone'] }) : { entryId };
  });
}

/** The entries that were made, by what makes each the only one. In the order of phones, as every import takes them. */
async function insertEntries(
  tx: Tx,
  agreed: readonly Agreed[],
  of: { readonly batchNo: string; readonly userGroupNo: string | null },
): Promise<Map<string, string>> {
  const { rows } = await sql<Candidate & Made>`
    insert into call_entry (desk, batch_no, user_group_no, merchant_no, phone, list_type, marketing_target, opt_in_source,
      opt_in_at, recommended_product_no, market_product_no, recommended_amount_cents, expire_at)
    select 'TELEMARKETING', ${of.batchNo}, ${of.userGroupNo}, r."merchantNo", r.phone, r."listType", r."marketingTarget",
      r."optInSource", r."agreedAt", o.product_no, case when o.product_no is null then r."recommendedProductNo" end,
      r."recommendedAmountCents", r."expireAt"
    from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) as r ("merchantNo" text, phone text, "listType" text,
      "marketingTarget" text, "optInSource" text, "agreedAt" timestamptz, "recommendedProductNo" text,
      "recommendedAmountCents" bigint, "expireAt" timestamptz)
    left join loan_product o on o.product_no = r."recommendedProductNo"
    order by r.phone, r."merchantNo", r."marketingTarget"
    on conflict do nothing
    returning entry_id, merchant_no, phone, marketing_target`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row.entryId]));
}

/** The consent of each number as the gate reads it. */
async function keepConsents(tx: Tx, agreed: readonly Agreed[]): Promise<void> {
  await sql`
    insert into contact_party (party_kind, merchant_no, phone, party_name, consented_at)
    select distinct on (r.phone, r."merchantNo") 'LEAD', r."merchantNo", r.phone, r.phone, r."agreedAt"
    from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb)
      as r ("merchantNo" text, phone text, "agreedAt" timestamptz)
    order by r.phone, r."merchantNo", r."agreedAt" desc
    on conflict (merchant_no, phone) where party_kind = 'LEAD' do update
      set consented_at = excluded.consented_at, withdrawn_at = null, version = contact_party.version + 1`.execute(tx);
}
