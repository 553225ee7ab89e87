import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { median, quantile } from 'simple-statistics';
import { buildAll } from '../../scripts/build/build-all.ts';
import { ROOT } from '../../scripts/build/paths.ts';
import type { Database } from '../../server/src/db/database.ts';
import { distributeCase, runCaseDay } from '../../server/src/modules/collections/collections/index.ts';
import { lend, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { addPerson } from '../../server/testing/test-app.ts';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { openAllHours } from './desk-people.ts';
import { atMost, inSeconds, table, verdictTable } from './report.ts';
import { addBenchPerson, copyRealPackages, signIn, startStation } from './station.ts';

/*
 * npm run bench:cockpit: a collector at MyCollection who notes one case after the other by keys alone: from the last key
 * of a note until the next case stands open with its gate. What people say on the phone is not in it. See
 * docs/performance.md.
 */
const CASES = 20;
const PAGE = '/AdminContent/CollectionSystem/MyCollection';
const CODES = ['followUp:save', 'promise:save', 'contact:call', 'contact:sms'].map((code) => `collection:${code}`);
/** What a collector may expect. */
const SOON_SECONDS = 1;

/** The collector's rights and record, and so many cases in hand. */
async function handOver(db: Database, people: { readonly maker: string; readonly checker: string }): Promise<void> {
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'bench')
    .executeTakeFirstOrThrow();
  await sql`insert into role_code (role_no, code) select r.role_no, c from user_role r
    cross join unnest(${CODES}::text[]) c where r.user_no = ${userNo} on conflict do nothing`.execute(db);
  await sql`insert into personnel (personnel_kind, user_no, daily_cap, first_loan_whitelist)
    values ('COLLECTOR', ${userNo}, 500, true)`.execute(db);
  await sql`insert into personnel_merchant (personnel_kind, user_no, merchant_no)
    select 'COLLECTOR', ${userNo}, merchant_no from merchant`.execute(db);
  await sql`insert into user_merchant (user_no, merchant_no) select ${userNo}, merchant_no from merchant
    on conflict do nothing`.execute(db);
  const productNo = await makeProduct(db);
  const today = businessDateOf(new Date());
  for (let made = 0; made < CASES + 1; made += 1) {
    const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await sql`update bill set due_date = ${addDays(today, -5 - made)}, accrued_through = ${addDays(today, -1)}
      where order_no = ${orderNo}`.execute(db);
  }
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  const cases = await db.selectFrom('collectionCase').select('caseNo').where('caseStatus', '=', 'POOL').execute();
  const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo } } as const;
  for (const { caseNo } of cases) {
    await db
      .transaction()
      .execute((tx) => distributeCase(tx, caseNo, userNo, reach, { by: people.maker, at: new Date() }));
  }
}

async function main(): Promise<boolean> {
  await buildAll();
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache/bench-cockpit-'));
  try {
    const packages = join(work, 'packages');
    const versions = await copyRealPackages(packages);
    await using database = await createTestDatabase('seeded');
    await addBenchPerson(database, []);
    const people = {
      maker: (await addPerson(database, 'cockpit.maker')).userNo,
      checker: (await addPerson(database, 'cockpit.checker')).userNo,
    };
    await openAllHours(database.db);
    await handOver(database.db, people);
    await using station = await startStation({ database, folder: join(work, 'data'), packages, versions });
    await using browser = await launchBrowser();
    const { token, cookie } = await signIn(station);
    const context = await browser.newContext();
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: station.url }]);
    await context.addInitScript((held) => sessionStorage.setItem('token', held), token);
    const page = await context.newPage();
    await page.goto(station.url + PAGE);
    await page.getByRole('button', { name: 'Next case' }).click();
    const heading = page.locator('aside.cases-aside').getByRole('heading', { name: /^C[A-Z]\d+/ });
    const times: number[] = [];
    for (let noted = 0; noted < CASES; noted += 1) {
      const caseNo = (await heading.textContent()) ?? '';
      await page.getByRole('button', { name: /^02 / }).waitFor();
      await page.getByRole('button', { name: 'Call', exact: true }).first().waitFor();
      await page.keyboard.press('0');
      await page.keyboard.press('2');
      const startedAt = performance.now();
      await page.keyboard.press('Control+Enter');
      await heading.filter({ hasNotText: caseNo }).waitFor();
      await page.getByRole('button', { name: 'Call', exact: true }).first().waitFor();
      times.push((performance.now() - startedAt) / 1000);
    }
    const { rows } = await sql<{ notes: number }>`select count(*)::int as notes from case_follow_up`.execute(
      database.db,
    );
    if (rows[0]?.notes !== CASES) throw new Error(`${rows[0]?.notes ?? 0} of ${CASES} notes were saved`);
    const line = ['a note saved', inSeconds(median(times)), inSeconds(quantile(times, 0.95))];
    console.log(`\nFrom case to case by keys, ${CASES} times\n${table([['', 'median', 'p95'], line])}`);
    const verdict = atMost('median from case to case', median(times), SOON_SECONDS, inSeconds);
    console.log(`\n${verdictTable([verdict])}`);
    return verdict.isMet;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const isMet = await main();
// The test cluster's lease ends with the process.
process.exit(isMet ? 0 : 1);
