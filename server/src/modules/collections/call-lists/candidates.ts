import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { Call } from '../../../http/implement.ts';
import { isListed, isNumberListed } from '../../parties/blacklist/index.ts';
import { customerStatusOf } from './entries.ts';
import { type ListTypeRule, listTypeRules, targetsOffered } from './options.ts';

/** Somebody who may become an entry of telemarketing. */
export interface Candidate {
  readonly merchantNo: string;
  readonly phone: string;
  readonly listType: string;
  readonly marketingTarget: string;
  readonly optInSource: string;
  /** Null: the consent on record counts. */
  readonly optInAt: Date | null;
  readonly recommendedProductNo: string | null;
  readonly recommendedAmountCents: number | null;
}

type Verdict = AppError | null;

const refused = (error: ConstructorParameters<typeof AppError>[0], field: keyof Candidate) =>
  new AppError(error, { fields: [field] });

/** What is wrong with a row by itself: what it names, and its day. Says nothing about the person. */
export async function rowVerdicts(
  db: Queryable,
  rows: readonly Candidate[],
  { caller }: Pick<Call, 'caller'>,
): Promise<{ readonly verdicts: Verdict[]; readonly rules: ReadonlyMap<string, ListTypeRule> }> {
  const merchants = await merchantsIn(db, [...new Set(rows.map((row) => row.merchantNo))]);
  const rules = await listTypeRules(db, [...new Set(rows.map((row) => row.listType))]);
  const targets = await targetsOffered(db, [...new Set(rows.map((row) => row.marketingTarget))]);
  const products = await productsOf(db, [...new Set(rows.flatMap((row) => row.recommendedProductNo ?? []))]);
  const now = new Date();
  const verdicts = rows.map((row): Verdict => {
    const { merchantNo, recommendedProductNo: product, optInAt } = row;
    if (!merchants.has(merchantNo) || !seesMerchant(caller.scope, merchantNo)) {
      return refused('REFERENCE_UNKNOWN', 'merchantNo');
    }
    if (!rules.has(row.listType)) return refused('CALL_OPTION_UNKNOWN', 'listType');
    if (!targets.has(row.marketingTarget)) return refused('CALL_OPTION_UNKNOWN', 'marketingTarget');
    if (product !== null && products.get(product)?.merchantNo !== merchantNo) {
      return refused('REFERENCE_UNKNOWN', 'recommendedProductNo');
    }
    return optInAt !== null && optInAt > now ? refused('BAD_REQUEST', 'optInAt') : null;
  });
  return { verdicts, rules };
}

/** A row that may be taken, with when its person agreed. */
export interface Agreed extends Candidate {
  readonly agreedAt: Date;
  readonly expireAt: Date;
}

interface PersonFacts {
  readonly place: number;
  readonly isBlocked: boolean;
  readonly consentedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly isListed: boolean;
  readonly status: string;
}

const DAY_MS = 86_400_000;

/** As `rowVerdicts`, and what is known of each person: blocked, not agreed, listed already, or of a status nobody wants. */
export async function personVerdicts(
  db: Queryable,
  rows: readonly Candidate[],
  call: Pick<Call, 'caller'>,
): Promise<readonly (AppError | Agreed)[]> {
  const { verdicts, rules } = await rowVerdicts(db, rows, call);
  const known = await factsOf(db, rows);
  const now = Date.now();
  return rows.map((row, place) => {
    const verdict = verdicts[place] ?? null;
    const facts = known.get(place);
    const rule = rules.get(row.listType);
    if (verdict !== null || facts === undefined || rule === undefined) {
      return verdict ?? refused('CALL_OPTION_UNKNOWN', 'listType');
    }
    const agreedAt = consentOf(row, facts);
    if (facts.isBlocked) return refused('CALL_BLACKLISTED', 'phone');
    if (agreedAt === null) return refused('CALL_CONSENT_MISSING', 'phone');
    if (facts.isListed) return refused('CALL_ENTRY_EXISTS', 'phone');
    if (!rule.customerStatuses.some((wanted) => wanted === facts.status))
      return refused('CALL_STATUS_UNWANTED', 'phone');
    return { ...row, agreedAt, expireAt: new Date(now + rule.expireDays * DAY_MS) };
  });
}

