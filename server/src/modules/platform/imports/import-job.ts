import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Tx } from '../../../db/database.ts';
import type { ItemsKind, JobItem, JobRun } from '../jobs/index.ts';
import type { ImportKind } from './kinds.ts';
import { withoutRepeat } from './repeats.ts';
import { validate } from './validate.ts';

export const cellsForm = z.record(z.string(), z.string());

/** Rows of a long file in one transaction: long enough for its statements to pay, short enough to be called off. */
const AT_ONCE = 1_000;

/** The form of a row. @throws AppError IMPORT_REPEATED, BAD_REQUEST */
function formOf<Form>(kind: ImportKind<Form>, item: JobItem): Form {
  const { cells, refusal } = withoutRepeat(kind, cellsForm.parse(item.input));
  if (refusal !== null) throw refusal;
  return validate(kind, cells);
}

/** As `apply` of the kind for many: what is wrong with a row by itself keeps it from the others. */
async function applyMany<Form>(
  kind: ImportKind<Form>,
  { apply }: NonNullable<ImportKind<Form>['long']>,
  items: readonly JobItem[],
  run: JobRun & { readonly tx: Tx },
): Promise<unknown[]> {
  const answers: unknown[] = [];
  const forms: Form[] = [];
  const places: number[] = [];
  for (const [index, item] of items.entries()) {
    try {
      forms.push(formOf(kind, item));
      places.push(index);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers[index] = error;
    }
  }
  const applied = forms.length === 0 ? [] : await apply(forms, run);
  for (const [index, place] of places.entries()) answers[place] = applied[index];
  return answers;
}

/** The job that applies an import, an item a row. */
export function importJob<Form>(kind: ImportKind<Form>): ItemsKind<Record<string, never>> {
  const { long, atOnce } = kind;
  return {
    kind: kind.kind,
    title: kind.title,
    code: kind.code,
    params: z.strictObject({}),
    ...(kind.ended && { ended: async (run) => await kind.ended?.(run) }),
    ...(atOnce !== undefined && { atOnce }),
    async runItem(item: JobItem, _params, run) {
      return await kind.apply(formOf(kind, item), run);
    },
    ...(long && {
      many: { atOnce: AT_ONCE, run: async (items, _params, run) => await applyMany(kind, long, items, run) },
    }),
  };
}
