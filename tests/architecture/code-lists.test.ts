import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DICTIONARIES } from '../../server/src/seed/dictionaries.ts';
import { createTestDatabase } from '../support/database.ts';
import { drawnCodeLists } from './drawn-code-lists.ts';

const ROOT = join(import.meta.dirname, '../..');
const drawn = drawnCodeLists();
const sorted = (codes: Iterable<string>): string[] => [...codes].toSorted();
const seeded = (name: string): string[] => (DICTIONARIES[name] ?? []).map(([value]) => value);

/** Dictionaries of states, each with the machine that owns them. */
const MACHINES: Readonly<Record<string, string>> = {
  AI_PUSH_TASK_STATUS: 'aiPushTaskMachine',
  ATTEMPT_STATUS: 'payoutAttemptMachine',
  BILL_STATUS: 'billMachine',
  CASE_STATUS: 'caseMachine',
  CHANGE_STATE: 'makerCheckerRequestMachine',
  CONFIG_VERSION_STATUS: 'configurationVersionMachine',
  CREDIT_STATUS: 'creditMachine',
  DATA_REQUEST_STATUS: 'dataRequestMachine',
  ORDER_REVIEW_STATUS: 'rejectReReviewMachine',
  ORDER_STATUS: 'orderMachine',
  PROMISE_STATUS: 'promiseToPayMachine',
  ROBOT_PLAN_STATUS: 'robotPlanMachine',
  UNRENEWED_STATUS: 'unrenewedConfigMachine',
};

/** Columns that are not named after their dictionary. */
const COLUMNS: Readonly<Record<string, string>> = {
  'coupon_template.template_status': 'COUPON_TEMPLATE_STATUS',
  're_review.review_status': 'ORDER_REVIEW_STATUS',
  'inspection.source_type': 'INSPECTION_SOURCE',
  'inspection.decision': 'APPEAL_DECISION',
  'sampling_rule.source_type': 'INSPECTION_SOURCE',
  'sampling_rule.rule_status': 'QUALITY_SETTING_STATUS',
  'quality_sheet.sheet_status': 'QUALITY_SETTING_STATUS',
  // Both desks’ states; each desk’s page draws its own.
  'marketing_blacklist.blacklist_source': 'MARKETING_BLACKLIST_SOURCE',
  'reply_template.language': 'REPLY_LANGUAGE',
  'sms_marketing_task.task_status': 'SMS_TASK_STATUS',
  'sms_marketing_template.template_status': 'MARKETING_TEMPLATE_STATUS',
  'sms_marketing_recipient.recipient_status': 'SMS_RECIPIENT_STATUS',
  'sms_marketing_recipient.skipped_for': 'SMS_SKIP',
  'unrenewed_send.recipient_status': 'SMS_RECIPIENT_STATUS',
  'robot_plan.plan_status': 'ROBOT_PLAN_STATUS',
  'robot_plan_run.plan_outcome': 'ROBOT_PLAN_OUTCOME',
  'sms_marketing_task.audience_type': 'SMS_AUDIENCE',
  'call_entry.list_status': 'CALL_ENTRY_STATE',
  // One state of the machine behind the three that staff speak of.
  'refund.refund_status': 'REFUND_STATE',
  'refund.verify_status': 'REFUND_VERIFY_STATUS',
  'data_request.request_kind': 'DATA_REQUEST_KIND',
  'data_request.request_channel': 'DATA_REQUEST_CHANNEL',
  'data_request.request_status': 'DATA_REQUEST_STATUS',
  'customer.data_status': 'CUSTOMER_DATA_STATUS',
  'customer.account_status': 'CUSTOMER_ACCOUNT_STATUS',
  'in_call_record.resolve_status': 'IN_CALL_STATUS',
  'abnormal_day.resolve_status': 'ABNORMAL_RESOLVE_STATUS',
  'abnormal_day.abnormal_type': 'SCHEDULE_ABNORMAL_TYPE',
  'partner_product.product_status': 'MARKET_PRODUCT_STATUS',
  'payment_application.case_scope': 'REPAYMENT_SCOPE',
  'payment_application.application_status': 'REPAYMENT_STATUS',
};

