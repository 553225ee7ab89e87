import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { runJob } from '../../server/src/modules/platform/jobs/testing/run-job.ts';
import { trialBalance } from '../../server/src/modules/platform/ledger/index.ts';
import { addPerson, createTestApp } from '../../server/testing/test-app.ts';
import { as } from '../../server/testing/test-calls.ts';
import { BarePayer } from './engine-bare.ts';
import { payableLoans } from './engine-payments.ts';
import type { PayableLoan } from './payable-loan.ts';

/*
 * npm run bench:write-offs [-- --quick | -- --rows=500]: a file of 10,000 write-offs (1,000 with --quick), ten a loan. First the job
 * that tries out each line and keeps its draft, beside the bare rows that this comes to: a draft, its item and the
 * job's counter in a commit each. Then, approved, the job that commits each, beside the bare transaction that
 * applying a payment amounts to. Nothing but the job runs.
 */
const said = process.argv.find((each) => each.startsWith('--rows='))?.slice('--rows='.length);
const rows = said === undefined ? (process.argv.includes('--quick') ? 1_000 : 10_000) : Number(said);
const A_LOAN = 10;
if (!Number.isInteger(rows) || rows % A_LOAN !== 0) throw new RangeError(`--rows=${said}: tens of rows`);
const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementNew';
const HEAD = 'orderNo,billNo,paymentCode,paymentChannel,amountCents,repayType,repayTime,accountId';

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
};
const told = (what: string, ours: number, bare: number) =>
  console.log(
    `${what}: ${ours.toFixed(1)} s (${((ours / rows) * 1_000).toFixed(1)} ms a row), bare ${bare.toFixed(1)} s, ${(ours / bare).toFixed(2)} times`,
  );

{
  const app = await createTestApp({ content: 'seeded' });
  const { db, url } = app.database;
  const context = { db, services: app.services, log: createLogger('silent') };
  const productNo = await makeProduct(db);
  const people: string[] = [];
  for (const name of ['bench.maker', 'bench.checker']) {
    const codes = ['import', 'audit', 'commit', 'commitMulti'].map((code) => `afterLoan:writeOff:${code}`);
    const { userNo, roleNo } = await addPerson(app.database, name, { codes, pages: [PAGE] });
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    people.push(userNo);
  }
  const [maker = '', checker = ''] = people;
  for (let loan = 0; loan < rows / A_LOAN; loan += 1) {
    await lend(db, { productNo, approvedCents: 300_000, maker, checker });
  }
  // Ten payments of KES 50 a loan, each received by the ledger's rules.
  const paid: PayableLoan[] = [];
  for (let round = 0; round < A_LOAN; round += 1) paid.push(...(await payableLoans(db, rows / A_LOAN)));
  const codes = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'paymentCode'])
    .where(
      'flowNo',
      'in',
      paid.map(({ flowNo }) => flowNo),
    )
    .execute();
  const codeOf = new Map(codes.map(({ flowNo, paymentCode }) => [flowNo, paymentCode]));
  const lines = paid.map(({ orderNo, flowNo }) => `${orderNo},,${codeOf.get(flowNo)},MPESA,50.00,GENERIC,,`);
  const file = Buffer.from([HEAD, ...lines].join('\n'));
  const [asMaker, asChecker] = [await as(app, 'bench.maker'), await as(app, 'bench.checker')];
  const sent = await asMaker.bytes('rePayManage/writeOff/importFile?fileName=bench.csv&reason=Bench', file, {
    'idempotency-key': randomUUID(),
  });
  const { jobNo } = sent.data;

  const client = new pg.Client(url);
  await client.connect();
  const bareJob = `BENCH-${jobNo}`;
  await client.query(
    `insert into job (job_no, kind, user_no, params, lang, job_status, total)
      select $1, kind, user_no, params, lang, 'RUNNING', total from job where job_no = $2`,
    [bareJob, jobNo],
  );
  await client.query(
    `insert into job_item (job_no, item_no, subject_no, input)
      select $1, item_no, subject_no, input from job_item where job_no = $2`,
    [bareJob, jobNo],
  );
  const bareTrials = async () => {
    for (const [index, { orderNo, merchantNo, cents }] of paid.entries()) {
      await client.query('begin');
      await client.query({
        name: 'draft',
        text: `insert into write_off_task (merchant_no, order_no, repay_type, rows, voucher_ids, maker_user_no)
          values ($1, $2, 'GENERIC', $3, '{}', $4)`,
        values: [merchantNo, orderNo, JSON.stringify([{ writeOffAmountCents: cents }]), maker],
      });
      await client.query({
        name: 'item',
        text: `update job_item set item_status = 'SUCCESS', finished_at = now() where job_no = $1 and item_no = $2`,
        values: [bareJob, index + 1],
      });
      await client.query({
        name: 'job',
        text: 'update job set succeeded = succeeded + 1 where job_no = $1',
        values: [bareJob],
      });
      await client.query('commit');
    }
  };
  const tried = await seconds(() => runJob(context, jobNo));
  told(`${rows} rows tried out`, tried, await seconds(bareTrials));

  const change = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', '=', 'writeOff.batch')
    .executeTakeFirstOrThrow();
  const agreed = await asChecker.post('rePayManage/writeOff/change/approve', { changeNo: change.changeNo });
  const committed = await seconds(() => runJob(context, String(agreed.data.result.jobNo)));
  const bareLoans: PayableLoan[] = [];
  for (let round = 0; round < A_LOAN; round += 1) bareLoans.push(...(await payableLoans(db, rows / A_LOAN)));
  const payer = await BarePayer.connect(url);
  const bare = await seconds(async () => {
    for (const loan of bareLoans) await payer.pay(loan);
  });
  told(`${rows} rows committed`, committed, bare);
  const { rows: done } = await sql<{ jobStatus: string; succeeded: number; failed: number }>`
    select job_status, succeeded, failed from job where job_no in (${jobNo}, ${String(agreed.data.result.jobNo)})
    order by job_no`.execute(db);
  console.log(done.map((job) => `${job.jobStatus} ${job.succeeded}/${job.succeeded + job.failed}`).join(', '));
  const isWhole = done.every(({ jobStatus, succeeded }) => jobStatus === 'SUCCESS' && succeeded === rows);
  // The bare side leaves the caches of balances alone in part; the postings balance all the same.
  console.log(`trial balance ${(await trialBalance(db)).differenceCents}`);
  await client.end();
  await payer.end();
  await app[Symbol.asyncDispose]();
  process.exit(isWhole ? 0 : 1);
}
