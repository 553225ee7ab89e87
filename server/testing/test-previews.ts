import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { API_PREFIX, type CommandPreview, DRY_RUN_HEADER, type Endpoint, SEEN_HEADER } from '@kituo/sdk/contracts';
import { fullPath } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { everyRow } from '../src/modules/payments/payments/testing/every-row.ts';
import { allRoutes } from '../src/routes.ts';
import type { TestApp } from './test-app.ts';
import type { Answer, Person } from './test-calls.ts';

/** Where the version of a thing stands, by the words of records: `order` → table and key. */
const VERSIONED: Readonly<Record<string, readonly [table: string, key: string]>> = {
  order: ['loan_order', 'order_no'],
  bill: ['bill_balance', 'bill_no'],
  flow: ['payment_flow', 'flow_no'],
  coupon: ['coupon', 'coupon_no'],
  couponTemplate: ['coupon_template', 'coupon_template_no'],
  transfer: ['cash_transfer', 'transfer_no'],
  payout: ['payout_attempt', 'attempt_no'],
  case: ['collection_case', 'case_no'],
  writeOff: ['write_off_task', 'task_no'],
  withdrawal: ['wallet_withdrawal', 'withdraw_no'],
  recharge: ['merchant_recharge', 'recharge_no'],
  consumption: ['merchant_consumption', 'record_no'],
  prepaid: ['merchant_prepaid', 'merchant_no'],
  wallet: ['wallet', 'customer_no'],
  partnerDay: ['partner_day', 'partner_day_no'],
  channelFee: ['channel_fee', 'fee_no'],
  feedback: ['feedback', 'feedback_no'],
  robotTask: ['robot_task', 'task_no'],
  robotPlan: ['robot_plan', 'plan_no'],
  aiTask: ['ai_task', 'task_no'],
  user: ['app_user', 'user_no'],
  auditor: ['personnel', 'user_no'],
  warning: ['warning', 'warning_no'],
};

const PREVIEWED = allRoutes
  .filter(({ endpoint }) => endpoint.preview === true && !endpoint.path.includes('{'))
  .map(({ endpoint }) => fullPath(endpoint).slice(API_PREFIX.length));

/** Commands on their way: those of a test that sends several at once are sent as they are. */
const underWay = new WeakMap<TestApp, number>();

/**
 * A person who looks before each command that has a preview: the dry run leaves every row as it was; a commit
 * of what was seen is refused after the state moved, and writes nothing; then it goes through. What the dry
 * run refuses, or asks to be confirmed, is sent as it is.
 */
export function previewing(app: TestApp, person: Person): Person & { readonly seen: Set<string> } {
  const seen = new Set<string>();
  const send = async (path: string, payload: object, headers: Record<string, string>) => {
    const reply = await app.http.inject({
      method: 'POST',
      url: API_PREFIX + path,
      headers: { 'auth-token': person.token, ...headers },
      payload,
    });
    const answer: Answer = {
      ...reply.json(),
      status: reply.statusCode,
      body: reply.rawPayload,
      headers: reply.headers,
    };
    return answer;
  };
  const post: Person['post'] = async (to: string | Endpoint, payload: object, key: string = randomUUID()) => {
    const path = typeof to === 'string' ? to : to.path;
    if (!PREVIEWED.includes(path)) return await person.post(path, payload, key);
    underWay.set(app, (underWay.get(app) ?? 0) + 1);
    try {
      await setImmediate();
      const isAlone = underWay.get(app) === 1;
      return await (isAlone ? looked(path, payload, key) : person.post(path, payload, key));
    } finally {
      underWay.set(app, (underWay.get(app) ?? 1) - 1);
    }
  };
  const looked = async (path: string, payload: object, key: string): Promise<Answer> => {
    const { db } = app.database;
    const before = await everyRow(db);
    const dry = await send(path, payload, { [DRY_RUN_HEADER]: '1' });
    expect(await everyRow(db), `the dry run of ${path} wrote`).toEqual(before);
    if (dry.code !== 0 || dry.data.confirmations.length > 0) {
      return await person.post(path, payload, key);
    }
    const preview: CommandPreview = dry.data;
    const restore = await move(app, preview);
    const moved = await everyRow(db);
    const told = { 'idempotency-key': key, [SEEN_HEADER]: preview.seen };
    const refused = await send(path, payload, restore ? told : { ...told, [SEEN_HEADER]: 'another state' });
    expect(refused.data, `${path} was committed on a state that moved`).toMatchObject({
      error: expect.stringMatching(/^(STATE_MOVED|STALE)$/),
    });
    expect(await everyRow(db), `${path} was refused and wrote`).toEqual(moved);
    await restore?.();
    const done = await send(path, payload, told);
    expect(done, `${path} was refused though nothing moved`).toMatchObject({ code: 0 });
    if (restore) seen.add(path);
    return done;
  };
  return { ...person, post, seen };
}

/** Gives the first thing of a preview that has a version another one. @returns how it gets its own back. */
async function move({ database }: TestApp, { before, postings }: CommandPreview) {
  const subjects = [
    ...before.map(({ subjectType, subjectNo }) => [subjectType, subjectNo] as const),
    ...postings
      // A payout leaves after the commit, which meets less than its preview does.
      .filter(({ journalKind }) => journalKind !== 'PAYOUT_SENT')
      .flatMap(({ billNo, flowNo }) => [['bill', billNo] as const, ['flow', flowNo] as const]),
  ];
  for (const [subjectType, subjectNo] of subjects) {
    const place = VERSIONED[subjectType];
    if (!place || subjectNo === null) continue;
    const [table, key] = place;
    const set = (by: number) =>
      sql`update ${sql.table(table)} set version = version + ${by} where ${sql.ref(key)} = ${subjectNo}`.execute(
        database.db,
      );
    const { numAffectedRows } = await set(1);
    if (numAffectedRows === 1n) return async () => void (await set(-1));
  }
  return undefined;
}
