import type { change } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../http/implement.ts';
import type { ChangeKind } from './kinds.ts';

/** Tells the maker and everybody who may decide, once it is committed. */
export function announce(
  call: CommandContext,
  { changeNo, changeState, makerUserNo }: { changeNo: string; changeState: change.ChangeState; makerUserNo: string }, // prettier-ignore
  kind: Pick<ChangeKind<never>, 'checkerCode'>,
): void {
  call.afterCommit(async () => {
    const checkers = await call.db
      .selectFrom('userRole')
      .innerJoin('roleCode', 'roleCode.roleNo', 'userRole.roleNo')
      .select('userRole.userNo')
      .distinct()
      .where('roleCode.code', '=', kind.checkerCode)
      .execute();
    const userNos = [...new Set([makerUserNo, ...checkers.map(({ userNo }) => userNo)])];
    await call.services.events.publish({ userNos }, { type: 'change', changeNo, changeState });
  });
}
