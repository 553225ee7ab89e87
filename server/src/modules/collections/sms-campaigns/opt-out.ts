import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { stopOffers, withdrawDispatches } from '../contacts/index.ts';

/** 96 bits: nobody guesses one. */
const TOKEN_BYTES = 12;

interface Whose {
  readonly merchantNo: string;
  readonly phone: string;
}

/** The token of a phone's own address, drawn the first time. */
export async function optOutToken(tx: Tx, { merchantNo, phone }: Whose): Promise<string> {
  const { token } = await tx
    .insertInto('optOutLink')
    .values({ token: randomBytes(TOKEN_BYTES).toString('base64url'), merchantNo, phone })
    .onConflict((conflict) => conflict.columns(['merchantNo', 'phone']).doUpdateSet({ phone }))
    .returning('token')
    .executeTakeFirstOrThrow();
  return token;
}

/** Whose address it is and from whom; null for one that nobody drew. */
export async function optOutOf(db: Queryable, token: string) {
  const row = await db
    .selectFrom('optOutLink as o')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .select(['o.merchantNo', 'o.phone', 'm.merchantName', 'o.usedAt'])
    // What stands decides, for an opt-out may have been lifted since.
    .select(
      sql<boolean>`exists (select from contact_block b where b.phone = o.phone and b.block_kind = 'OPT_OUT'
        and b.lifted_at is null and (b.expires_at is null or b.expires_at > now()))`.as('isShut'),
    )
    .where('o.token', '=', token)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Shuts the gate to offers for a phone, over every channel and in the same moment; then takes back what waits to leave
 * for it. Pressing again changes nothing. @returns whether the token is known.
 */
export async function optOut(db: Database, token: string): Promise<boolean> {
  const whose = await optOutOf(db, token);
  if (whose === null) return false;
  const { phone, merchantNo } = whose;
  await db.transaction().execute(async (tx) => {
    // After whoever asks the gate about it now, so that what they let through is taken back below.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${phone}`}, 0))`.execute(tx);
    await stopOffers(tx, { phone, merchantNo });
    await tx
      .updateTable('optOutLink')
      .set({ usedAt: whose.usedAt ?? new Date() })
      .where('token', '=', token)
      .execute();
  });
  // Apart: a sender holds its task while it waits for the gate.
  await db.transaction().execute((tx) => takeBack(tx, phone));
  return true;
}

async function takeBack(tx: Tx, phone: string): Promise<void> {
  const { rows } = await sql<{ attemptId: number }>`select d.attempt_id from contact_dispatch d
    join contact_attempt a on a.attempt_id = d.attempt_id
    where d.phone = ${phone} and d.dispatch_status = 'QUEUED' and a.purpose in ('MARKETING', 'TELEMARKETING')`.execute(
    tx,
  );
  const taken = await withdrawDispatches(
    tx,
    rows.map(({ attemptId }) => attemptId),
  );
  if (taken.length === 0) return;
  await sql`with back as (update sms_marketing_recipient set recipient_status = 'SKIPPED', skipped_for = 'OBJECTED',
      attempt_id = null, sent_at = null, segments = 0, cost_cents = 0
    where attempt_id = any(${taken}::bigint[]) returning task_no),
    spent as (select r.task_no, sum(r.cost_cents) as cents from sms_marketing_recipient r
      where r.attempt_id = any(${taken}::bigint[]) group by r.task_no)
    update sms_marketing_task t set spent_cents = t.spent_cents - spent.cents from spent
      where t.task_no = spent.task_no and exists (select from back where back.task_no = t.task_no)`.execute(tx);
}
