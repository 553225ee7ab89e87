import { useText } from '@kituo/sdk';
import type { pluginOperate } from '@kituo/sdk/contracts';
import { DetailActions, DetailDrawer, DetailTabs, known } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { ExplainTab } from './explain.tab.tsx';
import { HealthTab } from './health.tab.tsx';
import { HistoryTab } from './history.tab.tsx';
import type { SectionRow } from './section-row.ts';

/** One version of a section: how it does, who changed the section, who gets it. */
export function SectionDetail(props: {
  readonly row: SectionRow | null;
  readonly window: pluginOperate.PluginWindow;
  readonly actions: readonly RowAction<SectionRow>[];
  readonly onClose: () => void;
}) {
  const { row } = props;
  const t = useText();
  return (
    <DetailDrawer
      detail={known(row)}
      isOpen={row !== null}
      title={row === null ? t('sections.title') : row.id}
      onClose={props.onClose}
      actions={<DetailActions row={row} current={row} actions={props.actions} onClose={props.onClose} />}
    >
      {(shown) =>
        shown !== null && (
          <DetailTabs
            label={shown.id}
            parameter="detail"
            tabs={[
              { name: 'health', content: () => <HealthTab row={shown} window={props.window} /> },
              { name: 'sectionHistory', content: () => <HistoryTab plugin={shown.plugin} /> },
              { name: 'explain', content: () => <ExplainTab plugin={shown.plugin} /> },
            ]}
          />
        )
      }
    </DetailDrawer>
  );
}
