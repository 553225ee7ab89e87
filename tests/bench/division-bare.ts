import pg from 'pg';

/*
 * The bare SQL that a division amounts to: the same rows are locked and written, in transactions of the same size, with
 * nothing decided, read or checked in between.
 */

/** As many as the engine takes at once. */
const AT_ONCE = 4_000;

const STATEMENTS = {
  lock: `select case_no from collection_case where case_no = any($1) and case_status = 'POOL'
    order by case_no for no key update`,
  assign: `insert into case_assignment (case_no, case_level, user_no, cause, assigned_at)
    select g.case_no, g.case_level, g.user_no, 'DIVIDED', $4
    from unnest($1::text[], $2::text[], $3::text[]) as g(case_no, case_level, user_no)`,
  move: `update collection_case c set case_status = 'COLLECTING', collector_user_no = g.user_no,
    collection_level = c.case_level, version = c.version + 1
    from unnest($1::text[], $2::text[]) as g(case_no, user_no) where c.case_no = g.case_no`,
  step: `insert into case_event (case_no, command, from_status, to_status, case_level, at)
    select g.case_no, 'distribute', 'POOL', 'COLLECTING', g.case_level, $3
    from unnest($1::text[], $2::text[]) as g(case_no, case_level)`,
  publish: `with event as (
      insert into domain_event (topic, subject_type, subject_no, merchant_no, before, after)
      select 'case.distribute', 'case', g.case_no, $3::text,
        jsonb_build_object('caseStatus', 'POOL', 'caseLevel', g.case_level),
        jsonb_build_object('caseStatus', 'COLLECTING', 'caseLevel', g.case_level)
      from unnest($1::text[], $2::text[]) as g(case_no, case_level)
      returning event_id, happened_at, subject_type, subject_no)
    insert into domain_event_due (event_id, happened_at, subject_type, subject_no)
    select event_id, happened_at, subject_type, subject_no from event`,
} as const;

interface Given {
  readonly one: { readonly caseNo: string; readonly caseLevel: string; readonly merchantNo: string };
  readonly userNo: string;
}

export class BareDivider implements AsyncDisposable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<BareDivider> {
    const client = new pg.Client(url);
    await client.connect();
    return new BareDivider(client);
  }

  async divide(given: readonly Given[], at: Date): Promise<void> {
    for (let from = 0; from < given.length; from += AT_ONCE) {
      const some = given.slice(from, from + AT_ONCE);
      const caseNos = some.map(({ one }) => one.caseNo);
      const levels = some.map(({ one }) => one.caseLevel);
      const userNos = some.map(({ userNo }) => userNo);
      await this.#client.query('begin');
      await this.#client.query(STATEMENTS.lock, [caseNos]);
      await this.#client.query(STATEMENTS.assign, [caseNos, levels, userNos, at]);
      await this.#client.query(STATEMENTS.move, [caseNos, userNos]);
      await this.#client.query(STATEMENTS.step, [caseNos, levels, at]);
      await this.#client.query(STATEMENTS.publish, [caseNos, levels, some[0]?.one.merchantNo]);
      await this.#client.query('commit');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}
