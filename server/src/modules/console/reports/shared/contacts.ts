/** Somebody answered attempt `t`, as far as it was known at the moment asked about. The same in every report. */
export const ANSWERED = `exists (select from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment
  and (s.outcome = 'ANSWERED' or s.talk_seconds > 0))`;
/** A message that arrived. */
export const DELIVERED = `exists (select from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment
  and s.outcome = 'DELIVERED')`;
