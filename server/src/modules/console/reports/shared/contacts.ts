/** Somebody answered attempt `t`, as far as it was known at the moment asked about. The same in every report. */
export const ANSWERED = `exists (select from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment
  and (s.outcome = 'ANSWERED' or s.talk_seconds > 0))`;
/** A message that arrived, by the last end that its gateway told of until then. */
export const DELIVERED = `exists (select from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment
  and s.outcome = 'DELIVERED' and not exists (select from contact_result n where n.attempt_id = s.attempt_id
    and n.result_id > s.result_id and n.outcome = 'FAILED' and n.at <= q.moment))`;
