import type { change } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../jobs/index.ts';
import { type Outcome, tryItems } from './trial.ts';

/*
 * Many rows of a list at once take two people. Each is tried when it is requested, and what would be refused is told;
 * once approved it is a job of the approver's, a transaction a row.
 */

type Payload = Readonly<Record<string, unknown>>;

export interface ManySpec<Params extends { readonly reason: string }> {
  /** What the request is called, and the job that approving it starts. */
  readonly kind: string;
  readonly jobKind: string;
  readonly family: change.ChangeFamily;
  readonly title: { readonly en: string; readonly zh: string };
  readonly checkerCode: string;
  readonly lapsesAfterHours?: number;
  /** The field of its form that holds the numbers. */
  readonly field: string;
  /** A strict object. */
  readonly params: z.ZodMiniType<Params>;
  /** Whose they are; without any, of all merchants. @throws AppError where one is unknown or out of scope */
  merchantsOf(db: Queryable, nos: readonly string[], scope: DataScope): Promise<readonly string[]>;
  /** What an approver reads beside the numbers. */
  facts(params: Params): { readonly before: Payload | null; readonly after: Payload };
  /** The command on one of them. */
  run(no: string, params: Params, call: CommandContext): Promise<unknown>;
}

export interface Many<Params> {
  readonly changeKind: ChangeKind<Payload>;
  readonly jobKind: ItemsKind<Params>;
  /** @throws AppError what is unknown; what the first is refused with, where all are */
  ask(nos: readonly string[], params: Params, call: CommandContext): Promise<{ changeNo: string; items: Outcome[] }>;
}

const numbers = z.array(z.string());

export function defineMany<Params extends { readonly reason: string }>(spec: ManySpec<Params>): Many<Params> {
  const { kind, family, title, checkerCode, lapsesAfterHours, field } = spec;
  const jobKind: ItemsKind<Params> = defineJob({
    kind: spec.jobKind,
    title,
    code: checkerCode,
    params: spec.params,
    runItem: async ({ subjectNo }, params, run) => (await spec.run(subjectNo, params, asCommand(run))) ?? null,
  });
  const read = ({ [field]: nos, ...params }: Payload) => ({
    nos: numbers.parse(nos),
    params: spec.params.parse(params),
  });
  const changeKind: ChangeKind<Payload> = {
    kind,
    family,
    title,
    checkerCode,
    ...(lapsesAfterHours !== undefined && { lapsesAfterHours }),
    payload: z.record(z.string(), z.unknown()),
    async describe(db, payload, scope) {
      const { nos, params } = read(payload);
      const merchantNos = await spec.merchantsOf(db, nos, scope);
      const { before, after } = spec.facts(params);
      const [first = ''] = nos;
      return {
        subjectNo: null,
        subjectName: nos.length === 1 ? first : `${first} + ${nos.length - 1}`,
        before,
        after: { ...after, [field]: nos },
        concerns: [],
        merchantNos,
        state: null,
      };
    },
    async apply(payload, call) {
      // Tried out at the request by a person who may not start it.
      if (!call.caller.codes.has(checkerCode)) return { jobNo: null };
      const { nos, params } = read(payload);
      const items = nos.map((subjectNo) => ({ subjectNo, input: null }));
      return { jobNo: await createJob(jobKind, params, call, items) };
    },
  };
  return {
    changeKind,
    jobKind,
    async ask(given, params, call) {
      // In one order for everybody: they are locked one after the other.
      const nos = [...new Set(given)].toSorted();
      const changeNo = await requestChange(changeKind, { ...params, [field]: nos }, call, params.reason);
      const work = async (no: string) => await spec.run(no, params, { ...call, afterCommit: () => undefined });
      return { changeNo, items: await tryItems(nos, work, field, call) };
    },
  };
}
