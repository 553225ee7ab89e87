import { pluginOperate } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { Action, RowAction } from '@kituo/sdk/page';
import type { SectionAction, SectionRow } from './section-row.ts';

export interface RollOutValues {
  readonly rolloutVersion: string;
  readonly percent: number;
  readonly rolloutRoles: string[];
  readonly rolloutMerchants: string[];
}

/** What a rollout begins with: the share that stands, or a tenth of everybody. */
export function rollOutValues({ section, sectionVersion }: SectionRow): RollOutValues {
  const { rollout, version, packages } = section;
  const newest = packages.find((each) => each !== version) ?? '';
  const isOther = sectionVersion !== version;
  return {
    rolloutVersion: rollout?.version ?? (isOther ? sectionVersion : newest),
    percent: rollout?.percent ?? 10,
    rolloutRoles: rollout?.roles ?? [],
    rolloutMerchants: rollout?.merchants ?? [],
  };
}

/** What the operator saw when they decided. */
const seenIn = ({ section }: SectionRow) => ({
  plugin: section.name,
  seen: { version: section.version, rollout: section.rollout?.version ?? null },
});

/** Everything that an operator does with sections. */
export function useSectionActions(list: { refresh(): void }) {
  const facts = ({ plugin, section, sectionVersion }: SectionRow) => ({
    plugin,
    version: section.rollout?.version ?? sectionVersion,
  });
  const rollOut = useAction({
    name: 'sectionRollOut',
    endpoint: pluginOperate.rollOut,
    request: (row: SectionRow, values: RollOutValues) => ({
      ...seenIn(row),
      version: values.rolloutVersion,
      percent: values.percent,
      roles: values.rolloutRoles,
      merchants: values.rolloutMerchants,
    }),
    list,
    facts,
  });
  const promote = useAction({
    name: 'sectionPromote',
    endpoint: pluginOperate.promote,
    request: (row: SectionRow) => seenIn(row),
    list,
    facts,
  });
  const rollBack = useAction({
    name: 'sectionRollBack',
    endpoint: pluginOperate.rollBack,
    request: (row: SectionRow) => seenIn(row),
    list,
    facts: (row, reply) => ({ ...facts(row), version: reply?.version ?? '' }),
    isDangerous: true,
  });
  const enable = useAction({
    name: 'sectionEnable',
    endpoint: pluginOperate.turn,
    request: (row: SectionRow) => ({ ...seenIn(row), isEnabled: true }),
    list,
    facts,
  });
  const disable = useAction({
    name: 'sectionDisable',
    endpoint: pluginOperate.turn,
    request: (row: SectionRow) => ({ ...seenIn(row), isEnabled: false }),
    list,
    facts,
    isDangerous: true,
  });
  const onRow = (name: SectionAction, action: Action<SectionRow, never>): RowAction<SectionRow> => ({
    name: action.name,
    label: action.label,
    isDangerous: action.isDangerous,
    isAllowed: (row) => action.isPermitted && row.actions.includes(name),
    open: action.open,
  });
  return {
    rollOut,
    promote,
    rollBack,
    enable,
    disable,
    forward: [onRow('promote', promote), onRow('enable', enable)],
    others: [onRow('rollOut', rollOut), onRow('rollBack', rollBack), onRow('disable', disable)],
  };
}
