import './reports.css';
import { useCan, useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { SchedulesTab } from '../schedules/schedules.tab.tsx';
import { FactsTab } from './facts.tab.tsx';
import { FiguresTab } from './figures.tab.tsx';
import { useFigureAddress } from './report-address.ts';
import type { ReportKind } from './report-kind.ts';

/** A report: its figures in one tab or several, the rows behind one that was opened, and what tabs of its own it has. */
export function ReportScreen(props: {
  readonly kinds: readonly ReportKind[];
  readonly tabs?: readonly { readonly name: string; readonly content: () => ReactNode }[];
}) {
  const t = useText();
  const { kinds, tabs = [] } = props;
  const { figure } = useFigureAddress();
  const [first] = kinds;
  const mayExport = useCan(`report:${first?.name ?? ''}:export`);
  if (first === undefined) return null;
  const opened = kinds.find(({ name }) => name === figure?.of) ?? first;
  const rows = figure === null ? [] : [{ name: 'rows', content: () => <FactsTab of={opened} figure={figure} /> }];
  return (
    <PageTabs
      label={t(`${first.name}.title`)}
      tabs={[
        ...kinds.map((kind) => ({ name: kind.tab, content: () => <FiguresTab key={kind.tab} of={kind} /> })),
        ...rows,
        ...tabs,
        ...(mayExport ? [{ name: 'schedules', content: () => <SchedulesTab /> }] : []),
      ]}
    />
  );
}
