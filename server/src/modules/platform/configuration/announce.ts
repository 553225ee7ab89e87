import type { change, config } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import type { ConfigFamily } from './families.ts';
import type { VersionRecord } from './read.ts';

/** What a decision makes of a version, in the words of changes; a draft is nobody else's business. */
const TOLD: Readonly<Partial<Record<config.VersionStatus, change.ChangeState>>> = {
  PENDING: 'PENDING',
  SCHEDULED: 'APPROVED',
  IN_FORCE: 'APPROVED',
  REJECTED: 'REJECTED',
  WITHDRAWN: 'WITHDRAWN',
};

/** Tells those who wrote on a version and those who may decide where it stands, once it is committed. */
export function announceVersion(
  call: CommandContext,
  { access }: ConfigFamily,
  { versionId, versionStatus, editorUserNos }: VersionRecord,
): void {
  const changeState = TOLD[versionStatus];
  if (changeState === undefined) return;
  call.afterCommit(async () => {
    const checkers = await call.db
      .selectFrom('userRole')
      .innerJoin('roleCode', 'roleCode.roleNo', 'userRole.roleNo')
      .select('userRole.userNo')
      .distinct()
      .where('roleCode.code', '=', access.decide ?? '')
      .execute();
    const userNos = [...new Set([...editorUserNos, ...checkers.map(({ userNo }) => userNo)])];
    await call.services.events.publish({ userNos }, { type: 'change', changeNo: versionId, changeState });
  });
}
