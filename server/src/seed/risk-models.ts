import type { riskModel } from '@kituo/sdk/contracts';
import type { Database } from '../db/database.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

const KEY = 'risk.model';
const SINCE = new Date('2024-12-31T21:00:00Z');

type Value = riskModel.ModelValue;

const LEVELS: Value['levels'] = [
  { modelLevel: 'A', minScore: 700 },
  { modelLevel: 'B', minScore: 600 },
  { modelLevel: 'C', minScore: 500 },
  { modelLevel: 'D', minScore: 400 },
  { modelLevel: 'E', minScore: 0 },
];

const card = (input: riskModel.ModelInput, points: Readonly<Record<string, number>>) =>
  Object.entries(points).map(([from, worth]) => ({ input, from, points: worth }));

const scorecard = (ruleName: string, loanType: Value['loanType'], attributes: Value['attributes']): Value => ({
  ruleName,
  loanType,
  scorer: 'SCORECARD',
  baseScore: 500,
  attributes,
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: LEVELS,
  fallbackLevel: null,
});

const INCOME = card('monthlyIncomeCents', { '*': -60, '2000000': 0, '4000000': 60, '8000000': 110, UNKNOWN: -20 });
const AGE = card('age', { '*': -50, '22': 0, '28': 40, '40': 70, UNKNOWN: 0 });
const OFTEN = card('applications30Days', { '*': 30, '1': 0, '3': -80 });
const AMOUNT = card('appliedCents', { '*': 40, '500000': 0, '2000000': -50 });
const LATE = card('maxOverdueDays', { '*': 60, '1': -20, '8': -90, '31': -220, UNKNOWN: 20 });
const REPAID = card('settledOrders', { '*': 0, '1': 50, '3': 100, '6': 140 });

const FIRST = scorecard('First loans, standard', 'FIRST', [...INCOME, ...AGE, ...OFTEN, ...AMOUNT]);
const FIRST_INCOME = scorecard('First loans, income led', 'FIRST', [
  ...INCOME.map((line) => ({ ...line, points: line.points * 2 })),
  ...OFTEN,
  ...AMOUNT,
]);
const REPEAT = scorecard('Repeat loans, standard', 'REPEAT', [...LATE, ...REPAID, ...OFTEN]);
/** What a draft would change: late payers lose more. */
const REPEAT_STRICTER = scorecard('Repeat loans, standard', 'REPEAT', [
  ...LATE.map((line) => (line.points < 0 ? { ...line, points: line.points - 30 } : line)),
  ...REPAID,
  ...OFTEN,
]);
const SERVICE: Value = {
  ...scorecard('Repeat loans, scoring service', 'REPEAT', []),
  scorer: 'HTTP',
  baseScore: 0,
  endpoint: 'https://scorer.example/v1/score',
  inputSchema: JSON.stringify({
    type: 'object',
    properties: {
      settledOrders: { type: 'integer' },
      maxOverdueDays: { type: ['integer', 'null'] },
      applications30Days: { type: 'integer' },
    },
    required: ['settledOrders'],
  }),
};

interface People {
  readonly maker: string;
  readonly checker: string;
}

/** Models of each merchant with their shares, a service that scores on request, and a version that awaits approval; once. */
export async function seedRiskModels(db: Database): Promise<void> {
  const known = await db.selectFrom('configRule').select('ruleId').where('configKey', '=', KEY).executeTakeFirst();
  const users = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const [maker, checker] = users.map(({ userNo }) => userNo);
  if (known || maker === undefined || checker === undefined) return;
  const people = { maker, checker };
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').execute();
  for (const [index, { merchantNo }] of merchants.entries()) {
    const first = await addModel(db, merchantNo, FIRST, people);
    const challenger = await addModel(db, merchantNo, FIRST_INCOME, people);
    const repeat = await addModel(db, merchantNo, REPEAT, people);
    await share(db, { merchantNo, loanType: 'FIRST' }, people, [
      [first, 'CHAMPION', 80],
      [challenger, 'CHALLENGER', 20],
    ]);
    await share(db, { merchantNo, loanType: 'REPEAT' }, people, [[repeat, 'CHAMPION', 100]]);
    if (index > 0) continue;
    await addModel(db, merchantNo, SERVICE, people);
    await db
      .insertInto('configVersion')
      .values({
        configKey: KEY,
        subjectNo: `${merchantNo}_${repeat}`,
        makerUserNo: maker,
        editorUserNos: [maker],
        versionNo: 2,
        value: JSON.stringify(REPEAT_STRICTER),
        storedStatus: 'PENDING',
        effectiveFrom: addDays(businessDateOf(new Date()), 30),
        reason: 'Late payers lose more',
      })
      .execute();
  }
}

async function addModel(db: Database, merchantNo: string, value: Value, { maker, checker }: People): Promise<string> {
  const { ruleId } = await db
    .insertInto('configRule')
    .values({ configKey: KEY, merchantNo, createdBy: maker })
    .returning('ruleId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('configVersion')
    .values({
      configKey: KEY,
      subjectNo: `${merchantNo}_${ruleId}`,
      makerUserNo: maker,
      editorUserNos: [maker],
      versionNo: 1,
      value: JSON.stringify(value),
      storedStatus: 'IN_FORCE',
      effectiveFrom: '2025-01-01',
      inForceFrom: SINCE,
      checkerUserNo: checker,
      reason: 'The first model',
    })
    .execute();
  return ruleId;
}

async function share(
  db: Database,
  of: { readonly merchantNo: string; readonly loanType: Value['loanType'] },
  { maker, checker }: People,
  arms: readonly (readonly [ruleId: string, role: riskModel.ModelRole, percent: number])[],
): Promise<void> {
  const { trafficId } = await db
    .insertInto('riskTraffic')
    .values({ ...of, startedAt: SINCE, makerUserNo: maker, checkerUserNo: checker })
    .returning('trafficId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('riskTrafficArm')
    .values(arms.map(([ruleId, modelRole, trafficPercent]) => ({ trafficId, ruleId, modelRole, trafficPercent })))
    .execute();
}
