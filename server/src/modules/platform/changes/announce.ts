import type { change } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import type { EventHub } from '../events/index.ts';
import type { ChangeKind } from './kinds.ts';

export interface Told {
  readonly changeNo: string;
  readonly changeState: change.ChangeState;
  readonly makerUserNo: string;
}
type Decidable = Pick<ChangeKind<never>, 'checkerCode'>;

/** Tells the maker and everybody who may decide where a change stands. */
export async function publishChange(
  db: Queryable,
  events: EventHub,
  { changeNo, changeState, makerUserNo }: Told,
  kind: Decidable | undefined,
): Promise<void> {
  const checkers = await db
    .selectFrom('userRole')
    .innerJoin('roleCode', 'roleCode.roleNo', 'userRole.roleNo')
    .select('userRole.userNo')
    .distinct()
    .where('roleCode.code', '=', kind?.checkerCode ?? '')
    .execute();
  const userNos = [...new Set([makerUserNo, ...checkers.map(({ userNo }) => userNo)])];
  await events.publish({ userNos }, { type: 'change', changeNo, changeState });
}

/** The same, once it is committed. */
export function announce(call: CommandContext, told: Told, kind: Decidable): void {
  call.afterCommit(async () => await publishChange(call.db, call.services.events, told, kind));
}
