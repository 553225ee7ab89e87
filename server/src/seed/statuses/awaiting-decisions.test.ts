import {
  aiPushTask,
  approval,
  callActivity,
  type Endpoint,
  followApproval,
  inboundConfig,
  marketingBlacklist,
  qualitySheet,
  robotTask,
  samplingRule,
  smsMarketingTask,
  smsMarketingTemplate,
  unrenewedLoanSms,
} from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { as, type Person } from '../../../testing/test-calls.ts';
import { fillBook } from '../lending/fill-book.ts';

/* What awaits a decision on a page of outreach stands in the inbox: as many as that page offers to decide. */

const QUEUES: readonly (readonly [key: string, list: Endpoint & { readonly path: string }])[] = [
  ['aiPushes', aiPushTask.page],
  ['smsCampaigns', smsMarketingTask.page],
  ['smsMarketingTemplates', smsMarketingTemplate.page],
  ['unrenewedStrategies', unrenewedLoanSms.page],
  ['qualitySheets', qualitySheet.page],
  ['samplingRules', samplingRule.page],
  ['followApplications', followApproval.page],
  ['marketingBlacklist', marketingBlacklist.page],
  ['inboundRules', inboundConfig.page],
  ['callActivities', callActivity.page],
  ['marketingRobotTasks', robotTask.marketingTasks.page],
  ['telemarketingRobotTasks', robotTask.telemarketingTasks.page],
];
const rows = z.object({ rows: z.array(z.object({ allowedActions: z.array(z.string()) })) });

let app: TestApp;
let decider: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  await fillBook(app.database.db, { orders: 200, merchants: 3, seed: 1, now: new Date() });
  const places = app.services.decisions.flatMap((queue) => queue.places);
  const codes = [...new Set(places.map(({ code }) => code))];
  const pages = [...new Set(places.map(({ page }) => page))];
  const { roleNo } = await addPerson(app.database, 'decider', { pages, codes });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  decider = await as(app, 'decider');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** The filters that an address of the inbox says. */
function filtersOf(path: string): Record<string, string | boolean> {
  const asked = new URL(path, 'http://kituo').searchParams;
  const said = [...asked].filter(([name, value]) => name !== 'tab' && value !== 'any');
  return Object.fromEntries(said.map(([name, value]) => [name, value === 'true' ? true : value]));
}

it.each(QUEUES)('%s', async (key, list) => {
  const queue = app.services.decisions.find((each) => each.key === key);
  const [place] = queue?.places ?? [];
  const filters = filtersOf(`${place?.page}?${place?.query}`);
  const { data } = await decider.post(list.path, { filters, page: 1, pageSize: 100, sort: null });
  const mine = z.parse(rows, data).rows.filter(({ allowedActions }) => allowedActions.includes('approve'));
  expect(mine.length).toBeGreaterThan(0);
  const { queues } = z.parse(approval.list.reply, (await decider.get(approval.list)).data);
  expect(queues.find((each) => each.key === key)?.count ?? 0).toBe(mine.length);
});

it('what somebody asked for themselves does not await them', async () => {
  const { db } = app.database;
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'decider')
    .executeTakeFirstOrThrow();
  const count = async () => {
    const { queues } = z.parse(approval.list.reply, (await decider.get(approval.list)).data);
    return queues.find(({ key }) => key === 'smsCampaigns')?.count ?? 0;
  };
  expect(await count()).toBeGreaterThan(0);
  await db.updateTable('smsMarketingTask').set({ createdBy: userNo }).execute();
  expect(await count()).toBe(0);
});
