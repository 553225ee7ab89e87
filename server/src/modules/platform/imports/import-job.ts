import * as z from 'zod/mini';
import type { ItemsKind, JobItem } from '../jobs/index.ts';
import type { ImportKind } from './kinds.ts';
import { validate } from './validate.ts';

export const cellsForm = z.record(z.string(), z.string());

/** The job that applies an import, an item a row. */
export function importJob<Form>(kind: ImportKind<Form>): ItemsKind<Record<string, never>> {
  return {
    kind: kind.kind,
    title: kind.title,
    code: kind.code,
    params: z.strictObject({}),
    ...(kind.ended && { ended: async (run) => await kind.ended?.(run) }),
    async runItem(item: JobItem, _params, run) {
      return await kind.apply(validate(kind, cellsForm.parse(item.input)), run);
    },
  };
}
