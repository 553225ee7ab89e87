import type { inspection, ParsedRequestOf, quality, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { openInspections } from './open-inspections.ts';
import { type Subject, uninspected } from './subjects.ts';

/** The most that one draw opens. */
const MAX = 500;

interface Rule {
  readonly ruleNo: string;
  readonly sourceType: quality.SourceType;
  readonly percent: number;
  readonly minPerPerson: number;
  readonly minSeconds: number;
}

/** What a rule draws of some days, of these merchants; null: of all. */
export async function drawn(
  tx: Tx,
  { ruleNo, sourceType, percent, minPerPerson, minSeconds }: Rule,
  { from, to }: { readonly from: string; readonly to: string },
  merchantNos: readonly string[] | null,
): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select subject_no, merchant_no, user_no, customer_no, order_no, case_no, phone, happened_at, duration_seconds, content
    from (
      select s.*, row_number() over (partition by s.user_no order by md5(s.subject_no || ${ruleNo}), s.subject_no) as place,
        count(*) over (partition by s.user_no) as all_of_them
      from ${uninspected(sourceType)} s
      where s.happened_at >= ${startOfBusinessDate(from)} and s.happened_at < ${startOfBusinessDate(addDays(to, 1))}
        and coalesce(s.duration_seconds, 0) >= ${minSeconds}
        and (${merchantNos === null}::boolean or s.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))
    ) drawn
    where place <= greatest(${minPerPerson}::integer, ceil(all_of_them * ${percent}::integer / 100.0))
    order by place, happened_at limit ${MAX}`.execute(tx);
  return rows;
}

/**
 * Draws by a rule: of each person the rule's share, at least its minimum. Which ones is decided by a hash, so that
 * nobody picks.
 * @throws AppError SAMPLING_RULE_NOT_FOUND, SAMPLE_RULE_OFF, SAMPLE_EMPTY
 */
export async function drawSample(
  { ruleNo, happenedAt: { from, to } }: ParsedRequestOf<typeof inspection.sample>,
  call: CommandCall,
): Promise<ReplyOf<typeof inspection.sample>> {
  const { tx, caller } = call;
  const rule = await lockOne(tx, tx.selectFrom('samplingRule').selectAll().where('ruleNo', '=', ruleNo), {
    missing: 'SAMPLING_RULE_NOT_FOUND',
    subject: `sampling rule ${ruleNo}`,
    state: ({ version }) => version,
  });
  if (rule.ruleStatus !== 'ENABLED') throw new AppError('SAMPLE_RULE_OFF', { fields: ['ruleNo'] });
  const { sourceType, sheetNo } = rule;
  const rows = await drawn(tx, rule, { from, to }, merchantsSeen(caller.scope));
  const opened = await openInspections(tx, sourceType, rows, { ruleNo, sheetNo });
  if (opened === 0) throw new AppError('SAMPLE_EMPTY', { fields: ['happenedAt'] });
  noteMade(tx, `inspections by ${ruleNo}: ${opened}`);
  await writeAudit(tx, call, {
    action: 'inspection.sample',
    subjectType: 'samplingRule',
    subjectNo: ruleNo,
    after: { from, to, opened },
  });
  return { opened, people: new Set(rows.map(({ userNo }) => userNo)).size };
}
