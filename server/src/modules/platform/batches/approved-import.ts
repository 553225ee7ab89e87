import type { change } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import type { ImportKind } from '../imports/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind, type JobRun } from '../jobs/index.ts';

/*
 * Rows by file that take two people. The import checks each row and writes nothing; its rows then await approval as
 * one request, and once approved they are a job of the approver's, with a result a row.
 */

export interface ApprovedImportSpec<Form> extends Omit<ImportKind<Form>, 'apply' | 'ended' | 'check'> {
  /** What the request is called, and the job that approving it starts. */
  readonly changeKind: string;
  readonly rowsKind: string;
  readonly rowsTitle: { readonly en: string; readonly zh: string };
  readonly family: change.ChangeFamily;
  readonly checkerCode: string;
  readonly lapsesAfterHours?: number;
  /** Throws what the form cannot know and everybody may: the preview marks it. */
  check?(form: Form, call: Call): Promise<unknown>;
  /** Throws what `run` would refuse, writing nothing. */
  refuse(form: Form, run: JobRun & { readonly tx: Tx }): Promise<void>;
  /** Whose they are, for whoever decides; without any, of all merchants. */
  merchantsOf(forms: readonly Form[]): readonly string[];
  /** What an approver reads. */
  facts(forms: readonly Form[]): Readonly<Record<string, unknown>>;
  /** One row for good, by the approver's rights. */
  run(form: Form, makerUserNo: string, call: CommandContext): Promise<unknown>;
}

const file = z.strictObject({ jobNo: z.string(), itemNos: z.array(z.int()), makerUserNo: z.string() });
type File = z.output<typeof file>;
const cells = z.record(z.string(), z.string());

export interface ApprovedImport<Form> {
  readonly changeKind: ChangeKind<File>;
  readonly rowsJob: ItemsKind<Record<string, never>>;
  readonly importKind: ImportKind<Form>;
}

export function defineApprovedImport<Form>(spec: ApprovedImportSpec<Form>): ApprovedImport<Form> {
  const { family, checkerCode, lapsesAfterHours } = spec;
  const rowOf = z.strictObject({ form: z.unknown(), makerUserNo: z.string() });
  const rowsJob: ItemsKind<Record<string, never>> = defineJob({
    kind: spec.rowsKind,
    title: spec.rowsTitle,
    code: checkerCode,
    params: z.strictObject({}),
    async runItem({ input }, _params, run) {
      const { form, makerUserNo } = rowOf.parse(input);
      return (await spec.run(spec.form.parse(form), makerUserNo, asCommand(run))) ?? null;
    },
  });
  /** The rows of a file that passed. */
  const rowsOf = async (db: Queryable, { jobNo, itemNos }: File) => {
    const items = await db
      .selectFrom('jobItem')
      .select(['subjectNo', 'input'])
      .where('jobNo', '=', jobNo)
      .where('itemNo', 'in', itemNos)
      .orderBy('itemNo')
      .execute();
    return items.map(({ subjectNo, input }) => ({
      subjectNo,
      form: spec.form.parse(spec.toInput(cells.parse(input))),
    }));
  };
  const changeKind: ChangeKind<File> = {
    kind: spec.changeKind,
    family,
    title: spec.title,
    checkerCode,
    ...(lapsesAfterHours !== undefined && { lapsesAfterHours }),
    payload: file,
    async describe(db, payload) {
      const forms = (await rowsOf(db, payload)).map(({ form }) => form);
      return {
        subjectNo: payload.jobNo,
        subjectName: payload.jobNo,
        before: null,
        after: spec.facts(forms),
        concerns: [],
        merchantNos: spec.merchantsOf(forms),
        state: null,
      };
    },
    async apply(payload, call) {
      // Tried out at the request by a person who may not start it.
      if (!call.caller.codes.has(checkerCode)) return { jobNo: null };
      const { makerUserNo } = payload;
      const items = (await rowsOf(call.tx, payload)).map(({ subjectNo, form }) => ({
        subjectNo,
        input: { form, makerUserNo },
      }));
      return { jobNo: await createJob(rowsJob, {}, call, items) };
    },
  };
  const importKind: ImportKind<Form> = {
    ...spec,
    async apply(form, run) {
      await spec.refuse(form, run);
      return { changeNo: null };
    },
    ended: async (run) => {
      await run.db.transaction().execute((tx) => submitRows(tx, changeKind, run));
    },
  };
  return { changeKind, rowsJob, importKind };
}

/** A job that goes on after it was cancelled ends twice: what was submitted is not submitted again. */
async function submitRows(tx: Tx, changeKind: ChangeKind<File>, run: JobRun): Promise<void> {
  const passed = await tx
    .selectFrom('jobItem')
    .select('itemNo')
    .where('jobNo', '=', run.jobNo)
    .where('itemStatus', '=', 'SUCCESS')
    .where(sql<boolean>`result ->> 'changeNo' is null`)
    .orderBy('itemNo')
    .forNoKeyUpdate()
    .execute();
  if (passed.length === 0) return;
  const itemNos = passed.map(({ itemNo }) => itemNo);
  const payload = { jobNo: run.jobNo, itemNos, makerUserNo: run.caller.userNo };
  try {
    const changeNo = await requestChange(changeKind, payload, asCommand({ ...run, tx }));
    await tx
      .updateTable('jobItem')
      .set({ result: JSON.stringify({ changeNo }) })
      .where('jobNo', '=', run.jobNo)
      .where('itemNo', 'in', itemNos)
      .execute();
  } catch (error) {
    // One of the same file awaits approval: its rows go first.
    if (!(error instanceof AppError)) throw error;
    run.log.warn({ jobNo: run.jobNo, error: error.error }, 'imported rows could not be submitted');
  }
}
