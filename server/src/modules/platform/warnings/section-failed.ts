import { pluginOperate } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { administratorRoles } from './people.ts';
import { raiseWarning } from './raise.ts';
import { autoResolve } from './auto-resolve.ts';

const SOURCE = 'SECTION_FAILED';
const keyOf = ({ plugin, version }: SectionVersion) => `SECTION-${plugin}-${version}`;
const KEY = /^SECTION-([a-z][a-z0-9-]*?)-(\d+\.\d+\.\d+.*)$/;

interface SectionVersion {
  readonly plugin: string;
  readonly version: string;
}

export interface FailedSection extends SectionVersion {
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
    sourceType: SOURCE,
    sourceKey: keyOf(failed),
    subject: isRolledBack
      ? `${plugin} ${version} failed (${figures}); its rollout ended automatically`
      : `${plugin} ${version}, which everybody has, fails (${figures})`,
    subjectZh: isRolledBack
      ? `${plugin} ${version} 加载失败（${attempts} 次打开中 ${failures} 次，${users} 人），灰度已自动结束`
      : `所有人使用的 ${plugin} ${version} 持续失败（${attempts} 次打开中 ${failures} 次，${users} 人）`,
    subjectPath: pluginOperate.PLUGIN_PAGE,
    roleNos,
  });
}

/** A version that administrators were warned of, and nobody resolved it. */
export interface WarnedSection extends SectionVersion {
  readonly raisedAt: Date;
}

export async function warnedSections(db: Queryable): Promise<readonly WarnedSection[]> {
  const open = await db
    .selectFrom('warning')
    .select(['sourceKey', 'raisedAt'])
    .where('sourceType', '=', SOURCE)
    .where('sourceKey', 'is not', null)
    .where('warningStatus', '!=', 'RESOLVED')
    .execute();
  return open.flatMap(({ sourceKey, raisedAt }) => {
    const [, plugin, version] = KEY.exec(sourceKey ?? '') ?? [];
    return plugin && version ? [{ plugin, version, raisedAt }] : [];
  });
}

/** When somebody resolved the last warning of a version by hand: what was before they know of. */
export async function sectionSettledAt(db: Queryable, section: SectionVersion): Promise<Date | null> {
  const last = await db
    .selectFrom('warning')
    .select((eb) => eb.fn.max('resolvedAt').as('at'))
    .where('sourceType', '=', SOURCE)
    .where('sourceKey', '=', keyOf(section))
    .where('warningStatus', '=', 'RESOLVED')
    .executeTakeFirst();
  return last?.at ?? null;
}

/** The version does well again, or nobody gets it any more. @returns the numbers of the warnings, to be told. */
export async function resolveSectionWarning(tx: Queryable, section: SectionVersion): Promise<readonly string[]> {
  return await autoResolve(tx, { sourceType: SOURCE, sourceKey: keyOf(section) }, null);
}
