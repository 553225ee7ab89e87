import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { callImport, imports } from '@kituo/sdk/contracts';
import pg from 'pg';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { startJobWorker } from '../../server/src/modules/platform/jobs/index.ts';
import { addPerson, createTestApp } from '../../server/testing/test-app.ts';
import { as, listOf } from '../../server/testing/test-calls.ts';

/*
 * npm run bench:imports [-- --quick]: a CSV of 200,000 people to call (20,000), previewed, imported by its job with
 * repeats, the blacklist and consent checked on the way, and withdrawn as a whole, beside the bare inserts that this
 * amounts to: an entry and a consent a row, 1,000 rows a transaction on one connection. One row in a hundred repeats an
 * earlier one. Product first, then the bare inserts, other numbers in the same tables.
 */
const count = process.argv.includes('--quick') ? 20_000 : 200_000;
const merchantNo = 'M0001';
const KIND = 'callList.import';
const A_TRANSACTION = 1_000;

const HEAD =
  'merchantNo,phone,listType,marketingTarget,optInSource,optInAt,recommendedProductNo,recommendedAmountCents';
const phoneOf = (prefix: string, index: number) => `254${prefix}${String(index).padStart(7, '0')}`;
const lines = Array.from({ length: count }, (_, index) => {
  const phone = phoneOf('78', index % 100 === 99 ? index - 50 : index);
  return `${merchantNo},${phone},LEAD,FIRST_LOAN,WEBSITE,2026-11-01,,"5,000"`;
});
const content = Buffer.from([HEAD, ...lines].join('\r\n'));

interface Timed<Answer> {
  readonly answer: Answer;
  readonly seconds: number;
  /** The longest the main thread was held. */
  readonly blockedMs: number;
}
async function timed<Answer>(what: string, work: () => Promise<Answer>): Promise<Timed<Answer>> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const from = performance.now();
  const answer = await work();
  const seconds = (performance.now() - from) / 1_000;
  delay.disable();
  const blockedMs = delay.max / 1e6;
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  console.log(`${what}: ${seconds.toFixed(1)} s, main thread held at most ${blockedMs.toFixed(0)} ms, ${memory} MB`);
  return { answer, seconds, blockedMs };
}

{
  await using app = await createTestApp({ content: 'seeded' });
  const { db, url } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const pages = ['/AdminContent/TelemarketingSystem/ImportRecord'];
  const { userNo } = await addPerson(app.database, 'bench.lead', { pages, codes: ['telemarketing:list:import'] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const lead = await as(app, 'bench.lead');
  console.log(`${count} rows, ${(content.length / 1e6).toFixed(1)} MB`);

  const preview = await timed(
    'preview',
    async () => await lead.bytes(`${imports.preview.path}?kind=${KIND}`, content, {}),
  );
  console.log(`  ${preview.answer.data.long.faulty} of them invalid`);
  const query = new URLSearchParams({ kind: KIND, fileName: 'people.csv', isAgain: 'false' });
  const sent = await timed('file taken', async () => {
    const headers = { 'idempotency-key': 'bench-of-imports' };
    return await lead.bytes(`${imports.applyFile.path}?${query.toString()}`, content, headers);
  });
  const { jobNo } = sent.answer.data;
  const job = await timed('job', async () => {
    for (;;) {
      const found = await db.selectFrom('job').selectAll().where('jobNo', '=', jobNo).executeTakeFirstOrThrow();
      if (found.finishedAt !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  console.log(`  ${job.answer.succeeded} imported, ${job.answer.failed} refused`);

  const client = new pg.Client(url);
  await client.connect();
  const bare = await timed('bare inserts', async () => {
    for (let at = 0; at < count; at += A_TRANSACTION) {
      const phones = Array.from({ length: A_TRANSACTION }, (_, index) => phoneOf('79', at + index));
      await client.query('begin');
      await client.query({
        name: 'entries',
        text: `insert into call_entry (desk, merchant_no, phone, batch_no, list_type, marketing_target, opt_in_source, opt_in_at, expire_at)
          select 'TELEMARKETING', $1, phone, 'LBBARE', 'LEAD', 'FIRST_LOAN', 'WEBSITE', now(), now() from unnest($2::text[]) phone`,
        values: [merchantNo, phones],
      });
      await client.query({
        name: 'consents',
        text: `insert into contact_party (party_kind, merchant_no, phone, party_name, consented_at)
          select 'LEAD', $1, phone, phone, now() from unnest($2::text[]) phone`,
        values: [merchantNo, phones],
      });
      await client.query('commit');
    }
  });
  await client.end();
  const ratio = (sent.seconds + job.seconds) / bare.seconds;
  console.log(`file and job ${ratio.toFixed(2)} times the bare inserts, ${Math.round(count / job.seconds)} rows/s`);

  const { rows } = await lead.call(callImport.page, listOf());
  const withdrawn = await timed(
    'withdrawal',
    async () => await lead.call(callImport.withdraw, { importNo: rows[0]?.importNo ?? '', reason: 'Bench' }),
  );
  console.log(`  ${withdrawn.answer.removed} removed, ${withdrawn.answer.kept} kept`);
  await stop();
}
