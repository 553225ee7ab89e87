import { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { withinScope } from './cases.ts';
import { collectorsFor, refusalOf } from './collectors.ts';
import { AREA, runOn } from './commands.ts';

interface Row {
  readonly orderNo: string;
  readonly collectionUserNo: string;
  /** Of a case by bill. */
  readonly termNo?: string | undefined;
}

const order = ['orderNo', 'Order', '订单号', true, 'LO0000012345'] as const;
const term = ['termNo', 'Instalment', '期次', true, '3'] as const;
const collector = ['collectionUserNo', 'Collector', '催收员编号', true, 'U000005'] as const;

/** The open case that a row names. @throws AppError CASE_NOT_FOUND, CASE_RETAINED beside the order */
async function caseOf(db: Queryable, caseScope: CaseScope, { orderNo, termNo }: Row, { scope }: Pick<Caller, 'scope'>) {
  const found = await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseStatus', 'merchantNo', 'collectorUserNo'])
    .where('orderNo', '=', orderNo)
    .where('caseScope', '=', caseScope)
    .where('caseStatus', 'in', ['POOL', 'COLLECTING', 'RETAINED'])
    .where(withinScope(scope))
    .$if(termNo !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from case_bill k join bill b on b.bill_no = k.bill_no
          where k.case_no = collection_case.case_no and b.term_no = ${Number(termNo)})`,
      ),
    )
    .executeTakeFirst();
  if (!found) throw new AppError('CASE_NOT_FOUND', { fields: ['orderNo'] });
  if (found.caseStatus === 'RETAINED') throw new AppError('CASE_RETAINED', { fields: ['orderNo'] });
  return found;
}

/** Files of cases and their collectors, a row a transaction: from the pool, or from whoever has them. */
const importOf = (caseScope: CaseScope): ImportKind<Row> => ({
  kind: `${AREA[caseScope]}.caseImport`,
  title: { en: 'Import of assignments', zh: '导入分案' },
  code: `${AREA[caseScope]}:case:import`,
  columns: importColumns(caseScope === 'ORDER' ? [order, collector] : [order, term, collector]),
  toInput: (cells) => cells,
  form: caseScope === 'ORDER' ? collection.caseImportForm : collection.billCaseImportForm,
  unique: [caseScope === 'ORDER' ? ['orderNo'] : ['orderNo', 'termNo']],
  nameColumn: 'orderNo',
  async check(row, { db, caller }) {
    const found = await caseOf(db, caseScope, row, caller);
    const facts = { merchantNo: found.merchantNo, at: new Date(), userNo: row.collectionUserNo };
    const refusal = refusalOf((await collectorsFor(db, facts))[0]);
    if (refusal) throw new AppError(refusal, { fields: ['collectionUserNo'] });
    if (found.collectorUserNo === row.collectionUserNo) {
      throw new AppError('CASE_SAME_COLLECTOR', { fields: ['collectionUserNo'] });
    }
  },
  async apply(row, run) {
    const { caseNo, caseStatus } = await caseOf(run.tx, caseScope, row, run.caller);
    const { collectionUserNo } = row;
    const command = caseStatus === 'POOL' ? 'distribute' : 'redistribute';
    const request = { collectionUserNo, ...(caseStatus !== 'POOL' && { reason: 'Assigned from a file' }) };
    return await runOn(command, caseScope, { caseNo }, request, asCommand(run));
  },
});
export const caseImports = [importOf('ORDER'), importOf('BILL')];
