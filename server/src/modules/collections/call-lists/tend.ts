import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { autoPick } from '../../staff/personnel/index.ts';
import type { InboundRule } from './attribution.ts';
import { abandoned, type CallEntry, callableNow, customerStatusOf, moveEntry } from './entries.ts';
import { listTypeRule } from './options.ts';

/** Entries of a turn, of each kind and merchant: others are not kept waiting. */
const A_TURN = 500;
const DAY_MS = 86_400_000;

/**
 * What becomes of telemarketing's entries without anybody: those past their last day are abandoned, those whose owner's
 * protection is over return to the pool, and a merchant's rule assigns whoever may be called now. An entry that somebody
 * works on at the moment is left alone.
 */
export async function tendCallLists(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: Date,
): Promise<{ expired: number; returned: number; assigned: number }> {
  const expired = await eachOf(db, sql`e.list_status in ('POOL', 'ASSIGNED') and e.expire_at < ${now}`, now, expire);
  const returned = await eachOf(db, sql`e.list_status = 'ASSIGNED' and e.protected_until < ${now}`, now, giveBack);
  let assigned = 0;
  for (const rule of await autoRules(db, now)) assigned += await assignBy(db, rule, now);
  const done = { expired, returned, assigned };
  if (expired + returned + assigned > 0) log.info(done, 'entries of telemarketing');
  return done;
}

type Step = (tx: Tx, entry: CallEntry) => Promise<void>;

/** Takes what a condition finds one by one, each in a transaction of its own; what is locked comes with the next turn. */
async function eachOf(db: Database, due: ReturnType<typeof sql>, now: Date, step: Step): Promise<number> {
  const { rows } = await sql<{ entryId: string }>`select e.entry_id from call_entry e
    where e.desk = 'TELEMARKETING' and ${due} order by e.entry_id limit ${A_TURN}`.execute(db);
  let done = 0;
  for (const { entryId } of rows) {
    done += await db.transaction().execute(async (tx) => {
      const { rows: found } = await sql<CallEntry>`select e.* from call_entry e where e.entry_id = ${entryId} and ${due}
        and (e.leased_until is null or e.leased_until < ${now}) for no key update skip locked`.execute(tx);
      const [entry] = found;
      if (!entry) return 0;
      await step(tx, entry);
      return 1;
    });
  }
  return done;
}

async function expire(tx: Tx, entry: CallEntry): Promise<void> {
  const { recycleDelayDays } = await listTypeRule(tx, entry.listType);
  await moveEntry(tx, entry, 'abandon', { byUserNo: null, change: abandoned('EXPIRED', recycleDelayDays, null) });
}

async function giveBack(tx: Tx, entry: CallEntry): Promise<void> {
  await moveEntry(tx, entry, 'recall', { byUserNo: null, note: 'PROTECTION_OVER' });
}

type AutoRule = Pick<InboundRule, 'merchantNo' | 'protectionDays' | 'customerStatuses' | 'maxEntriesPerPerson'>;

/** The rule in force of each merchant whose entries are assigned automatically. */
async function autoRules(db: Database, now: Date): Promise<AutoRule[]> {
  const { rows } = await sql<AutoRule & { autoDistribute: boolean }>`
    select distinct on (merchant_no) merchant_no, protection_days, customer_statuses, max_entries_per_person,
      auto_distribute
    from inbound_rule where rule_state = 'ENABLED' and effective_from <= ${businessDateOf(now)}
    order by merchant_no, effective_from desc`.execute(db);
  return rows.filter(({ autoDistribute }) => autoDistribute);
}

/** The best first; of first loans and of repeat loans until nobody on shift has a place for them. */
async function assignBy(db: Database, rule: AutoRule, now: Date): Promise<number> {
  const { merchantNo, customerStatuses } = rule;
  const { rows } = await sql<Pick<CallEntry, 'entryId' | 'marketingTarget'>>`
    select e.entry_id, e.marketing_target from call_entry e
    left join customer c on c.merchant_no = e.merchant_no and c.phone = e.phone
    where e.desk = 'TELEMARKETING' and e.merchant_no = ${merchantNo} and ${WAITS}
      and ${customerStatusOf} = any(${[...customerStatuses]}::text[])
    order by (e.willingness = 'WILLING') desc nulls last, e.next_call_at nulls last, e.created_at, e.entry_id
    limit ${A_TURN}`.execute(db);
  const full = new Set<string>();
  let assigned = 0;
  for (const { entryId, marketingTarget } of rows) {
    const loanType = marketingTarget === 'FIRST_LOAN' ? 'FIRST' : 'REPEAT';
    if (full.has(loanType)) continue;
    const outcome = await db.transaction().execute((tx) => assignOne(tx, entryId, loanType, rule, now));
    if (outcome === 'NOBODY') full.add(loanType);
    if (outcome === 'ASSIGNED') assigned += 1;
  }
  return assigned;
}

const WAITS = sql<boolean>`e.list_status = 'POOL' and ${callableNow}`;

async function assignOne(
  tx: Tx,
  entryId: string,
  loanType: 'FIRST' | 'REPEAT',
  { merchantNo, maxEntriesPerPerson, protectionDays }: AutoRule,
  now: Date,
): Promise<'ASSIGNED' | 'NOBODY' | 'GONE'> {
  const { rows } = await sql<CallEntry>`select e.* from call_entry e where e.entry_id = ${entryId} and ${WAITS}
    for no key update skip locked`.execute(tx);
  const [entry] = rows;
  if (!entry) return 'GONE';
  const one = await autoPick(tx, 'TELEMARKETER', merchantNo, now, { loanType, maxOpen: maxEntriesPerPerson });
  if (one === null) return 'NOBODY';
  const protectedUntil = new Date(now.getTime() + protectionDays * DAY_MS);
  const change = { ownerUserNo: one.userNo, assignedAt: now, protectedUntil };
  await moveEntry(tx, entry, 'assign', { byUserNo: null, note: 'BY_RULE', change });
  return 'ASSIGNED';
}
