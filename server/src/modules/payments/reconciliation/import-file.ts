import { createHash } from 'node:crypto';
import type { ParsedRequestOf, reconciliation, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, rootJobOf } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { takeInDay } from './commands.ts';
import { needAccount } from './days.ts';
import { linesOf } from './statement-file.ts';
import type { StatementLine } from './statement-line.ts';

/** Lines an item: each is checked by itself, and says what is wrong in it. */
const LINES_AN_ITEM = 1_000;

const line = z.object({
  serial: z.string(),
  kind: z.enum(['IN', 'OUT', 'FEE']),
  amountCents: z.int(),
  happenedAt: z.coerce.date(),
  details: z.string(),
  ownReference: z._default(z.nullable(z.string()), null),
});
const part = z.object({ lines: z.array(line) });
const params = z.strictObject({
  accountId: z.string(),
  businessDate: z.string(),
  fileName: z.string(),
  fileMd5: z.string(),
});

type Of = z.output<typeof params>;

/** A long statement: its lines are checked part by part; the last item takes in all of them, or none, and matches the day. */
export const statementJob = defineJob({
  kind: 'reconStatements.import',
  title: { en: 'Import statement', zh: '导入对账单' },
  code: 'afterLoan:reconStatement:import',
  params,
  async runItem({ subjectNo, input }, of: Of, run) {
    await needAccount(run.tx, of.accountId, run.caller.scope);
    const checked = part.safeParse(input);
    if (checked.success) {
      refuseOtherDay(checked.data.lines, of.businessDate);
      return { lines: checked.data.lines.length };
    }
    const parts = await partsOf(run.tx, run.jobNo);
    const faulty = parts.filter((lines) => othersIn(lines, of.businessDate).length > 0).length;
    if (faulty > 0) throw new AppError('STATEMENT_FAULTY', { facts: { count: faulty } });
    const lines = parts.flat();
    const done = await takeInDay({ ...of, lines }, asCommand(run));
    return { ...done, subjectNo };
  },
});

const othersIn = (lines: readonly StatementLine[], businessDate: string) =>
  lines.filter(({ happenedAt }) => businessDateOf(happenedAt) !== businessDate);

/** @throws AppError STATEMENT_OTHER_DAY */
function refuseOtherDay(lines: readonly StatementLine[], businessDate: string): void {
  const [first, ...more] = othersIn(lines, businessDate);
  if (first) throw new AppError('STATEMENT_OTHER_DAY', { facts: { count: more.length + 1, serial: first.serial } });
}

/** All lines of the file, part by part: a job that goes on with another one has but some of them. */
async function partsOf(tx: Tx, jobNo: string): Promise<StatementLine[][]> {
  const items = await tx
    .selectFrom('jobItem')
    .select('input')
    .where('jobNo', '=', await rootJobOf(tx, jobNo))
    .where(sql<boolean>`input ? 'lines'`)
    .orderBy('itemNo')
    .execute();
  return items.map(({ input }) => part.parse(input).lines);
}

/** The content as `linesOf` takes it: a text, or the bytes of a workbook in base64. @throws AppError STATEMENT_UNREADABLE */
function contentOf(body: Buffer, fileName: string): string {
  if (/\.xlsx$/i.test(fileName)) return body.toString('base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw new AppError('STATEMENT_UNREADABLE', { fields: ['content'], cause: error });
  }
}

/**
 * Reads the statement in the body and has a job take it in.
 * @throws AppError of `linesOf`; ACCOUNT_UNKNOWN; STATEMENT_KNOWN for the same file again
 */
export async function importStatementFile(
  { accountId, businessDate, fileName }: ParsedRequestOf<typeof reconciliation.importStatementFile>,
  call: CommandCall,
): Promise<ReplyOf<typeof reconciliation.importStatementFile>> {
  const { tx, caller } = call;
  await needAccount(tx, accountId, caller.scope);
  const { body } = call.raw.request;
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('STATEMENT_UNREADABLE', { fields: ['content'] });
  const fileMd5 = createHash('md5').update(body).digest('hex');
  const known = await tx
    .selectFrom('reconStatement')
    .select('runId')
    .where('accountCode', '=', accountId)
    .where('fileMd5', '=', fileMd5)
    .executeTakeFirst();
  if (known) throw new AppError('STATEMENT_KNOWN', { fields: ['content'] });
  const lines = await linesOf(tx, accountId, { fileName, content: contentOf(body, fileName) });
  const items: { subjectNo: string; input: unknown }[] = [];
  for (let from = 0; from < lines.length; from += LINES_AN_ITEM) {
    const some = lines.slice(from, from + LINES_AN_ITEM);
    items.push({ subjectNo: `${from + 1}–${from + some.length}`, input: { lines: some } });
  }
  items.push({ subjectNo: `${accountId} ${businessDate}`, input: {} });
  return {
    jobNo: await createJob(statementJob, { accountId, businessDate, fileName, fileMd5 }, call, items),
    lines: lines.length,
  };
}
