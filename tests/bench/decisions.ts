import { performance } from 'node:perf_hooks';
import { riskModel, type ruleSet } from '@kituo/sdk/contracts';
import { median } from 'simple-statistics';
import { evaluate, type Facts } from '../../server/src/modules/lending/rule-sets/evaluate.ts';
import { decideByRules, DEFAULT_RULES } from '../../server/src/modules/lending/rule-sets/index.ts';
import { type EngineStation, openEngineStation } from './engine-station.ts';
import { inMsFine, table, type Verdict, verdictTable } from './report.ts';

// npm run bench:decisions [-- --quick]; figures: docs/performance.md. Decisions of 20 rules on one core: the bare
// engine, the same with score and trace as they are kept, and whole decisions with lists, facts and the kept row in
// PostgreSQL.
const isQuick = process.argv.includes('--quick');
const LEAST_PER_SECOND = 2_000;
const ROUNDS = isQuick ? 3 : 5;
const IN_MEMORY = isQuick ? 20_000 : 100_000;
const STORED = isQuick ? 300 : 2_000;

const FIELDS = ['appliedCents', 'monthlyIncomeCents', 'age', 'openOrders', 'maxOverdueDays'] as const;
/** Lines that read numbers and hit nobody of the applications below, so that all are read; a default ends them. */
const RULES: readonly ruleSet.RiskRule[] = [
  ...Array.from({ length: 18 }, (_, index): ruleSet.RiskRule => ({
    priority: 100 + index,
    ruleName: `Rule ${index}`,
    ruleType: 'CREDIT',
    fieldKey: FIELDS[index % FIELDS.length] ?? 'age',
    operator: 'GT',
    threshold: '900000000',
    decision: 'REFUSE',
    refuseCode: 'M101',
    coolOffDays: 30,
  })),
  ...DEFAULT_RULES,
];
const CARD = {
  baseScore: 500,
  attributes: (['appliedCents', 'monthlyIncomeCents', 'age', 'settledOrders', 'openOrders'] as const).flatMap((input) =>
    [0, 10, 20, 50].map((from) => ({ input, from: String(from), points: from })),
  ),
};

/** What an application says to a scorecard. */
const inputsOf = (index: number) => ({
  appliedCents: 100_00 * (1 + (index % 40)),
  monthlyIncomeCents: 1_000_00 * (1 + (index % 90)),
  age: 18 + (index % 50),
  loanType: index % 3 === 0 ? 'FIRST' : 'REPEAT',
  settledOrders: index % 12,
  openOrders: index % 2,
  maxOverdueDays: index % 40,
  applications30Days: index % 5,
});
const factsOf = (index: number): Facts => ({
  ...inputsOf(index),
  scorerRefused: false,
  listType: index % 50 === 0 ? 'GREY' : null,
  modelLevel: 'B',
  modelScore: 400 + (index % 500),
});

/** A decision as it is kept: read, scored, and written as the texts of its row. */
function traced(index: number): number {
  const scored = riskModel.scoreBy(CARD, inputsOf(index));
  const score = { ...scored, reasons: riskModel.reasonsOf(scored.lines) };
  const facts = { ...factsOf(index), modelScore: scored.score };
  const { lines } = evaluate(RULES, facts);
  return JSON.stringify(facts).length + JSON.stringify(lines).length + JSON.stringify(score).length;
}
const bareDecision = (index: number): unknown => evaluate(RULES, factsOf(index));

/** Decisions a second of this thread. */
function perSecond(decide: (index: number) => unknown): number {
  const from = performance.now();
  for (let done = 0; done < IN_MEMORY; done += 1) decide(done);
  return IN_MEMORY / ((performance.now() - from) / 1_000);
}

/** Whole decisions one after the other on one connection, undone at the end. */
async function stored({ opened: { db }, work }: EngineStation) {
  const orders = await db.selectFrom('loanOrder').select('orderNo').orderBy('orderNo').limit(STORED).execute();
  const result = { seconds: 0, engine: 0, database: 0, count: orders.length };
  const undone = new Error('undone');
  await db
    .transaction()
    .execute(async (tx) => {
      for (const { orderNo } of orders.slice(0, 50)) await decideByRules(tx, orderNo, { isPassed: true }, new Date());
      const [from, before] = [performance.now(), work()];
      for (const { orderNo } of orders) await decideByRules(tx, orderNo, { isPassed: true }, new Date());
      const after = work();
      result.seconds = (performance.now() - from) / 1_000;
      result.engine = after.engine - before.engine;
      result.database = after.database - before.database;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return result;
}

const bare: number[] = [];
const kept: number[] = [];
perSecond(bareDecision);
perSecond(traced);
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(perSecond(bareDecision));
  kept.push(perSecond(traced));
}
const [bareRate, keptRate] = [median(bare), median(kept)];
const shown = (rate: number) => Math.round(rate).toLocaleString('en');
const verdicts: Verdict[] = [
  {
    target: `decisions a second with score and trace ≥ ${LEAST_PER_SECOND}`,
    measured: shown(keptRate),
    isMet: keptRate >= LEAST_PER_SECOND,
  },
];
console.log(
  table([
    ['20 rules, one core', 'a second'],
    ['bare engine', shown(bareRate)],
    ['with score and trace', shown(keptRate)],
    ['share of the bare engine', (keptRate / bareRate).toFixed(2)],
  ]),
);
{
  await using station = await openEngineStation(isQuick ? 2_500 : 50_000);
  const { seconds, engine, database, count } = await stored(station);
  const each = (all: number) => inMsFine((all / count) * 1_000);
  console.log(
    `\n${table([
      ['whole decision', ''],
      ['one after the other', each(seconds)],
      ['processor: engine', each(engine)],
      ['processor: database', each(database)],
    ])}`,
  );
}
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