/** When the person agreed; a consent withdrawn since then does not count. */
function consentOf({ optInAt }: Candidate, { consentedAt, withdrawnAt }: PersonFacts): Date | null {
  if (optInAt === null) return withdrawnAt === null ? consentedAt : null;
  return withdrawnAt !== null && withdrawnAt > optInAt ? null : optInAt;
}

/**
 * Each row by its own look at the indexes (LATERAL with LIMIT): left to the planner, a table that grew since it was last
 * analysed would be read whole for every thousand rows.
 */
async function factsOf(db: Queryable, rows: readonly Candidate[]): Promise<ReadonlyMap<number, PersonFacts>> {
  const now = new Date();
  const given = rows.map(({ merchantNo, phone, marketingTarget }, place) => [
    place,
    merchantNo,
    phone,
    marketingTarget,
  ]);
  const { rows: found } = await sql<PersonFacts>`
    with e as materialized (select (r ->> 0)::int as place, r ->> 1 as merchant_no, r ->> 2 as phone,
      r ->> 3 as marketing_target, now() as created_at from jsonb_array_elements(${JSON.stringify(given)}::jsonb) r)
    select e.place, p.consented_at, p.withdrawn_at, ${customerStatusOf} as status,
      b.block_id is not null or x.blacklist_no is not null
        or ${isNumberListed('e', now)} or ${isListed('c', now)} as is_blocked, l.entry_id is not null as is_listed
    from e
    left join lateral (select customer_no, merchant_no, phone, id_card_no from customer where merchant_no = e.merchant_no and phone = e.phone limit 1) c on true
    left join lateral (select consented_at, withdrawn_at from contact_party
      where party_kind = 'LEAD' and merchant_no = e.merchant_no and phone = e.phone limit 1) p on true
    left join lateral (select block_id from contact_block where phone = e.phone and lifted_at is null
      and coalesce(expires_at, now()) >= now() limit 1) b on true
    left join lateral (select blacklist_no from marketing_blacklist where phone = e.phone and row_status <> 'DELETED'
      and coalesce(expire_at, now()) >= now() limit 1) x on true
    left join lateral (select entry_id from call_entry where desk = 'TELEMARKETING' and merchant_no = e.merchant_no
      and phone = e.phone and marketing_target = e.marketing_target
      and list_status in ('POOL', 'ASSIGNED') limit 1) l on true`.execute(db);
  return new Map(found.map((facts) => [facts.place, facts]));
}

async function merchantsIn(db: Queryable, merchantNos: readonly string[]): Promise<ReadonlySet<string>> {
  if (merchantNos.length === 0) return new Set();
  const found = await db.selectFrom('merchant').select('merchantNo').where('merchantNo', 'in', merchantNos).execute();
  return new Set(found.map(({ merchantNo }) => merchantNo));
}

/** Whose products these are: merchants' own, and those of partners that are on a merchant's shelf. */
export async function productsOf(
  db: Queryable,
  productNos: readonly string[],
): Promise<ReadonlyMap<string, { readonly merchantNo: string; readonly isOwn: boolean }>> {
  if (productNos.length === 0) return new Map();
  const { rows } = await sql<{ productNo: string; merchantNo: string; isOwn: boolean }>`
    select product_no, merchant_no, true as is_own from loan_product where product_no = any(${[...productNos]}::text[])
    union all
    select p.market_product_no, f.merchant_no, false from partner_product p
      join partner_platform f on f.platform_code = p.platform_code
    where p.market_product_no = any(${[...productNos]}::text[]) and p.product_status = 'ON_SHELF'`.execute(db);
  return new Map(rows.map(({ productNo, ...of }) => [productNo, of]));
}
