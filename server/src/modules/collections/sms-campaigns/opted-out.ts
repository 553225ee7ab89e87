import { sql } from 'kysely';

/** Whether a recipient `r` of a task `t` withdrew within the task's window: by reply, by link, or said so to somebody. */
export const optedOut = sql<boolean>`(r.sent_at is not null and exists (select from contact_block b
  where b.phone = r.phone and b.block_kind in ('OBJECTED', 'OPT_OUT') and b.set_at >= r.sent_at
    and b.set_at < r.sent_at + make_interval(days => t.attribution_days)))`;
