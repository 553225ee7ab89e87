import { pluginOperate } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import { administratorRoles } from './people.ts';
import { raiseWarning } from './raise.ts';

export interface FailedSection {
  readonly plugin: string;
  readonly version: string;
  readonly attempts: number;
  readonly failures: number;
  readonly users: number;
  /** Whether its rollout was ended by that. */
  readonly isRolledBack: boolean;
}

/**
 * Warns the administrators of a version that keeps failing: one warning until it is resolved. Answers its
 * number where it is new, so that those who see it are told once it is committed.
 */
export async function warnOfSection(tx: Queryable, failed: FailedSection): Promise<string | null> {
  const { plugin, version, attempts, failures, users, isRolledBack } = failed;
  const roleNos = await administratorRoles(tx);
  const figures = `${failures} of ${attempts} openings, ${users} ${users === 1 ? 'person' : 'people'}`;
  return await raiseWarning(tx, {
    warningLevel: isRolledBack ? 'ATTENTION' : 'URGENT',
    sourceType: 'SECTION_FAILED',
    sourceKey: `SECTION-${plugin}-${version}`,
    subject: isRolledBack
      ? `${plugin} ${version} failed (${figures}); its rollout ended by itself`
      : `${plugin} ${version}, which everybody has, fails (${figures})`,
    subjectZh: isRolledBack
      ? `${plugin} ${version} 加载失败（${attempts} 次打开中 ${failures} 次，${users} 人），灰度已自动结束`
      : `所有人使用的 ${plugin} ${version} 持续失败（${attempts} 次打开中 ${failures} 次，${users} 人）`,
    subjectPath: pluginOperate.PLUGIN_PAGE,
    roleNos,
  });
}
