import type { ReplyOf, wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { linkedGroups, type Shared } from './linked-groups.ts';

type Ring = ReplyOf<typeof wallet.rings>['rings'][number];

/** Rewards that wallets are looked at for. Days. */
const RECENT = 90;
const SHOWN = 50;
/** A wallet more than this many share something with is a telephone shop's, and told as far as that. */
const MAX_MEMBERS = 50;

interface Row {
  readonly because: Shared['because'];
  readonly customerNos: string[];
}

/**
 * Wallets that are fed together: they share a device or a payee, or one was invited by the other. Of those rewarded in
 * the last 90 days, the ones with most money to leave first.
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export async function readRings(
  { customerNo }: { readonly customerNo?: string | undefined },
  { db, caller }: Call,
): Promise<ReplyOf<typeof wallet.rings>> {
  const merchantNos = merchantsSeen(caller.scope);
  if (customerNo !== undefined) await needWallet(db, customerNo, (no) => seesMerchant(caller.scope, no));
  const groups = linkedGroups(await sharedBy(db, merchantNos)).filter(
    ({ customerNos }) => customerNo === undefined || customerNos.includes(customerNo),
  );
  const facts = await factsOf(db, [...new Set(groups.flatMap(({ customerNos }) => customerNos))]);
  const isHidden = (field: string) => caller.isMasked || caller.maskedFields.has(field);
  const rings = groups.map(({ customerNos, because }): Ring => {
    const members = customerNos
      .flatMap((no) => facts.get(no) ?? [])
      .map(({ customerName, phone, ...member }) => ({
        ...member,
        customerName: isHidden('customerName') ? maskName(customerName) : customerName,
        phone: maskPhone(phone),
      }))
      .toSorted((one, other) => other.balanceCents - one.balanceCents || (one.customerNo < other.customerNo ? -1 : 1));
    const sum = (of: (member: Ring['members'][number]) => number) =>
      members.reduce((total, member) => total + of(member), 0);
    return {
      because: [...because],
      memberCount: members.length,
      rewardCents: sum(({ rewardCents }) => rewardCents),
      balanceCents: sum(({ balanceCents }) => balanceCents),
      heldCents: sum(({ heldCents }) => heldCents),
      members: members.slice(0, MAX_MEMBERS),
    };
  });
  return { rings: rings.toSorted((one, other) => other.balanceCents - one.balanceCents).slice(0, SHOWN) };
}

async function needWallet(db: Queryable, customerNo: string, isSeen: (merchantNo: string) => boolean): Promise<void> {
  const found = await db
    .selectFrom('wallet')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !isSeen(found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
}

/** What rewarded customers share, each with all who share it. */
async function sharedBy(db: Queryable, merchantNos: readonly string[] | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with rewarded as (select distinct customer_no from wallet_reward
      where grant_time > now() - make_interval(days => ${sql.lit(RECENT)})
        and (${merchantNos}::text[] is null or merchant_no = any(${merchantNos}::text[]))),
      lent as (select o.customer_no, o.order_no, o.e_wallet_account, o.payee_account_no
        from rewarded r join loan_order o using (customer_no)),
      payees as (
        select w.customer_no, w.e_wallet_account as payee from rewarded r join wallet_withdrawal w using (customer_no)
        union select customer_no, e_wallet_account from lent where e_wallet_account is not null
        union select customer_no, payee_account_no from lent where payee_account_no is not null)
    select 'DEVICE' as because, array_agg(distinct l.customer_no) as customer_nos
      from lent l join order_trait t on t.order_no = l.order_no and t.trait_kind = 'DEVICE'
      group by t.trait_value having count(distinct l.customer_no) > 1
    union all select 'PAYEE', array_agg(distinct customer_no) from payees
      group by payee having count(distinct customer_no) > 1
    union all select 'INVITEE', array[r.customer_no, c.customer_no]
      from rewarded a join wallet_reward r using (customer_no)
      join customer c on c.phone = r.invitee_phone and c.merchant_no = r.merchant_no
      join rewarded b on b.customer_no = c.customer_no
      where c.customer_no <> r.customer_no`.execute(db);
  return rows;
}

interface Facts extends Omit<Ring['members'][number], 'customerName' | 'phone'> {
  readonly customerName: string;
  readonly phone: string;
}

async function factsOf(db: Queryable, customerNos: readonly string[]): Promise<ReadonlyMap<string, Facts>> {
  if (customerNos.length === 0) return new Map();
  const { rows } = await sql<Facts>`
    select c.customer_no, c.customer_name, c.phone, w.balance_cents, w.held_cents,
      (select coalesce(sum(r.amount_cents), 0)::bigint from wallet_reward r where r.customer_no = c.customer_no
        and r.grant_time > now() - make_interval(days => ${sql.lit(RECENT)})) as reward_cents
    from customer c join wallet w using (customer_no)
    where c.customer_no = any(${[...customerNos]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.customerNo, row]));
}
