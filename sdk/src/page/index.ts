/** `@kituo/sdk/page`: headless hooks and small parts that pages are composed of. */
import './page.css';
import './filters.css';
import './cards.css';
import './forms.css';
import './values.css';
import './tree/tree.css';

export {
  clock,
  count,
  day,
  decimal,
  defineColumns,
  flag,
  money,
  number,
  part,
  picture,
  several,
  shares,
  status,
  text,
  time,
  timeOfDay,
} from './list/columns.ts';
export type { Column, FieldOf } from './list/columns.ts';
export { defineDictionary } from './list/dictionary.ts';
export {
  AUDIT_RESULT,
  CHANGE_STATE,
  CONFIG_VERSION_STATUS,
  LOAN_TYPE,
  MERCHANT_MODE,
  ORDER_STATUS,
  USER_STATUS,
} from './words.ts';
export type { CodesOf, Dictionary, StatusTone } from './list/dictionary.ts';
export { anyOf, containing, dateRange, defineFilters, moneyRange, oneOf, tree, yesNo } from './list/filters.ts';
export { requestFiltersOf } from './list/filters.ts';
export type { Filter, Filters } from './list/filters.ts';
export { remoteOptions } from './list/option-source.ts';
export type { Option, OptionSource } from './list/option-source.ts';
export { useList } from './list/use-list.ts';
export type { List, ListEndpoint, ListOptions } from './list/use-list.ts';
export { useListPage } from './list/use-list-page.ts';
export type { ListFile, ListPageOptions, ListPageParts } from './list/use-list-page.ts';
export { useOpened } from './list/use-opened.ts';
export { useRefreshOn, useRefreshOnRows } from './list/use-refresh-on.ts';
export { useRows } from './list/use-rows.ts';
export type { RowsOptions } from './list/use-rows.ts';
export { asSeen, previewCommand } from './action/preview-command.ts';
export { undoWith } from './action/undo.ts';
export { useAction } from './action/use-action.ts';
export type { Action, ActionOptions } from './action/use-action.ts';
export { DecisionDialogs } from './decide/decision-dialogs.tsx';
export { Diff } from './decide/diff.tsx';
export { decision, useDecisions } from './decide/use-decisions.ts';
export { useApprovalCounts } from './decide/use-approval-counts.ts';
export type { Decisions } from './decide/use-decisions.ts';
export { known, useDetail } from './use-detail.ts';
export type { Detail } from './use-detail.ts';
export { useExport } from './use-export.ts';
export type { Exporter } from './use-export.ts';
export { DataTable } from './table/data-table.tsx';
export type { RowGroup } from './table/row-groups.ts';
export { ColumnChooser } from './table/column-chooser.tsx';
export { useViews } from './views/use-views.ts';
export type { Views } from './views/use-views.ts';
export { useLayout } from './table/use-layout.ts';
export type { Layout } from './table/use-layout.ts';
export { FormDialog, FormDrawer } from './form/form-frames.tsx';
export type { DayRange } from './form/date-fields.tsx';
export { DayInput } from './form/day-input.tsx';
export { AttachFile } from './form/attach-file.tsx';
export type { AttachedFile } from './form/file-fields.tsx';
export {
  addressOptions,
  cascadeOptions,
  departmentOptions,
  dictionaryOptions,
  merchantOptions,
  peopleOptions,
} from './form/sources.ts';
export type { PeopleGroup } from './form/sources.ts';
export type { CheckNode } from './form/check-tree.ts';
export { fieldsOf } from './form/fields-of.ts';
export type { FieldsOf } from './form/form-fields.ts';
export { SeveralChoice } from './form/several-choice.tsx';
export { useOptions } from './list/use-options.ts';
export { useWordedColumns } from './list/use-worded-columns.ts';
export { ActionButton } from './parts/action-button.tsx';
export { Ask, AskReason } from './parts/ask.tsx';
export { Confirm } from './parts/confirm.tsx';
export { DescriptionList, DetailDrawer } from './parts/detail-drawer.tsx';
export { ExportButton } from './parts/export-button.tsx';
export { FilterBar } from './parts/filter-bar.tsx';
export { AsOf } from './parts/as-of.tsx';
export { ListPage } from './parts/list-page.tsx';
export { ListScreen } from './parts/list-screen.tsx';
export { ShortList } from './parts/short-list.tsx';
export { onPage } from './parts/page-actions.tsx';
export type { PageAction } from './parts/page-actions.tsx';
export { Plus as PlusIcon } from './icons.ts';
export { allowedAs, onRow } from './action/on-row.ts';
export { openWith } from './action/open-with.ts';
export { useFormValues, useWriteField } from './form/use-form-values.ts';
export type { RowAction } from './table/row-actions.tsx';
export { TreeOpeners, TreePage } from './tree/tree-page.tsx';
export { TreeTable } from './tree/tree-table.tsx';
export type { TreeMove, TreePosition } from './tree/tree-shape.ts';
export { useRename } from './tree/use-rename.ts';
export type { TreeRename } from './tree/use-rename.ts';
export type { TreeMover } from './tree/use-tree-move.ts';
export { useSavedMove } from './tree/use-saved-move.ts';
export { useTree } from './tree/use-tree.ts';
export type { Tree } from './tree/use-tree.ts';
export { Chart } from './chart/chart.tsx';
export type { ChartProps, ChartSeries } from './chart/chart-series.ts';
export { usePaper } from './chart/use-paper.ts';
export { defineVersions, firstDayOf, valueOfFields } from './versions/versioned-family.ts';
export type { VersionedFamily } from './versions/versioned-family.ts';
export { PersonnelScreen } from './personnel/personnel-screen.tsx';
export { VersionedList } from './versions/versioned-list.tsx';
export { useBatch } from './batch/use-batch.ts';
export type { Batch, BatchOptions, BatchScope, JobCommand, OfSelection } from './batch/use-batch.ts';
export type { FollowedJob } from './batch/use-followed-job.ts';
export { BatchAction, BatchButton, BatchConfirm } from './batch/batch-action.tsx';
export { JobPanel } from './batch/job-panel.tsx';
export { useFollowedJob } from './batch/use-followed-job.ts';
export { useImport } from './import/use-import.ts';
export type { Importer, ImportOptions } from './import/use-import.ts';
export { ImportDialog } from './import/import-dialog.tsx';
export { DetailActions } from './detail/detail-actions.tsx';
export { DetailOf } from './detail/detail-of.tsx';
export { DetailTabs } from './detail/detail-tabs.tsx';
export type { DetailTab } from './detail/detail-tab.ts';
export { PageTabs } from './detail/page-tabs.tsx';
export { Answered } from './detail/answered.tsx';
export { FileList } from './detail/file-list.tsx';
export { PageTurner } from './detail/page-turner.tsx';
export { Clock } from './table/clock.tsx';
export { History, useFactText } from './detail/history.tsx';
export type { WordOf } from './detail/history.tsx';
export { Timeline } from './detail/timeline.tsx';
export type { TimelineEntry } from './detail/timeline.tsx';
export { FollowUpHistory } from './detail/follow-up-history.tsx';
export { Reveal } from './detail/reveal.tsx';
export { Status } from './detail/status.tsx';
export { shareTexts } from './platform.ts';
