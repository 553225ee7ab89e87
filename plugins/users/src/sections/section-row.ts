import { formatCount } from '@kituo/sdk';
import type { Translate } from '@kituo/sdk';
import type { pluginOperate } from '@kituo/sdk/contracts';
import { count, defineColumns, defineDictionary, status, text } from '@kituo/sdk/page';

export type Section = pluginOperate.OperatedPlugin;
type Health = pluginOperate.VersionHealth;

/** Who has a version: what it says of the version, in the order of weight. */
export const SECTION_STATE = defineDictionary('SECTION_STATE', {
  LEFT_OUT: 'failed',
  RETURNED: 'attention',
  ROLLING: 'active',
  EVERYBODY: 'good',
  OFF: 'waiting',
  EARLIER: 'waiting',
  UNLISTED: 'waiting',
});
export type SectionState = (typeof SECTION_STATE.codes)[number];

export type SectionAction = 'rollOut' | 'promote' | 'rollBack' | 'enable' | 'disable';

/** A version of a section, as the table has it. */
export interface SectionRow {
  readonly id: string;
  readonly plugin: string;
  readonly sectionVersion: string;
  readonly sectionState: SectionState;
  readonly audience: string;
  readonly opens: number;
  readonly openedBy: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly failed: number;
  readonly weight: number;
  readonly section: Section;
  readonly health: Health;
  readonly actions: readonly SectionAction[];
}

export const sectionColumns = defineColumns<SectionRow>([
  text('plugin', { sortable: true, width: 135 }),
  text('sectionVersion', { width: 95 }),
  status('sectionState', SECTION_STATE, { sortable: true, width: 140 }),
  text('audience', { width: 130 }),
  count('failed', { sortable: true, width: 110, as: (_failed, { health }) => failedOf(health) }),
  count('p50', { sortable: true, width: 115, as: waited }),
  count('p95', { sortable: true, width: 110, as: waited }),
  count('opens', { sortable: true, width: 105 }),
  count('openedBy', { sortable: true, width: 90 }),
  count('weight', { sortable: true, width: 90, as: weightOf }),
]);

/** A row for each version that people have or had in the window. */
export function rowsOf(sections: readonly Section[], t: Translate): SectionRow[] {
  return sections.flatMap((section) => {
    const { version, health } = section;
    // What lies in the packages alone has no figures: its newest version stands for it.
    const shown = health.length > 0 ? health : section.packages.slice(0, 1).map(unseen);
    return shown.map((each): SectionRow => {
      const state = stateOf(section, each);
      return {
        id: `${section.name} ${each.version}`,
        plugin: section.name,
        sectionVersion: each.version,
        sectionState: state,
        audience: audienceOf(section, each.version, t),
        opens: each.opens,
        openedBy: each.users,
        p50: each.p50Ms,
        p95: each.p95Ms,
        failed: each.failed,
        weight: each.bytes,
        section,
        health: each,
        actions: actionsOf(section, state, each.version === version),
      };
    });
  });
}

function unseen(version: string): Health {
  const failures = { http: 0, network: 0, timeout: 0, integrity: 0, evaluation: 0, incompatible: 0, render: 0 };
  const none = { opens: 0, users: 0, p50Ms: null, p95Ms: null, bytes: 0, failed: 0 };
  const parts = { opensByPart: [], failedByPart: [], sessionsOut: 0, trippedAt: null };
  return { version, ...none, failures, ...parts };
}

function stateOf(section: Section, { version, trippedAt }: Health): SectionState {
  if (!section.isListed) return 'UNLISTED';
  if (!section.isEnabled) return 'OFF';
  const isRolling = section.rollout?.version === version;
  if (isRolling) return section.rollout?.leftOut === null ? 'ROLLING' : 'LEFT_OUT';
  if (section.version === version) return section.leftOut === null ? 'EVERYBODY' : 'LEFT_OUT';
  return trippedAt === null ? 'EARLIER' : 'RETURNED';
}

function audienceOf({ rollout }: Section, version: string, t: Translate): string {
  if (rollout?.version !== version) return '';
  const who = [...rollout.roles, ...rollout.merchants].join(', ');
  return t(who === '' ? 'sections.share' : 'sections.shareOf', { percent: rollout.percent, who });
}

function actionsOf(section: Section, state: SectionState, isStable: boolean): SectionAction[] {
  switch (state) {
    case 'UNLISTED':
      return ['enable'];
    case 'OFF':
      return isStable ? ['enable'] : [];
    case 'ROLLING':
      return ['promote', 'rollOut', 'rollBack'];
    case 'LEFT_OUT':
      return isStable ? ['rollOut', 'rollBack', 'disable'] : ['rollBack'];
    case 'EVERYBODY': {
      const hasOthers = section.packages.some((each) => each !== section.version);
      return [...(hasOthers ? (['rollOut', 'rollBack'] as const) : []), 'disable'];
    }
    case 'EARLIER':
    case 'RETURNED':
      return ['rollOut'];
  }
}

/** The upper end of a part of the histogram: `200 ms`, `1.5 s`. */
export function waited(ms: number | null): string {
  if (ms === null) return '-';
  return ms < 1_000 ? `≤ ${ms} ms` : `≤ ${ms / 1_000} s`;
}

/** Of all attempts: those that opened nothing were none of the openings. */
export function failedOf({ failed, opens, failures }: Health): string {
  if (failed === 0) return '-';
  const attempts = opens + failed - failures.render;
  const percent = Math.min(100, Math.round((failed * 100) / Math.max(1, attempts)));
  return `${formatCount(failed)} · ${percent}%`;
}

export function weightOf(bytes: number): string {
  if (bytes === 0) return '-';
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