function valueAt(path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contracts);
}

function enumAt(path: string): string[] {
  const found = valueAt(path);
  return found && typeof found === 'object' && 'options' in found && Array.isArray(found.options)
    ? found.options.map(String)
    : [];
}

test('the lists are found', () => {
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter(({ owner }) => owner !== null).length).toBeGreaterThan(30);
});

test.each(drawn.filter(({ owner }) => owner !== null))('$name of $file is $owner, code for code', (list) => {
  expect(sorted(list.codes)).toEqual(sorted(enumAt(list.owner ?? '')));
});

test.each(drawn)('$name of $file is in the data dictionary', ({ name, codes, owner }) => {
  // An open list may have more than one page draws.
  expect(sorted(owner === null ? seeded(name).filter((code) => codes.includes(code)) : seeded(name))).toEqual(
    sorted(codes),
  );
});

test.each(['en', 'zh'] as const)(
  'a plugin or a shared door says a code as the data dictionary does (%s)',
  (language) => {
    const different: string[] = [];
    for (const file of globSync('{plugins,sdk/src/doors}/*/locales/*.json', { cwd: ROOT })) {
      if (!file.endsWith(`${language}.json`)) continue;
      const texts: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
      for (const [name, entries] of Object.entries(DICTIONARIES)) {
        const own = texts[name];
        if (own === null || typeof own !== 'object') continue;
        const said = new Map(Object.entries(own));
        for (const [code, en, zh] of entries) {
          const label = language === 'en' ? en : zh;
          const text: unknown = said.get(code);
          if (text !== undefined && text !== label)
            different.push(`${file} ${name}.${code}: ${String(text)} | ${label}`);
        }
      }
    }
    expect(different).toEqual([]);
  },
);

test.each(['en', 'zh'])('a plugin has a text for each code that it draws (%s)', (language) => {
  const missing = drawn.flatMap(({ plugin, name, codes }) => {
    if (plugin === null) return [];
    const texts: Record<string, unknown> = JSON.parse(
      readFileSync(join(ROOT, 'plugins', plugin, 'locales', `${language}.json`), 'utf8'),
    );
    const own = new Set(Object.keys(Object(texts[name])));
    return codes.filter((code) => !own.has(code)).map((code) => `${plugin} ${name}.${code}`);
  });
  expect(missing).toEqual([]);
});

test('states are those of their machine', async () => {
  const machines = new Map<string, unknown>();
  for (const file of globSync('server/src/**/*.machine.ts', { cwd: ROOT })) {
    const loaded: Record<string, unknown> = await import(join(ROOT, file));
    for (const [name, value] of Object.entries(loaded)) machines.set(name, value);
  }
  for (const [name, machine] of Object.entries(MACHINES)) {
    const found = machines.get(machine);
    if (!found || typeof found !== 'object' || !('transitions' in found)) throw new Error(`no ${machine}`);
    expect([name, sorted(Object.keys(Object(found.transitions)))]).toEqual([name, sorted(seeded(name))]);
  }
});

test('columns take the codes of their dictionary and no others', async () => {
  await using database = await createTestDatabase('migrated');
  const { rows } = await sql<{ table: string; definition: string }>`
    SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'c'
  `.execute(database.db);
  let compared = 0;
  for (const { table, definition } of rows) {
    // Which codes go with another column says nothing of all codes.
    if (/\]\)\)? = \(/.test(definition)) continue;
    const match = /^CHECK \(\(\(?(\w+)(?:\)::text)? = ANY \(ARRAY\[(.*?)\]/.exec(definition);
    const column = match?.[1] ?? '';
    const name = COLUMNS[`${table}.${column}`] ?? column.toUpperCase();
    if (!MACHINES[name] && !drawn.some((list) => list.name === name && list.owner !== null)) continue;
    const codes = [...(match?.[2] ?? '').matchAll(/'([^']+)'/g)].map(([, code = '']) => code);
    expect([table, name, sorted(codes)]).toEqual([table, name, sorted(seeded(name))]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(10);
});
