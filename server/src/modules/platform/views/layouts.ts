import type { ParsedRequestOf, view } from '@kituo/sdk/contracts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { placeOf } from './place.ts';

/** Keeps how the caller left a list, outside of any view. */
export async function keepLayout(
  { page, list, layout }: ParsedRequestOf<typeof view.saveLayout>,
  { db, caller }: Call,
): Promise<Record<string, never>> {
  const place = placeOf({ page, list }, caller);
  const stored = layout === null ? null : JSON.stringify(layout);
  await db
    .insertInto('listPreference')
    .values({ userNo: caller.userNo, ...place, layout: stored })
    .onConflict((conflict) => conflict.columns(['userNo', 'pagePath', 'listName']).doUpdateSet({ layout: stored }))
    .execute();
  return {};
}

/** Puts every list of the caller's back as it came. */
export async function resetLayouts(_: object, call: CommandCall): Promise<{ reset: number }> {
  const { tx, caller } = call;
  const reset = await tx
    .updateTable('listPreference')
    .set({ layout: null })
    .where('userNo', '=', caller.userNo)
    .where('layout', 'is not', null)
    .executeTakeFirst();
  const count = Number(reset.numUpdatedRows);
  await writeAudit(tx, call, {
    action: 'view.resetLayouts',
    subjectType: 'user',
    subjectNo: caller.userNo,
    after: { reset: count },
  });
  return { reset: count };
}
