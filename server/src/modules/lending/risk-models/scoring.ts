import { riskModel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { type Application, readApplications } from '../application-facts/index.ts';
import { everyRuleAt } from '../../platform/rules/index.ts';
import { askScorer, type ScorerDoor } from './ask-scorer.ts';
import { modelFamily } from './family.ts';
import { type Arm, armOf, type Traffic, trafficAt } from './traffic.ts';

type Trace = riskModel.ScoreTrace;

/** A model as it is at a moment. */
type Model = Awaited<ReturnType<typeof everyRuleAt<riskModel.ModelValue>>>[number];

/** What is read of an application: what the model's card or schema names. */
export function inputsOf(application: Application, value: riskModel.ModelValue): riskModel.ModelInputs {
  const named =
    value.scorer === 'SCORECARD'
      ? value.attributes.map(({ input }) => input)
      : (riskModel.schemaInputs(value.inputSchema ?? '')?.inputs ?? []);
  return Object.fromEntries(
    riskModel.modelInput.options.filter((input) => named.includes(input)).map((input) => [input, application[input]]),
  );
}

interface Placed {
  readonly role: riskModel.ModelRole | null;
  readonly testNo: string | null;
}

function traceOf(
  model: Model,
  inputs: riskModel.ModelInputs,
  { role, testNo }: Placed,
): Omit<Trace, 'score' | 'modelLevel' | 'failure'> {
  const { ruleId, versionNo, value } = model;
  return {
    modelCode: ruleId,
    modelName: value.ruleName,
    versionNo,
    scorer: value.scorer,
    role,
    testNo,
    elapsedMs: null,
    inputs: Object.fromEntries(Object.entries(inputs).map(([input, seen]) => [input, seen ?? null])),
    lines: [],
    reasons: [],
    said: [],
  };
}

/** Without a score: the level that the model falls back to, null where a person decides. */
function failing(model: Model, inputs: riskModel.ModelInputs, placed: Placed, failure: riskModel.ModelFailure): Trace {
  const modelLevel = failure === 'DISABLED' ? null : model.value.fallbackLevel;
  return { ...traceOf(model, inputs, placed), score: null, modelLevel, failure };
}

/** What a scorecard says: reckoned here, the same from the same inputs. */
function byCard(model: Model, inputs: riskModel.ModelInputs, placed: Placed): Trace {
  const { score, lines } = riskModel.scoreBy(model.value, inputs);
  const modelLevel = riskModel.levelOf(model.value.levels, score);
  return {
    ...traceOf(model, inputs, placed),
    score,
    modelLevel,
    failure: null,
    lines: [...lines],
    reasons: riskModel.reasonsOf(lines),
  };
}

/** What a service says, asked for no longer than the model's time-out. */
async function byService(door: ScorerDoor, model: Model, application: Application, placed: Placed): Promise<Trace> {
  const inputs = inputsOf(application, model.value);
  const { required = [] } = riskModel.schemaInputs(model.value.inputSchema ?? '') ?? {};
  if (required.some((input) => (inputs[input] ?? null) === null)) return failing(model, inputs, placed, 'INPUT');
  const startedAt = performance.now();
  const { score, said, failure } = await askScorer(door, model, { orderNo: application.orderNo, inputs });
  const elapsedMs = Math.round(performance.now() - startedAt);
  if (failure !== null) return { ...failing(model, inputs, placed, failure), elapsedMs };
  const modelLevel = riskModel.levelOf(model.value.levels, score);
  return { ...traceOf(model, inputs, placed), score, modelLevel, failure: null, elapsedMs, said };
}

/** The models of a merchant at a moment by code, disabled ones too. */
async function modelsAt(db: Queryable, merchantNo: string, at: Date): Promise<ReadonlyMap<string, Model>> {
  const all = await everyRuleAt(db, modelFamily, at, merchantNo);
  return new Map(all.map((model) => [model.ruleId, model]));
}

/** The arm that decides about an application: the customer's own, or the champion where that one was disabled. */
async function decidingArm(
  tx: Tx,
  traffic: Traffic,
  application: Application,
  models: ReadonlyMap<string, Model>,
  at: Date,
): Promise<Arm | undefined> {
  const own = await armOf(tx, traffic, application.customerNo, at);
  const isOn = own && models.get(own.ruleId)?.isEnabled === true;
  return isOn ? own : traffic.arms.find(({ role }) => role === 'CHAMPION');
}

async function keep(
  tx: Tx,
  orderNo: string,
  trace: Trace,
  { role, testNo }: { role: riskModel.ModelRole; testNo: string },
  at: Date,
) {
  const { modelCode, versionNo, score, modelLevel, failure } = trace;
  await tx
    .insertInto('riskScore')
    .values({
      orderNo,
      ruleId: modelCode,
      testNo,
      modelRole: role,
      versionNo,
      score,
      modelLevel,
      modelFailure: failure,
      trace: JSON.stringify(trace),
      scoredAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function kept(db: Queryable, orderNo: string, ruleId: string): Promise<Trace | null> {
  const found = await db
    .selectFrom('riskScore')
    .select('trace')
    .where('orderNo', '=', orderNo)
    .where('ruleId', '=', ruleId)
    .executeTakeFirst();
  return found?.trace ?? null;
}

/**
 * Scores an application by the arm of its customer, and by shadows, which decide nothing. A service was asked before:
 * what it has not answered by now counts as late. Null where nobody scores such applications.
 */
export async function scoreApplication(tx: Tx, application: Application, at: Date): Promise<Trace | null> {
  const { orderNo, merchantNo, loanType } = application;
  const traffic = await trafficAt(tx, { merchantNo, loanType }, at);
  if (traffic === null) return null;
  const models = await modelsAt(tx, merchantNo, at);
  const arm = await decidingArm(tx, traffic, application, models, at);
  const read = async ({ ruleId, role }: Arm): Promise<Trace | null> => {
    const model = models.get(ruleId);
    if (!model) return null;
    const placed = { role, testNo: traffic.testNo };
    const before = await kept(tx, orderNo, ruleId);
    if (before) return before;
    const inputs = inputsOf(application, model.value);
    const now = !model.isEnabled
      ? failing(model, inputs, placed, 'DISABLED')
      : model.value.scorer === 'HTTP'
        ? failing(model, inputs, placed, 'LATE')
        : byCard(model, inputs, placed);
    await keep(tx, orderNo, now, placed, at);
    return now;
  };
  for (const shadow of traffic.arms.filter(({ role }) => role === 'SHADOW')) await read(shadow);
  return arm ? await read(arm) : null;
}

/** Whether a service has to be asked before an application is decided; its customer's arm is drawn. */
export async function awaitsService(tx: Tx, orderNo: string, at: Date): Promise<boolean> {
  const [application] = await readApplications(tx, sql`o.order_no = ${orderNo}`, 1);
  if (!application) return false;
  const { merchantNo, loanType } = application;
  const traffic = await trafficAt(tx, { merchantNo, loanType }, at);
  if (traffic === null) return false;
  const models = await modelsAt(tx, merchantNo, at);
  const arm = await decidingArm(tx, traffic, application, models, at);
  const model = arm && models.get(arm.ruleId);
  return model?.isEnabled === true && model.value.scorer === 'HTTP';
}

/** Asks the services that score an application, outside any transaction, and keeps what they say. */
export async function askServices(db: Database, door: ScorerDoor, orderNo: string): Promise<void> {
  const at = new Date();
  const [application] = await readApplications(db, sql`o.order_no = ${orderNo}`, 1);
  if (!application) return;
  const { merchantNo, loanType } = application;
  const traffic = await trafficAt(db, { merchantNo, loanType }, at);
  if (traffic === null) return;
  const models = await modelsAt(db, merchantNo, at);
  if (![...models.values()].some(({ value }) => value.scorer === 'HTTP')) return;
  const own = await db.transaction().execute(async (tx) => await decidingArm(tx, traffic, application, models, at));
  const asked = traffic.arms.filter((arm) => {
    const model = models.get(arm.ruleId);
    return model?.isEnabled === true && model.value.scorer === 'HTTP' && (arm === own || arm.role === 'SHADOW');
  });
  await Promise.all(
    asked.map(async (arm) => {
      const model = models.get(arm.ruleId);
      if (!model || (await kept(db, orderNo, arm.ruleId)) !== null) return;
      const placed = { role: arm.role, testNo: traffic.testNo };
      const trace = await byService(door, model, application, placed);
      await db.transaction().execute(async (tx) => await keep(tx, orderNo, trace, placed, new Date()));
    }),
  );
}

/** What a model says of a past application; nothing is kept. */
export async function scoreOnce(door: ScorerDoor, model: Model, application: Application): Promise<Trace> {
  const placed = { role: null, testNo: null };
  return model.value.scorer === 'HTTP'
    ? await byService(door, model, application, placed)
    : byCard(model, inputsOf(application, model.value), placed);
}

/** Whether a kept score comes out the same from its inputs by the version it was reckoned with. */
export async function isSameScore(db: Queryable, trace: Trace): Promise<boolean> {
  if (trace.scorer === 'HTTP' || trace.score === null) return true;
  const version = await db
    .selectFrom('configRule as r')
    .innerJoin('configVersion as v', (join) =>
      join.onRef('v.configKey', '=', 'r.configKey').on(sql<boolean>`v.subject_no = r.merchant_no || '_' || r.rule_id`),
    )
    .select('v.value')
    .where('r.ruleId', '=', trace.modelCode)
    .where('v.versionNo', '=', trace.versionNo)
    .executeTakeFirst();
  const value = riskModel.modelValue.safeParse(version?.value).data;
  if (!value) return false;
  const { score } = riskModel.scoreBy(value, trace.inputs);
  return score === trace.score && riskModel.levelOf(value.levels, score) === trace.modelLevel;
}
