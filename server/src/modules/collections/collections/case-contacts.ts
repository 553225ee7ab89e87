import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { maskPhone } from '../../platform/masking/index.ts';

type Row = (typeof collection.caseContactRow)['_zod']['output'];
type Stored = Omit<Row, 'at' | 'nextAllowedAt'> & {
  readonly at: Date;
  readonly nextAllowedAt: Date | null;
};

const MAX = 50;

/** Calls and messages about a case, made or refused by the gate, the newest first. */
export async function readContacts(db: Queryable, caseNo: string, mayPlay: boolean): Promise<Row[]> {
  const { rows } = await sql<Stored>`
    select t.attempt_id, t.channel, t.phone, u.real_name, t.attempted_at as at, t.refused_for as refusal, t.next_allowed_at,
      t.template_code, t.content, r.outcome, r.talk_seconds,
      ${mayPlay} and t.channel <> 'SMS' and exists (select from contact_result h where h.attempt_id = t.attempt_id
        and h.recording_url is not null) as has_recording
    from contact_attempt t
    left join app_user u on u.user_no = t.user_no
    left join lateral (select r.outcome, r.talk_seconds from contact_result r where r.attempt_id = t.attempt_id
      order by r.result_id desc limit 1) r on true
    where t.case_no = ${caseNo}
    order by t.attempted_at desc, t.attempt_id desc limit ${MAX} ${prepared}`.execute(db);
  return rows.map(({ at, nextAllowedAt, phone, ...rest }) => ({
    ...rest,
    phone: maskPhone(phone),
    at: at.toISOString(),
    nextAllowedAt: nextAllowedAt?.toISOString() ?? null,
  }));
}
