import type { change, ErrorName } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { asCommand, createJob, type ItemsKind, defineJob } from '../jobs/index.ts';
import { type Outcome, tryItems } from './trial.ts';

/*
 * Money in bulk takes two people. One asks: every item is simulated, and what would be refused is told. Another
 * agrees: the batch becomes a job of theirs, a transaction an item, each by its own rules, which is why an item of
 * either person's own making fails in it.
 */

/** A thing of a batch, within the scope of who asks. */
export interface BatchThing {
  readonly no: string;
  readonly merchantNo: string;
  readonly amountCents: number;
}

export interface BatchAction {
  readonly title: { readonly en: string; readonly zh: string };
  /**
   * The command on one thing, by the rights of the caller; throws its refusal. `makerUserNo` requested the batch:
   * where a rule names two people, that person is neither. What is to follow the commit is left to the sweeps.
   */
  run(
    no: string,
    request: { readonly reason: string; readonly makerUserNo: string },
    call: CommandContext,
  ): Promise<unknown>;
}

export interface BatchSpec<Action extends string> {
  /** Before the dot of its kinds: `payout` → `payout.batch`, `payout.replayMany`. */
  readonly name: string;
  readonly family: change.ChangeFamily;
  readonly title: { readonly en: string; readonly zh: string };
  readonly checkerCode: string;
  /** The field of its forms, and what an unknown number in it is refused with. */
  readonly field: string;
  readonly missing: ErrorName;
  find(db: Queryable, nos: readonly string[], scope: DataScope): Promise<readonly BatchThing[]>;
  readonly actions: Readonly<Record<Action, BatchAction>>;
}

interface Payload {
  readonly action: string;
  readonly nos: readonly string[];
  readonly reason: string;
  readonly makerUserNo: string;
}

export interface Batch<Action extends string> {
  readonly changeKind: ChangeKind<Payload>;
  readonly jobKinds: readonly ItemsKind<Request>[];
  /** Asks for it. @throws AppError what is missing; what the first is refused with where all are */
  ask(
    action: Action,
    nos: readonly string[],
    reason: string,
    call: CommandContext,
  ): Promise<{ changeNo: string; items: Outcome[] }>;
  /** Asks for what was tried out before, thing by thing. @throws AppError what is missing */
  submit(action: Action, nos: readonly string[], reason: string, call: CommandContext): Promise<string>;
}

const request = z.strictObject({ reason: z.string(), makerUserNo: z.string() });
type Request = z.output<typeof request>;

export function defineBatch<const Action extends string>(spec: BatchSpec<Action>): Batch<Action> {
  const names = Object.keys(spec.actions);
  const actionOf = (name: string): BatchAction => {
    const found = Object.entries<BatchAction>(spec.actions).find(([key]) => key === name);
    if (!found) throw new Error(`${spec.name} has no batch ${name}`);
    return found[1];
  };
  const kinds = new Map(names.map((name) => [name, jobKindOf(spec, name, actionOf(name))]));
  const changeKind: ChangeKind<Payload> = {
    kind: `${spec.name}.batch`,
    family: spec.family,
    title: spec.title,
    checkerCode: spec.checkerCode,
    lapsesAfterHours: 24,
    payload: z.strictObject({
      action: z.string().check(z.refine((name) => names.includes(name))),
      nos: z.array(z.string()),
      ...request.shape,
    }),
    async describe(db, { action, nos }, scope) {
      const things = await spec.find(db, nos, scope);
      if (things.length < nos.length) throw new AppError(spec.missing, { fields: [spec.field] });
      const amountCents = things.reduce((sum, thing) => sum + thing.amountCents, 0);
      return {
        subjectNo: null,
        subjectName: nos.length === 1 ? (nos[0] ?? '') : `${nos[0] ?? ''} + ${nos.length - 1}`,
        before: null,
        after: { action, things: things.length, amountCents, nos },
        concerns: [],
        merchantNos: [...new Set(things.map(({ merchantNo }) => merchantNo))],
        state: null,
      };
    },
    async apply({ action, nos, ...params }, call) {
      const kind = kinds.get(action);
      // Tried out at the asking by a person who need not hold what starting the job takes.
      if (!kind || !call.caller.codes.has(spec.checkerCode)) return { jobNo: null };
      const items = nos.map((subjectNo) => ({ subjectNo, input: null }));
      return { jobNo: await createJob(kind, params, call, items) };
    },
  };
  return {
    changeKind,
    jobKinds: [...kinds.values()],
    submit: async (action, nos, reason, call) =>
      await requestChange(changeKind, { action, nos, reason, makerUserNo: call.caller.userNo }, call, reason),
    async ask(action, given, reason, call) {
      // The trial locks them one after the other: in one order for everybody.
      const nos = [...new Set(given)].toSorted();
      const params = { reason, makerUserNo: call.caller.userNo };
      const changeNo = await requestChange(changeKind, { action, nos, ...params }, call, reason);
      const { run } = actionOf(action);
      const work = (no: string) => run(no, params, { ...call, afterCommit: () => undefined });
      const items = await tryItems(nos, work, spec.field, call);
      return { changeNo, items };
    },
  };
}

function jobKindOf(
  { name, checkerCode }: Pick<BatchSpec<string>, 'name' | 'checkerCode'>,
  action: string,
  { title, run }: BatchAction,
): ItemsKind<Request> {
  return defineJob({
    kind: `${name}.${action}Many`,
    title,
    code: checkerCode,
    params: request,
    async runItem({ subjectNo }, params, job) {
      return (await run(subjectNo, params, asCommand(job))) ?? null;
    },
  });
}
