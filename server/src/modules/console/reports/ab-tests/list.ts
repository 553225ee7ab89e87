import { abTest, type ReplyOf } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Caller } from '../../../../http/implement.ts';
import { merchantsSeen } from '../../../../http/merchant-scope.ts';
import { listExport } from '../../../platform/exports/index.ts';
import { addDays, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { EXPERIMENTS } from './experiments.ts';

type Row = abTest.ExperimentRow;
interface Request {
  readonly filters: {
    readonly experimentName?: string | undefined;
    readonly experimentKind?: Row['experimentKind'] | undefined;
    readonly experimentState?: Row['experimentState'] | undefined;
    readonly startedAt?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  };
  readonly sort: { readonly field: 'startedAt' | 'experimentName'; readonly direction: 'asc' | 'desc' } | null;
}

/** The page that shows risk models: who has it sees their experiments. */
const MODELS = '/admincontent/riskcontrolsystem/riskcontrolmodel';

function seenBy(caller: Caller): RawBuilder<boolean> {
  const merchantNos = merchantsSeen(caller.scope);
  return sql<boolean>`(${merchantNos === null}::boolean or e.merchant_no = any(${[...(merchantNos ?? [])]}::text[]))
    and (${caller.pages.has(MODELS)}::boolean or e.experiment_kind <> 'RISK_MODEL')`;
}

const COLUMNS = sql`e.experiment_kind || ':' || e.subject_no as experiment_no, e.experiment_kind, e.experiment_name,
  e.merchant_no, m.merchant_name, case when e.ended_at is null then 'RUNNING' else 'ENDED' end as experiment_state,
  e.started_at, e.ended_at, e.window_days`;
const FROM = sql`from ${sql.raw(EXPERIMENTS)} e join merchant m on m.merchant_no = e.merchant_no`;

type Stored = Omit<Row, 'startedAt' | 'endedAt'> & { readonly startedAt: Date; readonly endedAt: Date | null };
const shown = ({ startedAt, endedAt, ...row }: Stored): Row => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Experiments that match, within the caller's merchants; the newest first unless sorted. */
export async function experimentsOf(db: Queryable, { filters, sort }: Request, caller: Caller): Promise<Row[]> {
  const { experimentName = '', experimentKind = null, experimentState = null, startedAt } = filters;
  const from = startedAt?.from === undefined ? null : startOfBusinessDate(startedAt.from);
  const to = startedAt?.to === undefined ? null : startOfBusinessDate(addDays(startedAt.to, 1));
  const by = sql.raw(sort?.field === 'experimentName' ? 'e.experiment_name' : 'e.started_at');
  const { rows } = await sql<Stored>`select ${COLUMNS} ${FROM}
    where ${seenBy(caller)} and (${experimentName} = '' or strpos(lower(e.experiment_name), lower(${experimentName})) > 0)
      and (${experimentKind}::text is null or e.experiment_kind = ${experimentKind})
      and (${experimentState}::text is null or (e.ended_at is null) = (${experimentState} = 'RUNNING'))
      and (${from}::timestamptz is null or e.started_at >= ${from})
      and (${to}::timestamptz is null or e.started_at < ${to})
    order by ${by} ${sql.raw(sort?.direction ?? 'desc')}, e.subject_no limit 1000`.execute(db);
  return rows.map(shown);
}

/** @throws AppError EXPERIMENT_NOT_FOUND */
export async function experimentOf(db: Queryable, experimentNo: string, caller: Caller): Promise<Row> {
  const { rows } = await sql<Stored>`select ${COLUMNS} ${FROM}
    where ${seenBy(caller)} and e.experiment_kind || ':' || e.subject_no = ${experimentNo}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('EXPERIMENT_NOT_FOUND');
  return shown(row);
}

export function pageOfExperiments(
  rows: readonly Row[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): ReplyOf<typeof abTest.page> {
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length, totalIsExact: true };
}

export const experimentExport = listExport({
  kind: 'abTests.export',
  title: { en: 'Export of experiments', zh: '导出实验' },
  page: { code: 'report:abTest:view' },
  params: abTest.exportList.request,
  fileStem: 'experiments',
  subjectType: 'experiment',
  idOf: (row: Row) => row.experimentNo,
  rows: async (request, { db, caller }) => await experimentsOf(db, request, caller),
  columns: [
    { en: 'Experiment', zh: '实验', of: (row) => row.experimentName },
    { en: 'Kind', zh: '类型', of: (row) => row.experimentKind, codes: 'EXPERIMENT_KIND' },
    { en: 'Status', zh: '状态', of: (row) => row.experimentState, codes: 'EXPERIMENT_STATE' },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Started', zh: '开始', of: (row) => row.startedAt, isTime: true },
    { en: 'Ended', zh: '结束', of: (row) => row.endedAt, isTime: true },
    { en: 'Window (days)', zh: '观察期（天）', of: (row) => row.windowDays },
  ],
});
